import Foundation
import Testing

/// Test material from outside, in the folder that the environment names.
enum NetscapeCases {
  static let folder = OutsideCases.folder
  static var areThere: Bool { folder != nil }

  struct TextFile: Decodable, CustomTestStringConvertible {
    var id: String
    var file: String
    var expect: [Row]?
    var testDescription: String { id }
  }

  struct Row: Decodable {
    var line: Int
    var bad: String?
    var domain: String?
    var includeSubdomains: Bool?
    var path: String?
    var secure: Bool?
    var expires: Int64?
    var name: String?
    var value: String?
    var valueHex: String?
    var httpOnly: Bool?
    var extra: [String]?
  }

  struct CurlScript: Decodable, CustomTestStringConvertible {
    struct Step: Decodable {
      var op: String
      var expect: [[String]]?
    }

    var id: String
    var steps: [Step]
    var commandCookies: [String]?
    var filesIn: [String: String]?
    var expectJarOut: [String: String]?
    var testDescription: String { id }
  }

  static let textFiles: [TextFile] = cases(in: "netscape-txt")
  static let curlScripts: [CurlScript] = cases(in: "curl-cookies")

  static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: (folder ?? "") + "/" + path)))
  }

  private static func cases<Case: Decodable>(in suite: String) -> [Case] {
    guard folder != nil, let bytes = try? bytes(of: suite + "/cases.json") else { return [] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let decoded = try? decoder.decode([Lenient<Case>].self, from: Data(bytes))
    return decoded?.compactMap(\.value) ?? []
  }

  private struct Lenient<Value: Decodable>: Decodable {
    var value: Value?
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
  }
}
