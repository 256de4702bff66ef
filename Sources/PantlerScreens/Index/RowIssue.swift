package import CookieCore
package import StoreModel

/// Something about a cookie that a person may want to mend.
package enum RowIssue: Hashable, Sendable {
  /// It breaks a rule for cookies.
  case rule(CookieIssue)
  /// Another cookie of the same name goes with the same requests.
  case duplicateName
  /// The shared storage that belongs to its store says otherwise.
  case differsFromShared
  /// Its value is encrypted, and the key is not at hand.
  case undecryptable
  /// It is in the memory of a live engine only.
  case onlyInMemory

  /// All issues, in the order they are listed.
  static let all: [RowIssue] =
    CookieIssue.allCases.map { .rule($0) } + [
      .duplicateName, .differsFromShared, .undecryptable, .onlyInMemory,
    ]

  /// The word that filters and JSON use.
  package var word: String {
    switch self {
    case .rule(let issue): issue.rawValue
    case .duplicateName: StoreIssue.duplicateName.rawValue
    case .differsFromShared: StoreIssue.differsFromShared.rawValue
    case .undecryptable: StoreIssue.undecryptable.rawValue
    case .onlyInMemory: StoreIssue.onlyInMemory.rawValue
    }
  }

  /// What is wrong, as a sentence.
  var sentence: String {
    switch self {
    case .rule(let issue): issue.sentence
    case .duplicateName: "Another cookie of the same name goes with the same requests."
    case .differsFromShared: "The shared storage has this cookie with another value or attribute."
    case .undecryptable: "The value is encrypted and the key is not at hand."
    case .onlyInMemory: "It is in memory only and ends with the live view's engine."
    }
  }

  /// What to do about it.
  var remedy: String {
    switch self {
    case .rule(let issue): issue.fix
    case .duplicateName: "Compare both and delete the one that is wrong."
    case .differsFromShared: "Compare both with c, or bring the stores into agreement with s."
    case .undecryptable: "Unlock the keyring and read the store again."
    case .onlyInMemory: "Export it, or bring it to a shared storage with s."
    }
  }
}

/// The issues of one cookie.
package struct RowIssueSet: OptionSet, Hashable, Sendable {
  /// One bit an issue.
  package let rawValue: UInt32

  /// Makes a set from its bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a set of one issue.
  package init(_ issue: RowIssue) {
    rawValue = 1 << UInt32(RowIssue.all.firstIndex(of: issue) ?? 31)
  }

  /// The issues in the order they are listed.
  package var issues: [RowIssue] {
    isEmpty
      ? []
      : RowIssue.all.indices.filter { rawValue & 1 << UInt32($0) != 0 }.map { RowIssue.all[$0] }
  }

  /// Judges one cookie by the rules.
  ///
  /// - Parameters:
  ///   - now: the time that expiry is measured from.
  ///   - store: the cookie's store; nil when it is of no concern.
  package init(
    judging cookie: Cookie, at now: Timestamp, publicSuffixes: PublicSuffixes,
    in store: StoreDescription? = nil
  ) {
    var bits: UInt32 = 0
    for issue in cookie.issues(now: now, publicSuffixes: publicSuffixes) {
      bits |= RowIssueSet(.rule(issue)).rawValue
    }
    if cookie.encryptedValue != nil { bits |= RowIssueSet(.undecryptable).rawValue }
    if cookie.isOnlyInMemory(in: store) { bits |= RowIssueSet(.onlyInMemory).rawValue }
    rawValue = bits
  }
}
