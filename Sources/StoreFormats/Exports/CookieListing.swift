public import CookieCore
public import StoreModel

/// The JSON of a cookie in a listing: one object, no line end.
public enum CookieListing {
  /// Appends one cookie.
  ///
  /// - Parameters:
  ///   - store: the store that the cookie is in.
  ///   - site: the name of the site that the domain belongs to.
  ///   - issues: the identifiers of what is odd about the cookie.
  ///   - includeValues: whether the value is written; otherwise its length is.
  ///   - httpOnlyIsRecorded: whether the store records HttpOnly; if not, false is written as null.
  public static func append(
    _ cookie: Cookie, store: StoreID, site: String?, issues: [String], includeValues: Bool,
    httpOnlyIsRecorded: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append("{\"store\":")
    bytes.appendJSON(store.rawValue)
    bytes.append(UInt8(ascii: ","))
    CookieJSON.appendMembers(
      of: cookie, value: includeValues ? .whole : .length, httpOnlyIsRecorded: httpOnlyIsRecorded,
      to: &bytes)
    bytes.append(",\"site\":")
    if let site { bytes.appendJSON(site) } else { bytes.append("null") }
    bytes.append(",\"issues\":[")
    for (index, issue) in issues.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(issue)
    }
    bytes.append(UInt8(ascii: "]"))
    CookieJSON.appendRareMembers(of: cookie, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}
