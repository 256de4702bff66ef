public import CookieCore

/// Whom a device salt file is for, as GLib's keyed encoding says it.
///
/// - Source: WebKit, `UIProcess/DeviceIdHashSaltStorage.cpp` and `platform/glib/KeyedEncoderGlib.cpp`.
public struct HashSalt: Hashable, Sendable {
  /// The database identifier of the origin.
  public var origin: String
  /// The database identifier of the origin at the top.
  public var parentOrigin: String
  /// When the salt was last used; nil when unknown.
  public var lastUsed: Timestamp?

  /// Takes every field as it is.
  public init(origin: String, parentOrigin: String, lastUsed: Timestamp?) {
    self.origin = origin
    self.parentOrigin = parentOrigin
    self.lastUsed = lastUsed
  }

  /// Decodes a serialized `a{sv}`.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    let values = try GVariantDictionary(decoding: bytes)
    guard let origin = values.string("origin") else { throw .invalid(field: "origin", offset: 0) }
    self.origin = origin
    parentOrigin = values.string("parentOrigin") ?? origin
    lastUsed = values.double("lastTimeUsed").map { Timestamp(secondsSince1970: $0) }
  }
}

extension HashSalt {
  /// The bytes of the file, a serialized `a{sv}`.
  public var encoded: [UInt8] {
    var entries = [
      ("origin", Array(origin.utf8) + [0], "s"),
      ("parentOrigin", Array(parentOrigin.utf8) + [0], "s"),
    ]
    if let lastUsed {
      let bits = (Double(lastUsed.microseconds) / 1_000_000).bitPattern.littleEndian
      entries.append(("lastTimeUsed", withUnsafeBytes(of: bits) { Array($0) }, "d"))
    }
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for (key, value, type) in entries {
      bytes.pad()
      var entry = Array(key.utf8) + [0]
      let keyEnd = UInt8(entry.count)
      entry.pad()
      // Names and origins are short, so every offset within an entry fits into one byte or two.
      entry += value + [0] + Array(type.utf8)
      bytes += entry + (entry.count < 0xFF ? [keyEnd] : [keyEnd, 0])
      ends.append(bytes.count)
    }
    let isShort = bytes.count + ends.count <= 0xFF
    return bytes
      + ends.flatMap { isShort ? [UInt8($0)] : [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)] }
  }
}

extension [UInt8] {
  /// Fills up to a multiple of eight.
  fileprivate mutating func pad() { self += Array(repeating: 0, count: -count & 7) }
}

/// The entries of a serialized GVariant of type `a{sv}` in little-endian order.
///
/// - Source: GLib, the GVariant specification, version 1.0.
struct GVariantDictionary {
  private struct Variant {
    var type: String
    var child: ArraySlice<UInt8>
  }

  private var entries: [String: Variant] = [:]

  init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    guard !bytes.isEmpty else { return }
    let width = Self.offsetWidth(bytes.count)
    let table = try Self.offset(bytes[...], from: bytes.count - width, width)
    guard table <= bytes.count - width, (bytes.count - table) % width == 0 else {
      throw .invalid(field: "frame", offset: bytes.count - width)
    }
    var start = 0
    for place in stride(from: table, to: bytes.count, by: width) {
      let end = try Self.offset(bytes[...], from: place, width)
      guard start <= end, end <= table else { throw .invalid(field: "frame", offset: place) }
      try add(bytes[start..<end])
      // Entries with a variant in them begin at multiples of eight.
      start = (end + 7) & ~7
    }
  }

  func string(_ key: String) -> String? {
    guard let variant = entries[key], variant.type == "s", variant.child.last == 0 else {
      return nil
    }
    return String(decoding: variant.child.dropLast(), as: UTF8.self)
  }

  func double(_ key: String) -> Double? {
    guard let variant = entries[key], variant.type == "d", variant.child.count == 8 else {
      return nil
    }
    return Double(bitPattern: variant.child.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// An entry is a string, padding, a variant, and the offset of the string's end.
  private mutating func add(_ entry: ArraySlice<UInt8>) throws(DecodingFailure) {
    let width = Self.offsetWidth(entry.count)
    guard entry.count > width else {
      throw .truncated(offset: entry.endIndex, needed: width + 1 - entry.count)
    }
    let keyEnd = try Self.offset(entry, from: entry.count - width, width)
    let variantStart = (keyEnd + 7) & ~7
    guard keyEnd >= 1, variantStart <= entry.count - width else {
      throw .invalid(field: "entry", offset: entry.startIndex)
    }
    let key = entry.prefix(keyEnd - 1)
    let variant = entry.dropFirst(variantStart).dropLast(width)
    guard let zero = variant.lastIndex(of: 0) else {
      throw .invalid(field: "variant", offset: variant.startIndex)
    }
    entries[String(decoding: key, as: UTF8.self)] = Variant(
      type: String(decoding: variant[(zero + 1)...], as: UTF8.self), child: variant[..<zero])
  }

  private static func offsetWidth(_ count: Int) -> Int {
    count <= 0xFF ? 1 : count <= 0xFFFF ? 2 : 4
  }

  /// Reads an offset that is counted from the start of a container.
  private static func offset(
    _ bytes: ArraySlice<UInt8>, from place: Int, _ width: Int
  ) throws(DecodingFailure) -> Int {
    guard place >= 0, place + width <= bytes.count else {
      throw .truncated(offset: bytes.endIndex, needed: width)
    }
    let start = bytes.startIndex + place
    return bytes[start..<(start + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
