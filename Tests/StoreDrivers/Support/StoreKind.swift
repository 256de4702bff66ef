import CookieCore
import Foundation
import StoreFormats
import StoreModel
import Testing

@testable import StoreDrivers

/// A kind of store and what it cannot do.
struct StoreKind: Sendable, CustomTestStringConvertible {
  var format: StoreFormat
  var engine: Engine
  var fileName: String
  /// Bytes of the format that hold `sid` of shop.example and something that is not understood.
  var foreignContent: (bytes: [UInt8], marker: [UInt8])?
  /// Bytes that a reader recognises but can't read to the end; nil when every line stands alone.
  var damagedContent: [UInt8]?
  /// Bytes in which one identity stands twice, the later one with the value `new`.
  var duplicates: [UInt8]?

  var testDescription: String { format.rawValue }

  static let all: [StoreKind] = [
    binaryCookies, libsoupDatabase, netscape, libsoupText, foundation, pantlerJSON,
  ]

  private static let binaryCookies = StoreKind(
    format: .binarycookies, engine: .apple, fileName: "Cookies.binarycookies",
    foreignContent: (BinarySample.unknownFlag, BinarySample.unknownFlagRecord),
    damagedContent: Array(BinarySample.unknownFlag.prefix(60)))

  private static let libsoupDatabase = StoreKind(
    format: .libsoupDatabase, engine: .webkitgtk, fileName: "cookies.sqlite")

  private static let netscape = StoreKind(
    format: .netscape, engine: .jar, fileName: "cookies.txt",
    foreignContent: (
      Array(
        "# Netscape HTTP Cookie File\n# a remark\nno cookie at all\n\n\(line("s1"))# the end\n".utf8
      ),
      Array("# a remark\nno cookie at all\n\n".utf8)
    ), duplicates: Array("# Netscape HTTP Cookie File\n\(line("old"))\(line("new"))".utf8))

  private static let libsoupText = StoreKind(
    format: .libsoupText, engine: .webkitgtk, fileName: "cookies.txt",
    foreignContent: (
      Array("# HTTP Cookie File\n# a remark\n\(line("s1", "\tLax"))".utf8),
      Array("# a remark\n".utf8)
    ), duplicates: Array("# HTTP Cookie File\n\(line("old", "\tLax"))\(line("new", "\tLax"))".utf8))

  private static let foundation = StoreKind(
    format: .foundationPropertyList, engine: .foundation, fileName: ".cookies.shared",
    foreignContent: (Array(FoundationSample.text.utf8), Array("Something unknown".utf8)))

  private static let pantlerJSON = StoreKind(
    format: .pantlerJSON, engine: .jar, fileName: "cookies.json")

  private static func line(_ value: String, _ rest: String = "") -> String {
    "shop.example\tFALSE\t/\tTRUE\t2000000000\tsid\t\(value)\(rest)\n"
  }

  /// Describes a store of this kind.
  func description(at path: String) -> StoreDescription {
    StoreDescription(
      id: StoreID(rawValue: "\(engine.rawValue):\(path)"),
      app: App(id: "test", name: "test", engine: engine), kind: .standard, format: format,
      path: path, title: "test", capabilities: .file(format))
  }
}

/// A cookie of shop.example that every kind can hold.
func sample(
  _ name: String, _ value: String, path: String = "/", domain: String = "shop.example",
  hostOnly: Bool = true
) -> Cookie {
  Cookie(
    name: CookieText(name), value: CookieText(value), domain: CookieText(domain),
    hostOnly: hostOnly, path: CookieText(path), secure: true,
    expiryTime: Timestamp(seconds: 2_000_000_000))
}

enum BinarySample {
  /// One host-only cookie `sid` of shop.example, whose flags have a bit that nobody knows.
  static let unknownFlag: [UInt8] = {
    var cookies = BinaryCookies()
    _ = cookies.apply([.put(sample("sid", "s1"))])
    var bytes = cookies.encoded()
    // The flags of the first record of the first page; its checksum is the sum of every fourth byte.
    let page = 12
    let record = page + 16
    bytes[record + 8] |= 0x40
    let checksum = bytes.count - 75 - 12
    let sum = bytes[checksum..<(checksum + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } + 0x40
    for index in 0..<4 {
      bytes[checksum + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index))
    }
    return bytes
  }()

  static var unknownFlagRecord: [UInt8] {
    let start = 12 + 16
    return Array(unknownFlag[start..<(start + 60)])
  }
}

enum FoundationSample {
  static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>shop.example/sid</key>
    \t<dict>
    \t\t<key>Domain</key>
    \t\t<string>shop.example</string>
    \t\t<key>Expires</key>
    \t\t<real>2000000000</real>
    \t\t<key>Name</key>
    \t\t<string>sid</string>
    \t\t<key>Path</key>
    \t\t<string>/</string>
    \t\t<key>Secure</key>
    \t\t<true/>
    \t\t<key>Something unknown</key>
    \t\t<string>kept</string>
    \t\t<key>Value</key>
    \t\t<string>s1</string>
    \t\t<key>Version</key>
    \t\t<integer>0</integer>
    \t</dict>
    </dict>
    </plist>

    """
}
