import CookieCore
public import StoreModel

extension NetscapeJar {
  /// What a person should know about the content, with line numbers, up to a limit.
  ///
  /// - Complexity: O(*n*) in lines.
  public var notices: [StoreNotice] {
    let superseded = supersededPlaces()
    var notes = NoticeList()
    var offset = 0
    for (index, (line, number)) in zip(lines, lineNumbers).enumerated() {
      for (level, message) in findings(in: line) {
        notes.add(level, message, at: offset, line: number)
      }
      if superseded.contains(index) {
        let message = "The same cookie comes again further down; programs use the last one."
        notes.add(.warning, message, at: offset, line: number)
      }
      offset += line.bytes.count
    }
    return notes.notices
  }

  /// The number of the first line that is neither a cookie nor a comment, from 1; nil when there is none.
  public var firstUnreadLine: Int? {
    lines.firstIndex(where: \.isBad).map { lineNumbers[$0] }
  }

  /// How many lines are neither cookies nor comments.
  public var unreadCount: Int { lines.count(where: \.isBad) }

  /// The number of each line, as editors count.
  private var lineNumbers: [Int] {
    // Editors count line feeds; a lone carriage return counts where there is nothing else.
    let countsReturns = !lines.contains { $0.bytes.last == ASCII.lineFeed }
    var number = 1
    return lines.map { line in
      let ends = line.bytes.last == ASCII.lineFeed || (countsReturns && !line.ending.isEmpty)
      defer { number += ends ? 1 : 0 }
      return number
    }
  }

  /// The lines whose cookie comes again.
  private func supersededPlaces() -> Set<Int> {
    var last: [CookieKey: Int] = [:]
    last.reserveCapacity(lines.count)
    var superseded: Set<Int> = []
    for (index, line) in lines.enumerated() {
      guard let cookie = line.cookie else { continue }
      if let earlier = last.updateValue(index, forKey: cookie.key) { superseded.insert(earlier) }
    }
    return superseded
  }

  private func findings(in line: NetscapeLine) -> [(StoreNotice.Level, String)] {
    switch line.content {
    case .comment: []
    case .bad(let fault): [(.warning, fault.sentence)]
    case .record(_, let remarks) where remarks.isEmpty: []
    case .record(let cookie, let remarks): findings(cookie, remarks)
    }
  }

  private func findings(
    _ cookie: Cookie, _ remarks: NetscapeRemarks
  ) -> [(StoreNotice.Level, String)] {
    var findings: [(StoreNotice.Level, String)] = []
    if remarks.contains(.contradiction) {
      let scope = cookie.hostOnly ? "this host alone" : "subdomains too"
      let others = dialect == .libsoup ? " libsoup itself goes by the dot." : ""
      let rule = "The second column decides: the cookie is for \(scope)."
      findings.append(
        (.warning, "The leading dot and the second column disagree. \(rule)\(others)"))
    }
    for (remark, level, message) in Self.sentences where remarks.contains(remark) {
      findings.append((level, message))
    }
    if remarks.contains(.controls), dialect == .curl || dialect == .plain {
      findings.append((.information, "curl leaves out a record with control characters."))
    }
    if remarks.contains(.httpOnlyPrefix), dialect == .wget {
      findings.append((.warning, "Wget takes a line that begins with # for a comment."))
    }
    return findings
  }

  private static let sentences: [(NetscapeRemarks, StoreNotice.Level, String)] = [
    (.nul, .warning, "There is a NUL in the record, at which many programs stop reading."),
    (.missingPath, .information, "The path is missing; it is read as /."),
    (
      .remoteExpiry, .information,
      "The expiry lies behind the year 9999; perhaps it does not count seconds."
    ),
    (
      .unknownColumn, .warning,
      "The eighth column is not understood; it is kept as it is."
    ),
    (
      .extraColumn, .information,
      "There is an eighth column, as libsoup writes; other programs may skip the record."
    ),
  ]
}

extension NetscapeFault {
  /// One sentence that shows nothing of the line's content.
  fileprivate var sentence: String {
    let end = "It is kept as it is, and is no cookie."
    return switch self {
    case .columns(let count) where count > 9:
      "The line has more than 8 columns instead of 7. \(end)"
    case .columns(let count): "The line has \(count) columns instead of 7. \(end)"
    case .flag(let column): "Column \(column) of the line is neither TRUE nor FALSE. \(end)"
    case .expiry: "The expiry of the line is not a number of seconds. \(end)"
    case .domain: "The line has no domain. \(end)"
    }
  }
}
