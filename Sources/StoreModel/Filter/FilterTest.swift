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
  case size(ClosedRange<Int64>)
  /// A point in time, in microseconds.
  case moment(FilterField, ClosedRange<Int64>)
  /// How far a time lies from now, in microseconds, forward for the expiry and backward for the others.
  case distance(FilterField, ClosedRange<Int64>)

  func holds(for subject: borrowing FilterSubject) -> Bool {
    switch self {
    case .always: true
    case .word(let pattern): FilterTest.isFound(pattern, in: subject)
    case .flag(let field): FilterTest.isSet(field, of: subject)
    case .host(let field, let matcher): FilterTest.hasHost(field, of: subject, matching: matcher)
    case .domainCookie(let matcher):
      subject.withCookie { $0.hostOnly } == false
        && FilterTest.hasHost(.host, of: subject, matching: matcher)
    case .text(let field, let matcher): FilterTest.hasText(field, of: subject, matching: matcher)
    case .sameSite(let sameSite): subject.withCookie { $0.sameSite } == sameSite
    case .types(let types): subject.types.contains { types.contains($0) }
    case .cause(let cause): subject.cause == cause
    case .levels(let range):
      subject.level.map { range.contains(FilterTest.rank($0)) } ?? false
    case .size(let range): FilterTest.size(of: subject).map { range.contains($0) } ?? false
    case .moment(let field, let range):
      FilterTest.time(field, of: subject).map { range.contains($0.microseconds) } ?? false
    case .distance(let field, let range):
      FilterTest.distance(field, of: subject).map { range.contains($0) } ?? false
    }
  }

  static func rank(_ level: StoreEvent.Level) -> Int {
    StoreEvent.Level.allCases.firstIndex(of: level) ?? 0
  }
}

extension FilterTest {
  fileprivate static func isFound(
    _ pattern: BytePattern, in subject: borrowing FilterSubject
  ) -> Bool {
    guard subject.hasCookie else {
      return isFound(pattern, inHost: subject.site)
        || subject.hosts.contains { isFound(pattern, inHost: $0) }
    }
    if subject.withCookie({ $0.name.withBytes { pattern.isFound(in: $0) } }) == true { return true }
    if pattern.isFound(in: subject.site.utf8.span) { return true }
    let found = subject.withCookie { cookie in
      cookie.domain.withBytes { domain in
        let isThere = pattern.isFound(in: domain)
        return (isThere: isThere, isSure: isThere || hasOneSpelling(domain))
      }
    }
    guard let found, !found.isSure else { return found?.isThere ?? false }
    let domain = subject.withCookie { $0.domain.text } ?? ""
    return spellings(of: domain).contains { pattern.isFound(in: $0.utf8.span) }
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
    let found = subject.withCookie { cookie in
      cookie.domain.withBytes { domain in
        let matches = matcher.matches(domain)
        return (matches: matches, isSure: matches || hasOneSpelling(domain))
      }
    }
    guard let found, !found.isSure else { return found?.matches ?? false }
    let domain = subject.withCookie { $0.domain.text } ?? ""
    return spellings(of: domain).contains { matcher.matches($0.utf8.span) }
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
    let matches = subject.withCookie { cookie in
      switch field {
      case .name: cookie.name.withBytes { matcher.matches($0) }
      case .path: cookie.path.withBytes { matcher.matches($0) }
      case .value: cookie.value.withBytes { matcher.matches($0) }
      case .partition: matcher.matches((cookie.partition?.topLevelSite ?? "").utf8.span)
      default: matcher.matches((cookie.container ?? "").utf8.span)
      }
    }
    return matches ?? false
  }

  fileprivate static func isSet(_ field: FilterField, of subject: borrowing FilterSubject) -> Bool {
    switch field {
    case .guarded: subject.isGuarded
    case .marked: subject.isMarked
    case .changed: subject.isChanged
    case .secure: subject.withCookie { $0.secure } ?? false
    case .httpOnly: subject.withCookie { $0.httpOnly } ?? false
    case .hostOnly: subject.withCookie { $0.hostOnly } ?? false
    default: subject.withCookie { $0.expiryTime == nil } ?? false
    }
  }

  fileprivate static func size(of subject: borrowing FilterSubject) -> Int64? {
    if let count = subject.byteCount { return Int64(count) }
    return subject.withCookie { cookie in
      Int64(cookie.nameAndValueCount + (cookie.encryptedValue?.count ?? 0))
    }
  }

  fileprivate static func time(
    _ field: FilterField, of subject: borrowing FilterSubject
  ) -> Timestamp? {
    switch field {
    case .expires: subject.withCookie { $0.expiryTime } ?? nil
    case .used: subject.lastUsed ?? subject.withCookie { $0.lastAccessTime } ?? nil
    default: subject.withCookie { $0.creationTime } ?? nil
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
