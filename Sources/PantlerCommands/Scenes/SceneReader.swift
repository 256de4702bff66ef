import CookieCore
import FoundationEssentials
import StoreModel

/// Reads a scene and looks up every name in it.
struct SceneReader {
  private let path: String
  private let keys: JSON5Keys
  private let publicSuffixes: PublicSuffixes
  private var scene: Scene
  /// The folder of the file, from which relative paths in it start.
  private var folder = ""

  /// Reads a scene file.
  static func read(
    _ path: String, publicSuffixes: PublicSuffixes
  ) throws(SceneFailure) -> Scene {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path)
    } catch {
      throw SceneFailure(
        path: path, line: nil, key: "",
        reason: "it cannot be read: " + SystemText.text(for: error.code))
    }
    return try parse(bytes, path: path, publicSuffixes: publicSuffixes)
  }

  /// Understands the text of a file.
  static func parse(
    _ bytes: [UInt8], path: String, publicSuffixes: PublicSuffixes
  ) throws(SceneFailure) -> Scene {
    let keys = JSON5Keys(bytes)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let file: SceneFile
    do {
      file = try decoder.decode(SceneFile.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw failure(for: error, path, keys)
    } catch {
      throw SceneFailure(path: path, line: keys.errorLine, key: "", reason: "it is no JSON5")
    }
    var reader = SceneReader(file, path, keys, publicSuffixes)
    try reader.checkKeys()
    try reader.take(file)
    return reader.scene
  }

  private init(
    _ file: SceneFile, _ path: String, _ keys: JSON5Keys, _ publicSuffixes: PublicSuffixes
  ) {
    self.path = path
    self.keys = keys
    self.publicSuffixes = publicSuffixes
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.firstIndex(of: ".").map { String(name[..<$0]) } ?? name
    scene = Scene(
      path: path, app: file.app ?? stem, engine: file.engine ?? "embedded",
      era: file.era ?? .ios15)
  }

  private func checkKeys() throws(SceneFailure) {
    for key in keys.all {
      let names = key.path.filter { !JSON5Keys.isPosition($0) }
      guard let name = names.last, let known = SceneFile.keys[Array(names.dropLast())],
        !known.contains(name)
      else { continue }
      throw fault(key.path, "there is no such key" + hint(name, known))
    }
  }

  private mutating func take(_ file: SceneFile) throws(SceneFailure) {
    guard Self.isName(scene.app) else {
      throw fault(["app"], "a name has letters, digits, dots, hyphens and underscores")
    }
    guard Scene.engines.contains(scene.engine) else {
      throw fault(
        ["engine"],
        "there is no engine “\(scene.engine)”" + hint(scene.engine, Scene.engines)
          + "; there are " + Scene.engines.joined(separator: " and "))
    }
    guard file.declaresAnything else {
      throw SceneFailure(
        path: path, line: keys.line(of: []) ?? 1, key: "views",
        reason: "the scene declares nothing; it needs views, stores, pools, jars or links")
    }
    let here = FileManager.default.currentDirectoryPath
    let folder = (path.hasPrefix("/") ? path : here + "/" + path).split(separator: "/").dropLast()
      .map { "/" + $0 }.joined()
    self.folder = folder
    scene.jars = (file.jars ?? []).map(inFolder)
    try takePools(file.pools ?? [])
    try takeStores(file.stores ?? [])
    try takeViews(file)
    try takeLinks(file.links ?? [], jars: file.jars ?? [])
  }

  private func inFolder(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// What a link names as its shared storage; a relative path starts in the folder, as those of jars do.
  ///
  /// Anything else is a store like any other: an id, the beginning of one, or an app.
  private func shared(_ name: String, jars: [String]) -> String {
    guard !jars.contains(name) else { return inFolder(name) }
    let endings = [".txt", ".json", ".sqlite", ".db", ".binarycookies"]
    let isPath =
      name.contains("/") || endings.contains(where: name.hasSuffix)
      || FileManager.default.fileExists(atPath: inFolder(name))
    let isID = name.prefix { $0 != "/" }.contains(":")
    return isPath && !isID ? inFolder(name) : name
  }

  private mutating func takePools(_ pools: [String]) throws(SceneFailure) {
    for (index, name) in pools.enumerated() {
      try checkName(name, among: scene.pools, ["pools", JSON5Keys.position(index)])
      scene.pools.append(name)
    }
  }

  private mutating func takeStores(_ stores: [SceneFile.Store]) throws(SceneFailure) {
    for (index, store) in stores.enumerated() {
      let place = ["stores", JSON5Keys.position(index)]
      try checkName(store.name, among: scene.stores.map(\.name), place + ["name"])
      let kind: LiveStore.Kind =
        switch store.kind {
        case "default", nil: .default
        case "nonPersistent": .nonPersistent
        case let uuid?: .identified(uuid: uuid)
        }
      guard kind.isValid else {
        throw fault(
          place + ["kind"],
          "a store is “default”, “nonPersistent”, or named by a UUID in lower case, not all zero")
      }
      if kind != .nonPersistent, let other = scene.stores.first(where: { $0.kind == kind }) {
        throw fault(place + ["kind"], "“\(other.name)” is this store already")
      }
      for (index, cookie) in (store.cookies ?? []).enumerated() {
        try check(cookie, place + ["cookies", JSON5Keys.position(index)])
      }
      scene.stores.append(
        Scene.Store(name: store.name, kind: kind, cookies: store.cookies ?? []))
    }
  }

  private func check(_ cookie: Scene.Received, _ place: [String]) throws(SceneFailure) {
    guard let url = CookieURL(cookie.url), url.host != nil else {
      throw fault(place + ["url"], "it is no address such as https://shop.test/")
    }
    let storage = CookieStorage(publicSuffixes: publicSuffixes)
    // Only the rules that no time decides are looked at here.
    let context = CookieContext(time: Timestamp(seconds: 0))
    let reception = storage.evaluate(ParsedSetCookie(cookie.set), from: url, in: context)
    guard let rejection = reception.rejections.sorted().first else { return }
    throw fault(place + ["set"], String(rejection.sentence.dropLast()))
  }

  private func check(_ page: LiveAddress, _ place: [String]) throws(SceneFailure) {
    guard let url = CookieURL(page.url), url.host != nil else {
      throw fault(place, "“\(page.url)” is no address such as https://shop.test/")
    }
    guard LiveAddress.isMethod(page.method) else {
      throw fault(place + ["method"], "“\(page.method)” is no method such as GET or POST")
    }
    guard let site = page.initiator else { return }
    guard CookieContext.SiteForCookies(site, publicSuffixes: publicSuffixes) != nil else {
      throw fault(place + ["from"], "“\(site)” is no site such as https://shop.test")
    }
  }

  private mutating func takeViews(_ file: SceneFile) throws(SceneFailure) {
    let configurations = file.configurations ?? []
    for (index, configuration) in configurations.enumerated() {
      let place = ["configurations", JSON5Keys.position(index)]
      try checkName(
        configuration.name, among: configurations.prefix(index).map(\.name), place + ["name"])
      try look(configuration.pool, up: scene.pools, "pool", place + ["pool"])
      try look(configuration.store, up: scene.stores.map(\.name), "store", place + ["store"])
    }
    for (index, view) in (file.views ?? []).enumerated() {
      let place = ["views", JSON5Keys.position(index)]
      try checkName(view.name, among: scene.views.map(\.name), place + ["name"])
      try look(
        view.configuration, up: configurations.map(\.name), "configuration",
        place + ["configuration"])
      try look(view.pool, up: scene.pools, "pool", place + ["pool"])
      try look(view.store, up: scene.stores.map(\.name), "store", place + ["store"])
      let configuration = configurations.first { $0.name == view.configuration }
      for (index, page) in (view.load ?? []).enumerated() {
        try check(page.address, place + ["load", JSON5Keys.position(index)])
      }
      scene.views.append(
        Scene.View(
          name: view.name, pool: view.pool ?? configuration?.pool,
          store: view.store ?? configuration?.store, pages: (view.load ?? []).map(\.address)))
    }
  }

  private mutating func takeLinks(
    _ links: [SceneFile.Link], jars: [String]
  ) throws(SceneFailure) {
    for (index, link) in links.enumerated() {
      let place = ["links", JSON5Keys.position(index)]
      try checkName(link.name, among: scene.links.keys, place + ["name"])
      try look(link.web, up: scene.stores.map(\.name), "store", place + ["web"])
      let store = scene.stores.first { $0.name == link.web }
      for (index, site) in (link.beforeLoading ?? []).enumerated()
      where CanonicalHost(domain: site) == nil {
        throw fault(
          place + ["beforeLoading", JSON5Keys.position(index)],
          "“\(site)” is no site such as shop.test")
      }
      var made = Configuration.Link(
        web: store.map { "live:\(scene.app):\($0.id)" } ?? "",
        shared: shared(link.shared, jars: jars))
      made.direction = link.direction ?? made.direction
      made.sites = link.sites
      made.prune = link.prune ?? made.prune
      made.prefer = try preference(link.prefer, place + ["prefer"])
      made.sessions = link.sessions ?? made.sessions
      made.watch = link.watch ?? made.watch
      made.beforeLoading = link.beforeLoading ?? []
      scene.links[link.name] = made
      if link.first == true { scene.firstLinks.insert(link.name) }
    }
  }

  private func preference(
    _ word: String?, _ place: [String]
  ) throws(SceneFailure) -> Configuration.Preference {
    guard let word else { return .newer }
    guard let preference = Configuration.Preference(rawValue: word) else {
      let words = Configuration.Preference.allCases.map(\.rawValue)
      throw fault(place, "it is one of " + words.joined(separator: ", "))
    }
    return preference
  }

  private func look(
    _ name: String?, up known: [String], _ what: String, _ place: [String]
  ) throws(SceneFailure) {
    guard let name, !known.contains(name) else { return }
    throw fault(place, "the scene has no \(what) “\(name)”" + hint(name, known))
  }

  private func checkName(
    _ name: String, among others: some Collection<String>, _ place: [String]
  ) throws(SceneFailure) {
    guard Self.isName(name) else {
      throw fault(place, "a name has letters, digits, dots, hyphens and underscores")
    }
    if others.contains(name) { throw fault(place, "“\(name)” is there twice") }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && text.first != "."
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }

  private func hint(_ name: String, _ known: [String]) -> String {
    NearestName.find(name, among: known).map { "; did you mean “\($0)”?" } ?? ""
  }

  private func fault(_ place: [String], _ reason: String) -> SceneFailure {
    SceneFailure(
      path: path, line: keys.line(of: place), key: Self.written(place), reason: reason)
  }

  private static func written(_ place: [String]) -> String {
    place.map { JSON5Keys.isPosition($0) ? String($0.dropFirst("Index ".count)) : $0 }
      .joined(separator: ".")
  }

  private static func failure(
    for error: DecodingError, _ path: String, _ keys: JSON5Keys
  ) -> SceneFailure {
    let place: [String]
    let reason: String
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      (place, reason) = (context.codingPath.map(\.stringValue), "a value of another kind is needed")
    case .keyNotFound(let key, let context):
      (place, reason) = (
        context.codingPath.map(\.stringValue), "“\(key.stringValue)” is missing here"
      )
    case .dataCorrupted(let context):
      place = context.codingPath.map(\.stringValue)
      reason = place.isEmpty ? "it is no JSON5" : "this value is not known"
    @unknown default: (place, reason) = ([], "it cannot be understood")
    }
    return SceneFailure(
      path: path, line: place.isEmpty ? keys.errorLine : keys.line(of: place),
      key: written(place), reason: reason)
  }
}

extension Scene.Store {
  /// The identity that the engine gives it.
  var id: String {
    switch kind {
    case .default: "default"
    case .identified(let uuid): uuid
    case .nonPersistent: name
    }
  }
}
