import CookieCore
package import StoreModel

/// A declared set of pools, stores and views, as a scene file has it.
package struct Scene: Hashable, Sendable {
  /// A store, with the cookies that it is filled with before any view exists.
  struct Store: Hashable, Sendable {
    var name: String
    var kind: LiveStore.Kind
    var cookies: [Received]
  }

  /// A cookie as a server would set it.
  struct Received: Hashable, Codable, Sendable {
    var url: String
    var set: String
  }

  /// A view with the pages that it loads one after another.
  struct View: Hashable, Sendable {
    var name: String
    var pool: String?
    var store: String?
    var pages: [LiveAddress]
  }

  /// The file that declares it.
  var path = ""
  /// The name under which persistent stores are kept, and that stands in the stores' ids.
  package var app: String
  /// The name of the engine.
  package var engine: String
  /// The names of the engines that there are.
  static let engines = ["embedded", "webkit"]
  /// Whose rules of sharing are kept.
  package var era: EngineEra
  /// Files of cookies to list, by their absolute paths.
  package var jars: [String] = []
  var pools: [String] = []
  var stores: [Store] = []
  var views: [View] = []
  var links: [String: Configuration.Link] = [:]
  /// The links that carry once before the first page is loaded.
  var firstLinks: Set<String> = []

  /// The sites at which navigations with a store are held.
  func heldSites(of store: String) -> [String] {
    let id = stores.first { $0.name == store }.map { "live:\(app):\($0.id)" }
    return Set(links.values.filter { $0.web == id }.flatMap(\.beforeLoading)).sorted()
  }
}

/// Why a scene cannot be used.
package struct SceneFailure: Error, Hashable, Sendable {
  /// The file.
  var path: String
  /// The line, counted from 1; nil when it is not known.
  var line: Int?
  /// The key, such as `views.0.pool`; empty when the whole file is meant.
  var key: String
  /// What is wrong.
  var reason: String

  /// A plain text with what to do next.
  package var message: String {
    let place = VisibleText.escaped(path) + (line.map { ":\($0)" } ?? "")
    let key = key.isEmpty ? "" : "“\(VisibleText.escaped(key))”: "
    let end = reason.hasSuffix("?") ? " " : ". "
    return "\(place): \(key)\(VisibleText.escaped(reason))\(end)Correct the file; "
      + "“pantler scene FILE --check” looks at it without bringing it up."
  }
}
