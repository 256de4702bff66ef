import CookieCore
import ScreenKit
import StoreModel

/// A cookie that is added or edited.
package struct CookieForm: Equatable, Sendable {
  /// The lines of the form, from top to bottom.
  enum Field: Int, CaseIterable, Sendable {
    case name, value, domain, hostOnly, path, expires, secure, httpOnly, sameSite, partition

    var title: String {
      switch self {
      case .name: "Name"
      case .value: "Value"
      case .domain: "Domain"
      case .hostOnly: "Host only"
      case .path: "Path"
      case .expires: "Expires"
      case .secure: "Secure"
      case .httpOnly: "HttpOnly"
      case .sameSite: "SameSite"
      case .partition: "Partition"
      }
    }

    /// Whether the line is text that is typed.
    var isText: Bool {
      switch self {
      case .name, .value, .domain, .path, .expires, .partition: true
      case .hostOnly, .secure, .httpOnly, .sameSite: false
      }
    }
  }

  var store: StoreID
  /// The cookie that is edited; nil for a new one.
  var original: Cookie?
  var texts: [Field: TextField]
  var hostOnly: Bool
  var secure: Bool
  var httpOnly: Bool
  var sameSite: SameSite
  var focus = Field.name
  /// Why the cookie was refused, one sentence a reason; they stay until the form is changed.
  var complaints: [String] = []

  init(store: StoreID, original: Cookie?, domain: String) {
    self.store = store
    self.original = original
    hostOnly = original?.hostOnly ?? true
    secure = original?.secure ?? true
    httpOnly = original?.httpOnly ?? false
    sameSite = original?.sameSite ?? .lax
    texts = [
      .name: TextField(original?.name.text ?? ""), .value: TextField(original?.value.text ?? ""),
      .domain: TextField(original?.domain.text ?? domain),
      .path: TextField(original?.path.text ?? "/"),
      .expires: TextField(original?.expiryTime.map { TimeText.full($0) } ?? ""),
      .partition: TextField(original?.partition?.topLevelSite ?? ""),
    ]
    if original != nil { focus = .value }
  }

  /// Whether the value is another than it was, so that there is nothing left to mask.
  var hasEditedValue: Bool { original.map { $0.value.text != text(.value) } ?? true }

  func text(_ field: Field) -> String { texts[field]?.text ?? "" }

  /// Switches the focused line, where it is a choice.
  mutating func toggle() {
    switch focus {
    case .hostOnly: hostOnly.toggle()
    case .secure: secure.toggle()
    case .httpOnly: httpOnly.toggle()
    case .sameSite:
      let all = SameSite.allCases
      let index = all.firstIndex(of: sameSite) ?? 0
      sameSite = all[(index + 1) % all.count]
    default: return
    }
    complaints = []
  }

  /// Keeps the reasons for which the rules refuse the cookie, and goes to the line that can mend the first.
  mutating func refuse(_ reasons: [CookieRejection]) {
    complaints = reasons.map(\.sentence)
    if let field = reasons.first.flatMap(field) { focus = field }
  }

  private func field(of reason: CookieRejection) -> Field? {
    switch reason {
    case .nameAndValueEmpty, .namelessWithPrefix: .name
    case .cannotBeWritten: fieldThatNoHeaderCarries
    case .controlCharacter: field(where: { $0.unicodeScalars.contains(where: \.isControl) })
    case .tooLarge: text(.name).utf8.count > text(.value).utf8.count ? .name : .value
    case .hostInvalid, .domainNotASCII, .domainIsPublicSuffix, .domainMismatch: .domain
    case .securePrefixBroken, .sameSiteNoneWithoutSecure, .partitionedWithoutSecure,
      .secureFromInsecureOrigin:
      .secure
    case .httpPrefixBroken: secure ? .httpOnly : .secure
    case .hostPrefixBroken: secure ? hostField : .secure
    case .hostHttpPrefixBroken: secure ? httpOnly ? hostField : .httpOnly : .secure
    case .httpOnlyFromScript, .replacesHTTPOnlyCookie: .httpOnly
    case .sameSiteFromCrossSite: .sameSite
    case .blockedByPolicy, .overlaysSecureCookie: nil
    }
  }

  /// The first line of what a header has to carry for which a condition holds.
  private func field(where isMeant: (String) -> Bool) -> Field? {
    [Field.name, .value, .domain, .path, .partition].first { isMeant(text($0)) }
  }

  /// The first line that would be read back from a header as something else.
  private var fieldThatNoHeaderCarries: Field? {
    if text(.name).contains("=") { return .name }
    return field(where: { text in
      text.contains(";") || text.first?.isWhitespace == true || text.last?.isWhitespace == true
    })
  }

  /// What is left to mend where a name asks for one host and the path `/`.
  private var hostField: Field { hostOnly ? .path : .hostOnly }

  /// Moves to the line below or above, round the ends.
  mutating func moveFocus(by step: Int) {
    let count = Field.allCases.count
    focus = Field(rawValue: (focus.rawValue + step + count) % count) ?? .name
  }
}

extension Unicode.Scalar {
  /// Whether no header may contain it.
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}
