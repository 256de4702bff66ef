import StoreFormats
import StoreModel

/// What is where a store was.
struct ReplacedStore {
  private let store: StoreDescription

  init(_ store: StoreDescription) {
    self.store = store
  }

  /// Why the store cannot be had.
  var failure: StoreFailure {
    let path = store.path
    switch FileStatus.presence(of: path) {
    case .absent: return .gone(path: path)
    case .unknown(let failure): return failure.storeFailure(path: path)
    case .present(let status):
      guard status.kind == .regular || status.kind == .directory else {
        return .unsupported(path: path, reason: status.kind.refusal)
      }
      let found = status.kind == .directory ? "a folder" : Self.words(for: ContentKind(of: path))
      return .unsupported(
        path: path,
        reason:
          "This was \(Self.words(for: store.format)), and now there is \(found). It was left alone. Put the "
          + "store back to undo what was done to it.")
    }
  }

  private static func words(for format: StoreFormat) -> String {
    switch format {
    case .binarycookies: "a Cookies.binarycookies"
    case .libsoupDatabase: "a cookie database of libsoup"
    case .libsoupText: "a text jar of libsoup"
    case .netscape: "a cookies.txt"
    case .foundationPropertyList: "a cookie file of Foundation"
    case .pantlerJSON: "a JSON file of cookies"
    case .firefoxDatabase: "a cookie database of Firefox"
    case .chromiumDatabase: "a cookie database of Chromium"
    }
  }

  private static func words(for kind: ContentKind) -> String {
    switch kind {
    case .binaryCookies: "a Cookies.binarycookies"
    case .libsoupDatabase: "a cookie database of libsoup"
    case .otherDatabase: "a database without libsoup's table of cookies"
    case .text(let dialect): dialect == .libsoup ? "a text jar of libsoup" : "a cookies.txt"
    case .propertyList: "a property list"
    case .json: "a JSON file"
    case .empty: "an empty file"
    case .unknown: "a file of another kind"
    case .unreadable: "a file that cannot be read"
    }
  }
}
