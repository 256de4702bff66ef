import CookieCore

/// Tells which cookies of two stores are one and the same to both.
struct SyncIdentity {
  /// What one of the stores cannot keep.
  let ignored: Set<CookieAttribute>
  /// Whether a part of the identity that both sides have to tell is missing in one of them.
  private let lacksIdentity: Bool

  init(_ terms: SyncTerms, in context: PlanContext) {
    ignored = context.unrepresentable(in: terms.web)
      .union(context.unrepresentable(in: terms.shared))
    lacksIdentity = !ignored.isDisjoint(with: [.hostOnly, .path, .sourceScheme])
  }

  /// The identity without what one of the stores cannot tell, and with the domain in lower case.
  func key(of cookie: Cookie) -> CookieKey {
    var key =
      lacksIdentity
      ? cookie.adapted(lacking: ignored.subtracting([.partition, .container])).key : cookie.key
    let isLower = key.domain.utf8String?.utf8.allSatisfy { !(65...90).contains($0) } ?? false
    if !isLower {
      key.domain = CookieText(
        bytes: key.domain.bytes.map { (65...90).contains($0) ? $0 + 32 : $0 })
    }
    return key
  }
}
