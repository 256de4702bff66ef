import CookieCore
import StoreFormats
import StoreModel

/// Keeps the persistent cookies of live stores in files of Pantler's own JSON.
///
/// The file of a store is `APP/default/cookies.json` or `APP/UUID/cookies.json`; nothing is made for other stores.
struct LiveCookieFiles: LiveCookieKeeping {
  /// The directory of the app, which need not be there yet.
  var directory: String

  func path(of store: LiveStore.Kind) -> String {
    "\(directory)/\(Self.folder(of: store))/cookies.json"
  }

  func read(_ store: LiveStore.Kind) throws(StoreFailure) -> [Cookie] {
    let path = path(of: store)
    let document: PantlerJSON
    do {
      document = try PantlerJSON(decoding: try FileBytes.readPlain(path))
    } catch let failure as FileFailure {
      if failure.isMissing { return [] }
      throw .system(path: path, call: failure.call, code: failure.code)
    } catch {
      throw .malformed(path: path, offset: 0, expected: "a file of Pantler's JSON")
    }
    // Writing it anew would lose what cannot be read.
    guard !document.isDamaged else { throw .damaged(path: path) }
    return document.cookies
  }

  func write(_ cookies: [Cookie], of store: LiveStore.Kind) throws(StoreFailure) {
    let path = path(of: store)
    var document = PantlerJSON()
    _ = document.apply(cookies.map(StoreChange.put))
    do throws(FileFailure) {
      try PrivateFileWriter.makeDirectory("\(directory)/\(Self.folder(of: store))")
      try PrivateFileWriter.write(document.encoded(), to: path)
    } catch {
      throw .system(path: path, call: error.call, code: error.code)
    }
  }

  private static func folder(of store: LiveStore.Kind) -> String {
    switch store {
    case .default: "default"
    case .identified(let uuid): uuid
    case .nonPersistent: "nonPersistent"
    }
  }
}
