/// How the bytes of a store are laid out.
public enum StoreFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case binarycookies
  /// The SQLite jar of libsoup.
  case libsoupDatabase
  /// The text jar of libsoup, with its eighth field.
  case libsoupText
  /// Netscape `cookies.txt` in the dialects of curl, wget, yt-dlp and Mozilla.
  case netscape
  /// The property list of `HTTPCookieStorage` on Linux.
  case foundationPropertyList
  /// Pantler's own lossless JSON.
  case pantlerJSON
  case firefoxDatabase
  case chromiumDatabase
}
