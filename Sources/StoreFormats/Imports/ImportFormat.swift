/// A format that cookies can be imported from.
public enum ImportFormat: String, Codable, Hashable, Sendable, CaseIterable {
  /// Pantler's own lossless file.
  case pantlerJSON = "json"
  /// What Pantler lists with `--json --values` or `--jsonl --values`.
  case listing
  /// Playwright's storage state or list of cookies.
  case playwright
  /// `Network.getAllCookies` of the DevTools protocol.
  case devTools
  /// `cookies.getAll` of the WebExtension API.
  case webExtension
  case cookieEditor
  case editThisCookie
  case cookieQuickManager
  /// An HTTP Archive.
  case har
  /// `cookies.txt` of any dialect.
  case netscape
  case binarycookies
  /// The property list of `HTTPCookieStorage` on Linux.
  case foundation
  /// `Set-Cookie` lines, with or without the name of the header.
  case setCookie = "set-cookie"
}

/// Why nothing could be imported.
public enum ImportFailure: Error, Hashable, Sendable {
  /// The bytes are of no known format.
  case unknownFormat
  /// The file is JSON up to this offset only.
  case notJSON(offset: Int)
  /// The lines say nothing about their host, so a URL has to be given.
  case needsURL
  /// A cookie file could not be decoded.
  case undecodable(ImportFormat, DecodingFailure)
}
