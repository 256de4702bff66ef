import CookieCore
import StoreModel

/// Reads any of the formats.
struct ImportReader {
  var format: ImportFormat?
  var cookies: [Cookie] = []
  var notices = NoticeList()
  let options: CookieImport.Options
  private let bytes: [UInt8]

  /// Begins with all bytes.
  init(_ bytes: [UInt8], options: CookieImport.Options) {
    self.bytes = bytes
    self.options = options
  }

  /// The bytes behind a byte order mark and white space.
  static func start(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    return body.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Recognises the format and reads the cookies.
  mutating func read() throws(ImportFailure) {
    switch Self.start(of: bytes).first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try readJSON()
    case UInt8(ascii: "<"): try read(FoundationCookieFile.self, as: .foundation)
    case nil: throw .unknownFormat
    default: try readText()
    }
  }

  private mutating func readText() throws(ImportFailure) {
    switch CookieImport.detect(bytes) {
    case .binarycookies: try read(BinaryCookies.self, as: .binarycookies)
    case .netscape: try read(NetscapeJar.self, as: .netscape)
    case .setCookie:
      format = .setCookie
      try readSetCookies(bytes)
    default: throw .unknownFormat
    }
  }

  private mutating func read<Document: CookieDocument>(
    _ type: Document.Type, as format: ImportFormat
  ) throws(ImportFailure) {
    self.format = format
    do throws(DecodingFailure) {
      let document = try Document(decoding: bytes)
      cookies = document.cookies
      for notice in document.notices {
        notices.add(notice.level, notice.message, at: notice.offset, line: notice.line)
      }
    } catch {
      throw .undecodable(format, error)
    }
  }

  private mutating func readJSON() throws(ImportFailure) {
    let value: JSONValue
    do throws(JSONFailure) {
      value = try JSONReader.value(of: bytes)
    } catch {
      guard ListingLines.isListing(bytes) else { throw .notJSON(offset: error.offset) }
      readListing(ListingLines.values(of: bytes))
      return
    }
    format = Self.format(of: value)
    switch format {
    case .pantlerJSON: try read(PantlerJSON.self, as: .pantlerJSON)
    case .listing: readListing(value.elements ?? [value])
    case .har: readArchive(value)
    case nil: throw .unknownFormat
    default: readEntries(Self.entries(of: value) ?? [])
    }
  }

  private mutating func readListing(_ values: [JSONValue]) {
    format = .listing
    for (index, value) in values.enumerated() {
      do throws(CookieJSON.Objection) {
        cookies.append(try CookieJSON.cookie(from: value))
      } catch {
        let isMasked = error.member == "value"
        leaveOut(
          index, value, isMasked ? "its value was masked" : "its member \(error.member) is unusable"
        )
      }
    }
  }

  private mutating func readEntries(_ values: [JSONValue]) {
    for (index, value) in values.enumerated() {
      var entry = ImportedEntry(value)
      do throws(ImportedEntry.Objection) {
        let cookie = try entry.cookie()
        cookies.append(cookie)
        for remark in entry.remarks {
          notices.add(.warning, "Entry \(index + 1), \(CookieLabel.label(cookie)): \(remark)")
        }
      } catch {
        leaveOut(index, value, error.reason)
      }
    }
  }

  private mutating func leaveOut(_ index: Int, _ value: JSONValue, _ reason: String) {
    let name = value["name"]?.text.map { ", “\(CookieLabel.visible($0))”," } ?? ""
    notices.add(.warning, "Entry \(index + 1)\(name) is left out: \(reason).")
  }
}

// MARK: - Recognising JSON

extension ImportReader {
  /// Recognises who wrote a JSON value, or returns nil when it holds no cookies.
  static func format(of value: JSONValue) -> ImportFormat? {
    if value["format"]?.string == PantlerJSON.formatName { return .pantlerJSON }
    if value["log"]?["entries"]?.elements != nil { return .har }
    if value["origins"] != nil, value["cookies"]?.elements != nil { return .playwright }
    guard let entries = entries(of: value) else {
      return value["store"] != nil && value["hostOnly"] != nil ? .listing : nil
    }
    guard let first = entries.first(where: { $0.members != nil }) else {
      return entries.isEmpty ? .webExtension : nil
    }
    return format(ofEntry: first)
  }

  private static func format(ofEntry entry: JSONValue) -> ImportFormat? {
    if entry["Host raw"] != nil || entry["Name raw"] != nil { return .cookieQuickManager }
    guard entry["name"] != nil || entry["domain"] != nil else { return nil }
    if entry["store"]?.string != nil, entry["hostOnly"] != nil { return .listing }
    if entry["size"] != nil || entry["priority"] != nil { return .devTools }
    if entry["storeId"] != nil || entry["expirationDate"] != nil || entry["hostOnly"] != nil {
      if entry["id"] != nil { return .editThisCookie }
      let isCookieEditor = entry["storeId"] == .null || entry["sameSite"] == .null
      return isCookieEditor ? .cookieEditor : .webExtension
    }
    return .playwright
  }

  /// Finds the list of cookies: the value itself, its member `cookies`, or that of a protocol answer.
  static func entries(of value: JSONValue) -> [JSONValue]? {
    value.elements ?? value["cookies"]?.elements ?? value["result"]?["cookies"]?.elements
  }
}

/// A listing with one object a line.
enum ListingLines {
  /// Reports whether the first line is an object of a listing.
  static func isListing(_ bytes: [UInt8]) -> Bool {
    guard let line = lines(of: bytes).first, let value = try? JSONReader.value(of: Array(line))
    else {
      return false
    }
    return value["store"]?.string != nil && value["hostOnly"] != nil
  }

  /// Reads the lines; one that is no JSON comes as null, so that it can be told.
  static func values(of bytes: [UInt8]) -> [JSONValue] {
    lines(of: bytes).map { (try? JSONReader.value(of: Array($0))) ?? .null }
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == 0x0A || $0 == 0x0D }
  }
}
