/// A field that a filter can ask about.
public enum FilterField: String, Hashable, Sendable, CaseIterable {
  case site, host, domain, name, path, value, type, store, view, pool, partition, container
  case secure, httpOnly = "httponly", hostOnly = "hostonly", session, sameSite = "samesite"
  case expires, created, used, age, size, guarded, marked, changed, issue, cause, level

  /// What kind of value a field holds, which decides the operators it takes.
  public enum Kind: Hashable, Sendable {
    /// Text that is compared byte by byte.
    case text
    /// A host, compared without regard to case and to Unicode or `xn--` spelling.
    case host
    /// An id of parts joined by colons, whose beginning is enough.
    case identifier
    /// Yes or no.
    case flag
    /// One of a fixed list of words.
    case choice
    /// A number of bytes.
    case size
    /// A point in time.
    case time
    /// A length of time.
    case age
  }

  /// What kind of value it holds.
  public var kind: Kind {
    switch self {
    case .site, .host, .domain: .host
    case .name, .path, .value, .partition, .container, .issue, .view, .pool: .text
    case .store: .identifier
    case .secure, .httpOnly, .hostOnly, .session, .guarded, .marked, .changed: .flag
    case .type, .sameSite, .cause, .level: .choice
    case .size: .size
    case .expires, .created, .used: .time
    case .age: .age
    }
  }

  /// The words that a field of choices takes, in the order they are offered.
  public var choices: [String] {
    switch self {
    case .type: FilterChoices.types.map(\.word)
    case .sameSite: FilterChoices.sameSite.map(\.word)
    case .cause: FilterChoices.causes.map(\.word)
    case .level: FilterChoices.levels.map(\.word)
    default: kind == .flag ? ["yes", "no"] : []
    }
  }

  /// The operators that the field takes, in the order they are offered.
  public var operators: [FilterOperator] {
    switch kind {
    case .text, .host, .identifier: [.matches, .equals, .differs, .resembles]
    case .flag: [.matches, .equals, .differs]
    case .choice:
      self == .level
        ? [.matches, .equals, .differs, .less, .atMost, .greater, .atLeast]
        : [.matches, .equals, .differs]
    case .size, .time, .age: [.less, .atMost, .greater, .atLeast, .matches, .equals, .differs]
    }
  }
}

/// How a field is compared with a value.
public enum FilterOperator: String, Hashable, Sendable, CaseIterable {
  /// Exact or glob.
  case matches = ":"
  case equals = "="
  case differs = "!="
  /// By a regular expression.
  case resembles = "~"
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="

  /// Whether the operator takes a list of values.
  var takesList: Bool { self == .matches || self == .equals || self == .differs }
}
