import StoreModel

/// A scene file as it is written, before names are looked up.
struct SceneFile: Decodable {
  struct Store: Decodable {
    var name: String
    var kind: String?
    var cookies: [Scene.Received]?
  }

  struct Configuration: Decodable {
    var name: String
    var pool: String?
    var store: String?
  }

  struct View: Decodable {
    var name: String
    var configuration: String?
    var pool: String?
    var store: String?
    var load: [Page]?
  }

  /// A page: an address alone, or with what else is asked.
  struct Page: Decodable {
    struct Request: Decodable {
      var url: String
      var method: String?
      var body: String?
      var from: String?
    }

    var address: LiveAddress

    init(from decoder: any Decoder) throws {
      if let url = try? decoder.singleValueContainer().decode(String.self) {
        address = LiveAddress(url: url)
        return
      }
      let request = try Request(from: decoder)
      address = LiveAddress(
        url: request.url, method: request.method ?? "GET", body: request.body,
        initiator: request.from)
    }
  }

  struct Link: Decodable {
    var name: String
    var web: String
    var shared: String
    var direction: SyncDirection?
    var sites: [String]?
    var prune: Bool?
    var prefer: String?
    var sessions: Bool?
    var watch: Bool?
    var beforeLoading: [String]?
    var first: Bool?
  }

  var app: String?
  var engine: String?
  var era: EngineEra?
  var jars: [String]?
  var pools: [String]?
  var stores: [Store]?
  var configurations: [Configuration]?
  var views: [View]?
  var links: [Link]?

  /// Whether there is anything to bring up.
  var declaresAnything: Bool {
    ![jars ?? [], pools ?? []].allSatisfy(\.isEmpty) || !(stores ?? []).isEmpty
      || !(views ?? []).isEmpty || !(links ?? []).isEmpty || !(configurations ?? []).isEmpty
  }

  /// The keys of each object, by the path to it without positions.
  static let keys: [[String]: [String]] = [
    []: [
      "app", "engine", "era", "jars", "pools", "stores", "configurations", "views", "links",
    ],
    ["stores"]: ["name", "kind", "cookies"],
    ["stores", "cookies"]: ["url", "set"],
    ["configurations"]: ["name", "pool", "store"],
    ["views"]: ["name", "configuration", "pool", "store", "load"],
    ["views", "load"]: ["url", "method", "body", "from"],
    ["links"]: [
      "name", "web", "shared", "direction", "sites", "prune", "prefer", "sessions", "watch",
      "beforeLoading", "first",
    ],
  ]
}
