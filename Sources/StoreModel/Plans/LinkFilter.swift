import CookieCore

/// A filter that a link goes by, kept as its text.
///
/// It asks about cookies alone. What only a screen or the log knows of one is refused, since a link works without
/// them.
public struct LinkFilter: Hashable, Sendable {
  /// The filter.
  public let filter: Filter
  /// Its regular spelling, with saved filters written out.
  public let text: String

  /// The fields that a link cannot ask about.
  private static let foreign: Set<FilterField> = [
    .store, .view, .pool, .marked, .changed, .issue, .cause, .level,
  ]

  /// Understands a filter.
  ///
  /// - Parameter saved: the texts of saved filters by name, for `@name`.
  public init(parsing text: String, saved: [String: String] = [:]) throws(FilterFailure) {
    let filter = try Filter(parsing: text, saved: saved)
    if let field = FilterField.allCases.first(where: {
      Self.foreign.contains($0) && filter.fields.contains($0)
    }) {
      let folded = text.lowercased()
      let place = folded.firstRange(of: field.rawValue)?.lowerBound ?? folded.startIndex
      let column = folded.distance(from: folded.startIndex, to: place) + 1
      throw FilterFailure(column: column, reason: .fieldNotOfLinks(field))
    }
    self.filter = filter
    self.text = filter.writtenOut
  }

  /// Reports whether a cookie fits.
  func matches(_ cookie: Cookie, in store: StoreID, _ context: PlanContext) -> Bool {
    var subject = FilterSubject(
      cookie: cookie, site: context.site(cookie), store: store.rawValue, now: context.now)
    subject.isGuarded = context.isGuardedByRule(cookie, in: store)
    return filter.matches(subject)
  }

  /// Compares the regular spelling.
  public static func == (left: LinkFilter, right: LinkFilter) -> Bool { left.text == right.text }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension LinkFilter: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    try self.init(parsing: container.decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
