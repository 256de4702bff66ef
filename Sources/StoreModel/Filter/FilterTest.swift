import CookieCore

/// One question of a filter, prepared for asking it a million times.
enum FilterTest: Sendable {
  case always
  case word(BytePattern)
  case flag(FilterField)
  case host(FilterField, TextMatcher)
  /// A domain cookie with a domain.
  case domainCookie(TextMatcher)
  case text(FilterField, TextMatcher)
  case sameSite(SameSite)
  case types([DataType])
  case cause(StoreEvent.Cause)
  case levels(ClosedRange<Int>)
  case size(ClosedRange<Int64>, whenUnknown: Bool)
  /// A point in time, in microseconds.
  case moment(FilterField, ClosedRange<Int64>, whenUnknown: Bool)
  /// How far a time lies from now, in microseconds, forward for the expiry and backward for the others.
  case distance(FilterField, ClosedRange<Int64>, whenUnknown: Bool)

  /// Reports whether the answer is yes.
  @inline(__always)
  func holds(for subject: borrowing FilterSubject) -> Bool {
    switch self {
    case .always: true
    case .word(let pattern): FilterTest.isFound(pattern, in: subject)
    case .flag(let field): FilterTest.isSet(field, of: subject)
    case .host(let field, let matcher): FilterTest.hasHost(field, of: subject, matching: matcher)
    case .domainCookie(let matcher):
      subject.hasCookie && !subject.cookies[subject.place].hostOnly
        && FilterTest.hasHost(.host, of: subject, matching: matcher)
    case .text(let field, let matcher): FilterTest.hasText(field, of: subject, matching: matcher)
    case .sameSite(let sameSite):
      subject.hasCookie && subject.cookies[subject.place].sameSite == sameSite
    case .types(let types): subject.types.contains { types.contains($0) }
    case .cause(let cause): subject.cause == cause
    case .levels(let range):
      subject.level.map { range.contains(FilterTest.rank($0)) } ?? false
    case .size(let range, let whenUnknown):
      FilterTest.size(of: subject).map { range.contains($0) } ?? whenUnknown
    case .moment(let field, let range, let whenUnknown):
      FilterTest.time(field, of: subject).map { range.contains($0.microseconds) } ?? whenUnknown
    case .distance(let field, let range, let whenUnknown):
      FilterTest.distance(field, of: subject).map { range.contains($0) } ?? whenUnknown
    }
  }

  static func rank(_ level: StoreEvent.Level) -> Int {
    StoreEvent.Level.allCases.firstIndex(of: level) ?? 0
  }
}

extension FilterTest {
  @inline(__always)
  fileprivate static func isFound(
    _ pattern: BytePattern, in subject: borrowing FilterSubject
  ) -> Bool {
    guard subject.hasCookie else {
      return isFound(pattern, inHost: subject.site)
        || subject.hosts.contains { isFound(pattern, inHost: $0) }
    }
    if subject.cookies[subject.place].name.withBytes({ pattern.isFound(in: $0) }) { return true }
    if pattern.isFound(in: subject.site.utf8.span) { return true }
    let (isThere, isSure) = subject.cookies[subject.place].domain.withBytes { domain in
      let isThere = pattern.isFound(in: domain)
      return (isThere, isThere || hasOneSpelling(domain))
    }
    guard !isSure else { return isThere }
    return spellings(of: subject.cookies[subject.place].domain.text)
      .contains { pattern.isFound(in: $0.utf8.span) }
  }

  private static func isFound(_ pattern: BytePattern, inHost host: String) -> Bool {
    if pattern.isFound(in: host.utf8.span) { return true }
    guard !hasOneSpelling(host.utf8.span) else { return false }
    return spellings(of: host).contains { pattern.isFound(in: $0.utf8.span) }
  }

