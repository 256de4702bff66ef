/// Something in a Set-Cookie line that was ignored, changed or read in an unexpected way.
public struct SetCookieNote: Hashable, Codable, Sendable {
  /// What happened.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// The cookie has no name.
    case namelessCookie
    /// An attribute is not known.
    case attributeUnknown
    /// An attribute's value is over 1024 bytes.
    case attributeTooLong
    /// An attribute comes again; the last one counts.
    case attributeRepeated
    /// An Expires attribute is no date.
    case dateNotUnderstood
    /// A Max-Age attribute is no whole number.
    case maxAgeNotUnderstood
    /// There are Max-Age and Expires; the former counts.
    case maxAgeOverridesExpires
    /// A Path attribute does not begin with a slash.
    case pathNotAbsolute
    /// A SameSite attribute has an unknown value.
    case sameSiteNotUnderstood
    /// A Domain attribute is empty.
    case domainEmpty
    /// A Domain attribute names a public suffix that is the host.
    case domainIsOwnHost
    /// The lifetime was cut to the longest allowed.
    case lifetimeCapped
    /// The cookie is expired on arrival.
    case expiredAtOnce
    /// There was more to note than is kept.
    case moreNotesOmitted
  }

  /// What happened.
  public var kind: Kind
  /// The raw text it is about, cut to 1024 bytes; empty where the kind says it all.
  public var text: CookieText

  /// Makes a note.
  public init(_ kind: Kind, text: CookieText = "") {
    self.kind = kind
    self.text = text
  }
}

extension SetCookieNote.Kind {
  /// One plain sentence.
  public var sentence: String {
    switch self {
    case .namelessCookie:
      "There is no name, so the whole pair is the value of a cookie without a name."
    case .attributeUnknown: "The attribute is not known and was ignored."
    case .attributeTooLong: "The attribute's value is longer than 1024 bytes and was ignored."
    case .attributeRepeated: "The attribute stands there more than once; the last one counts."
    case .dateNotUnderstood: "The date was not understood and was ignored."
    case .maxAgeNotUnderstood: "The Max-Age is not a whole number and was ignored."
    case .maxAgeOverridesExpires: "Max-Age counts and Expires does not, whichever comes first."
    case .pathNotAbsolute: "The path does not begin with a slash, so the default path is used."
    case .sameSiteNotUnderstood: "The SameSite value is not known, so the default applies."
    case .domainEmpty: "The domain is empty, so the cookie belongs to the host alone."
    case .domainIsOwnHost:
      "The domain is the host and takes no subdomains, so it belongs to the host alone."
    case .lifetimeCapped: "The lifetime was cut to 400 days."
    case .expiredAtOnce:
      "The expiry time has passed, so this deletes the cookie instead of storing it."
    case .moreNotesOmitted: "More attributes were ignored than are listed here."
    }
  }
}
