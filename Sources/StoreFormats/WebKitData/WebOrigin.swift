/// A security origin as WebKit's files spell it.
///
/// - Source: WebKit, `WebCore/page/SecurityOriginData.cpp`.
public struct WebOrigin: Hashable, Sendable {
  /// The scheme, without a colon.
  public var scheme: String
  /// The host; empty for files.
  public var host: String
  /// An explicit port that is not the scheme's own; nil otherwise.
  public var port: UInt16?

  /// Takes every field as it is.
  public init(scheme: String, host: String, port: UInt16? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The origin string: `scheme://host` with `:port` where there is one, or `file://`.
  public var string: String {
    if scheme == "file" { return "file://" }
    return "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }

  /// The `scheme_host_port` form of file names and databases; port 0 means none.
  public var databaseIdentifier: String {
    if scheme == "file" { return "file__0" }
    return "\(scheme)_\(Self.escaped(host))_\(port ?? 0)"
  }

  /// Reads a `scheme_host_port` form; the host may hold underscores and is not unescaped.
  public init?(databaseIdentifier text: some StringProtocol) {
    guard let first = text.firstIndex(of: "_"), let last = text.lastIndex(of: "_"), first < last,
      first > text.startIndex, let port = UInt16(text[text.index(after: last)...])
    else { return nil }
    scheme = String(text[..<first])
    host = String(text[text.index(after: first)..<last])
    guard !host.isEmpty || scheme == "file" else { return nil }
    self.port = port == 0 ? nil : port
  }

  /// Reads an origin string.
  public init?(string text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    scheme = String(text[..<colon.lowerBound])
    var rest = text[colon.upperBound...]
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard !scheme.isEmpty, !rest.contains("/") else { return nil }
    let portStart = rest.lastIndex(of: ":").flatMap { colon in
      rest[colon...].contains("]") ? nil : colon
    }
    if let portStart, let number = UInt16(rest[rest.index(after: portStart)...]) {
      host = String(rest[..<portStart])
      port = number
    } else {
      host = String(rest)
      port = nil
    }
    guard !host.isEmpty || scheme == "file" else { return nil }
  }

  private static func escaped(_ host: String) -> String {
    let reserved = Set(" \"%*/:<>?\\|".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in host.utf8 {
      if byte < 0x20 || byte >= 0x7F || reserved.contains(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The pair of origins that an `origin` file names.
///
/// - Source: WebKit, `WebCore/storage/StorageUtilities.cpp`.
public struct WebOriginPair: Hashable, Sendable {
  /// The origin of the page at the top.
  public var top: WebOrigin
  /// The origin that the data belongs to.
  public var client: WebOrigin

  /// Takes every field as it is.
  public init(top: WebOrigin, client: WebOrigin) {
    self.top = top
    self.client = client
  }

  /// Decodes an `origin` file; bytes that trail are ignored, as WebKit does.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var decoder = PersistentDecoder(bytes)
    top = try WebOrigin(from: &decoder)
    client = try WebOrigin(from: &decoder)
  }
}

extension WebOrigin {
  init(from decoder: inout PersistentDecoder) throws(DecodingFailure) {
    scheme = try decoder.string() ?? ""
    host = try decoder.string() ?? ""
    port = try decoder.optional { (inner) throws(DecodingFailure) in try inner.uint16() }
  }
}
