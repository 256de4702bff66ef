import CookieCore
import Foundation
import StoreModel

/// The folder with the plans whose command lines were copied from the interface.
struct PlanFolder {
  /// Where it is.
  let path: String
  /// The clock.
  let now: Timestamp

  /// For how long a plan is kept; it says what was in a store at its time, and is soon out of date.
  private static let keptSeconds: Int64 = 7 * 86_400

  /// Keeps a plan for its owner alone, and removes those that are old.
  ///
  /// - Returns: the path of the file.
  func keep(_ plan: Plan, randomID: () -> String) throws -> String {
    let bytes = try plan.sealedFileForm(randomID)
    try PrivateFileWriter.makeDirectory(path)
    let file = path + "/" + plan.fileName
    try PrivateFileWriter.write(bytes, to: file)
    removeOld()
    return file
  }

  /// An old plan that cannot be removed does no harm to the new one, and is tried again the next time.
  private func removeOld() {
    let files = FileManager.default
    let oldest = Date(
      timeIntervalSince1970: now.adding(seconds: -Self.keptSeconds).secondsSince1970)
    for name in (try? files.contentsOfDirectory(atPath: path)) ?? []
    where name.hasPrefix("plan-") && name.hasSuffix(".json") {
      let file = path + "/" + name
      guard let time = try? files.attributesOfItem(atPath: file)[.modificationDate] as? Date,
        time < oldest
      else { continue }
      try? files.removeItem(atPath: file)
    }
  }
}

extension Plan {
  /// The file form with a seal in place of every value.
  ///
  /// - Parameter randomID: gives another text each time.
  func sealedFileForm(_ randomID: () -> String) throws(PlanFileFailure) -> [UInt8] {
    // As random as 16 bytes, so that nobody has digests of likely values ready.
    let salt = (0..<4).map { _ in randomID() }.joined()
    return try sealed(salt: salt).fileForm()
  }
}