  fileprivate static func hasHost(
    _ field: FilterField, of subject: borrowing FilterSubject, matching matcher: TextMatcher
  ) -> Bool {
    if field == .site { return isMatch(subject.site, matcher) }
    guard subject.hasCookie else {
      return subject.hosts.contains { isMatch($0, matcher) }
    }
    let (matches, isSure) = subject.cookies[subject.place].domain.withBytes { domain in
      let matches = matcher.matches(domain)
      return (matches, matches || hasOneSpelling(domain))
    }
    guard !isSure else { return matches }
    return spellings(of: subject.cookies[subject.place].domain.text)
      .contains { matcher.matches($0.utf8.span) }
  }

  private static func isMatch(_ host: String, _ matcher: TextMatcher) -> Bool {
    if matcher.matches(host.utf8.span) { return true }
    guard !hasOneSpelling(host.utf8.span) else { return false }
    return spellings(of: host).contains { matcher.matches($0.utf8.span) }
  }

  /// Whether a host has no other spelling: no Unicode, no `xn--`, no IPv6.
  private static func hasOneSpelling(_ host: Span<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for index in 0..<host.count {
      let byte = host[index]
      if byte >= 0x80 || byte == 0x3A || (byte == 0x2D && previous == 0x2D) { return false }
      previous = byte
    }
    return true
  }

  private static func spellings(of host: String) -> [String] {
    guard let canonical = CanonicalHost(domain: host) else { return [] }
    return [canonical.name, canonical.displayName]
  }
}

extension FilterTest {
  fileprivate static func hasText(
    _ field: FilterField, of subject: borrowing FilterSubject, matching matcher: TextMatcher
  ) -> Bool {
    switch field {
    case .store: return matcher.matches(subject.store.utf8.span)
    case .view: return subject.views.contains { matcher.matches($0.utf8.span) }
    case .pool: return subject.pools.contains { matcher.matches($0.utf8.span) }
    case .issue: return subject.issues.contains { matcher.matches($0.utf8.span) }
    default: break
    }
    guard subject.hasCookie else { return false }
    let place = subject.place
    switch field {
    case .name: return subject.cookies[place].name.withBytes { matcher.matches($0) }
    case .path: return subject.cookies[place].path.withBytes { matcher.matches($0) }
    case .value: return subject.cookies[place].value.withBytes { matcher.matches($0) }
    case .partition:
      return matcher.matches((subject.cookies[place].partition?.topLevelSite ?? "").utf8.span)
    default: return matcher.matches((subject.cookies[place].container ?? "").utf8.span)
    }
  }

  fileprivate static func isSet(_ field: FilterField, of subject: borrowing FilterSubject) -> Bool {
    switch field {
    case .guarded: return subject.isGuarded
    case .marked: return subject.isMarked
    case .changed: return subject.isChanged
    default: break
    }
    guard subject.hasCookie else { return false }
    let place = subject.place
    switch field {
    case .secure: return subject.cookies[place].secure
    case .httpOnly: return subject.cookies[place].httpOnly
    case .hostOnly: return subject.cookies[place].hostOnly
    default: return subject.cookies[place].expiryTime == nil
    }
  }

  fileprivate static func size(of subject: borrowing FilterSubject) -> Int64? {
    if let count = subject.byteCount { return Int64(count) }
    guard subject.hasCookie else { return nil }
    let place = subject.place
    return Int64(
      subject.cookies[place].nameAndValueCount
        + (subject.cookies[place].encryptedValue?.count ?? 0))
  }

  fileprivate static func time(
    _ field: FilterField, of subject: borrowing FilterSubject
  ) -> Timestamp? {
    if field == .used, let time = subject.lastUsed { return time }
    guard subject.hasCookie else { return nil }
    switch field {
    case .expires: return subject.cookies[subject.place].expiryTime
    case .used: return subject.cookies[subject.place].lastAccessTime
    default: return subject.cookies[subject.place].creationTime
    }
  }

  fileprivate static func distance(
    _ field: FilterField, of subject: borrowing FilterSubject
  ) -> Int64? {
    guard let time = time(field, of: subject)?.microseconds else { return nil }
    let now = subject.now.microseconds
    let (from, to) = field == .expires ? (now, time) : (time, now)
    let (distance, overflow) = to.subtractingReportingOverflow(from)
    return overflow ? (to < 0 ? .min : .max) : distance
  }
}
