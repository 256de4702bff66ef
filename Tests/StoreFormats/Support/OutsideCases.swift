import Foundation

/// Test material from outside, in the folder that the environment names.
enum OutsideCases {
  static let folder = ProcessInfo.processInfo.environment["PANTLER_CASES"]
  static var areAvailable: Bool { folder != nil }

  /// The cases of one suite and one kind.
  static func cases(suite: String, kind: String) throws -> [OutsideCase] {
    guard let folder else { return [] }
    let root = URL(fileURLWithPath: folder).appendingPathComponent(suite)
    let data = try Data(contentsOf: root.appendingPathComponent("cases.json"))
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    return list.filter { $0["kind"] as? String == kind }.map {
      OutsideCase(members: $0, root: root)
    }
  }
}

/// One case with its members as JSON says them.
struct OutsideCase {
  let members: [String: Any]
  let root: URL

  var id: String { members["id"] as? String ?? "" }
  var expect: [String: Any] { members["expect"] as? [String: Any] ?? [:] }
  var expectedCookies: [[String: Any]] { expect["cookies"] as? [[String: Any]] ?? [] }

  func file() throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(members["file"] as? String ?? "")))
  }
}
