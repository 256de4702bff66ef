import CookieCore
// JSON in one spelling for plans; the module stays free of everything else of Foundation.
import FoundationEssentials

/// Why a plan file cannot be used.
public enum PlanFileFailure: Error, Hashable, Sendable {
  /// The bytes are not JSON of a plan; the path of the field, where known.
  case malformed(field: String)
  case unsupportedVersion(Int)
  /// An item neither removes nor puts anything.
  case emptyItem(index: Int)
  /// The identity of an item is not that of its cookies.
  case wrongKey(index: Int)
  /// An item has a seal without its cookie, or a value beside the seal.
  case wrongSeal(index: Int)
  /// Two items are about one cookie of one store.
  case duplicate(index: Int)
  /// Two removals are about the same website data, or one has a path that is not absolute.
  case wrongData(index: Int)
  /// The id is not eight lower-case hex digits.
  case badID
}

extension Plan {
  private struct File: Codable {
    var version: Int
    var plan: Plan
  }
  private struct Version: Codable { var version: Int }

  /// The version of the plan file that is written; version 1 had no seals.
  public static let fileVersion = 2

  /// The plan as JSON for `--plan`, with sorted keys, so that the same plan gives the same bytes.
  ///
  /// It holds the values of the cookies, unless they were sealed before; whoever writes it to a file makes
  /// that private.
  public func fileForm() throws(PlanFileFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(File(version: Self.fileVersion, plan: self))) + [0x0A]
    } catch {
      throw .malformed(field: "")
    }
  }

  /// Reads a plan file and checks that it holds together.
  public init(fileForm bytes: [UInt8]) throws(PlanFileFailure) {
    let decoder = JSONDecoder()
    do {
      let found = try decoder.decode(Version.self, from: Data(bytes)).version
      guard (1...Self.fileVersion).contains(found) else {
        throw PlanFileFailure.unsupportedVersion(found)
      }
      self = try decoder.decode(File.self, from: Data(bytes)).plan
    } catch let failure as PlanFileFailure {
      throw failure
    } catch let error as DecodingError {
      throw .malformed(field: error.fieldPath)
    } catch {
      throw .malformed(field: "")
    }
    try validate()
  }

  /// Checks that every item says one thing about one cookie.
  public func validate() throws(PlanFileFailure) {
    guard id.utf8.count == 8, id.utf8.allSatisfy(\.isLowerHexDigit) else { throw .badID }
    var seen: [StoreID: Set<CookieKey>] = [:]
    for (index, item) in items.enumerated() {
      guard item.before != nil || item.after != nil else { throw .emptyItem(index: index) }
      for cookie in [item.before, item.after] {
        guard cookie.map({ $0.key == item.key }) ?? true else { throw .wrongKey(index: index) }
      }
      guard item.sealsAreWhole else { throw .wrongSeal(index: index) }
      guard seen[item.store, default: []].insert(item.key).inserted else {
        throw .duplicate(index: index)
      }
    }
    var data: [StoreID: Set<WebsiteDataItem.Identity>] = [:]
    for (index, removal) in removals.enumerated() {
      let files = removal.files + removal.databases + removal.remains
      guard data[removal.store, default: []].insert(removal.item.identity).inserted,
        files.allSatisfy({ $0.path.hasPrefix("/") && !$0.path.utf8.contains(0) })
      else { throw .wrongData(index: index) }
    }
  }
}

extension DecodingError {
  /// Where the JSON is wrong, such as `plan.items.3.key`; never what stands there.
  fileprivate var fieldPath: String {
    let path: [any CodingKey]
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      path = context.codingPath
    case .keyNotFound(let key, let context):
      path = context.codingPath + [key]
    @unknown default:
      path = []
    }
    return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
