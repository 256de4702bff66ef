/// Paths of cookies and requests.
///
/// Source: RFC 6265bis 5.1.4. Paths are compared byte by byte: `/%61` and `/a` are two paths.
public enum CookiePath {
  /// The path of a cookie that names none: the directory of the request's path.
  public static func defaultPath(of requestPath: String) -> String {
    let bytes = requestPath.utf8
    guard bytes.first == UInt8(ascii: "/"), let last = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return "/"
    }
    return last == bytes.startIndex ? "/" : String(requestPath[..<last])
  }

  /// Reports whether a cookie's path covers a request's path.
  ///
  /// `/doc` covers `/doc` and `/doc/a`, but not `/docs`.
  public static func matches(requestPath: String, cookiePath: CookieText) -> Bool {
    var requestPath = requestPath
    return requestPath.withUTF8 { request in
      cookiePath.withBytes { matches(request: request, cookie: $0) }
    }
  }

  static func matches(
    request: UnsafeBufferPointer<UInt8>, cookie: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = cookie.count
    guard count <= request.count, count > 0 else { return count == request.count }
    // Most cookies have the path "/".
    if count == 1, cookie[0] == 0x2F { return request[0] == 0x2F }
    for index in 0..<count where request[index] != cookie[index] { return false }
    return request.count == count || cookie[count - 1] == 0x2F || request[count] == 0x2F
  }

  /// Returns every cookie path that covers a request's path, longest first, that has no slash at its end.
  public static func matchingPaths(of requestPath: String) -> [String] {
    var paths: [String] = []
    var path = requestPath[...]
    while path.utf8.count > 1 {
      paths.append(String(path))
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { break }
      path = path[..<slash]
    }
    return requestPath.utf8.first == UInt8(ascii: "/") ? paths + ["/"] : paths
  }
}
