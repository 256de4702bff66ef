import CookieCore
import Foundation
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("A scene file is understood, and a mistake is told with line and key")
struct SceneReaderTests {
  private func read(_ text: String) throws(SceneFailure) -> Scene {
    try SceneReader.parse(
      Array(text.utf8), path: "/home/me/shop.json5", publicSuffixes: .builtin)
  }

  @Test func `what is not said has its usual value`() throws {
    let scene = try read("{ stores: [{ name: 'main' }], jars: ['a.txt', '/b.txt'] }")
    #expect(scene.app == "shop" && scene.engine == "embedded" && scene.era == .ios15)
    #expect(scene.stores == [Scene.Store(name: "main", kind: .default, cookies: [])])
    #expect(scene.jars == ["/home/me/a.txt", "/b.txt"])
  }

  @Test func `views take what they do not say from their configuration`() throws {
    let scene = try read(
      """
      {
        pools: ['left', 'right'], stores: [{ name: 'main' }, { name: 'm', kind: 'nonPersistent' }],
        configurations: [{ name: 'c', pool: 'left', store: 'm' }],
        views: [
          { name: 'a', configuration: 'c', load: ['https://shop.test/', { url: 'https://shop.test/', method: 'POST', body: 'x=1', from: 'https://news.test' }] },
          { name: 'b', configuration: 'c', pool: 'right' },
        ],
        links: [{ name: 'l', web: 'm', shared: '/jar.txt', beforeLoading: ['shop.test'], first: true, watch: true }],
      }
      """)
    #expect(scene.views.map(\.pool) == ["left", "right"])
    #expect(scene.views.map(\.store) == ["m", "m"])
    #expect(
      scene.views[0].pages == [
        LiveAddress(url: "https://shop.test/"),
        LiveAddress(
          url: "https://shop.test/", method: "POST", body: "x=1", initiator: "https://news.test"),
      ])
    #expect(scene.links["l"]?.web == "live:shop:m")
    #expect(scene.links["l"]?.watch == true)
    #expect(scene.heldSites(of: "m") == ["shop.test"])
    #expect(scene.heldSites(of: "main") == [])
  }

  @Test(
    "a path of a link's shared storage starts in the folder of the scene, as those of jars do",
    arguments: [
      ("jars/curl.txt", "/home/me/jars/curl.txt"), ("new.txt", "/home/me/new.txt"),
      ("../a/Cookies.binarycookies", "/home/me/../a/Cookies.binarycookies"), ("/b.txt", "/b.txt"),
      ("foundation:server", "foundation:server"), ("jar:/b/c.txt", "jar:/b/c.txt"),
      ("org.gnome.Epiphany", "org.gnome.Epiphany"),
    ])
  func sharedPath(written: String, meant: String) throws {
    let scene = try read(
      "{ stores: [{ name: 'm' }], links: [{ name: 'l', web: 'm', shared: '\(written)' }] }")
    #expect(scene.links["l"]?.shared == meant)
  }

  @Test(
    "mistakes",
    arguments: [
      ("{\n  stors: [] }", 2, "stors", "did you mean “stores”?"),
      ("{\n stores: [\n  { name: 'a',\n    kind: 'x' }] }", 4, "stores.0.kind", "UUID"),
      (
        "{ stores: [{ name: 'a', kind: '00000000-0000-0000-0000-000000000000' }] }", 1,
        "stores.0.kind", "not all zero"
      ),
      ("{ stores: [{ name: 'a' },\n { name: 'b' }] }", 2, "stores.1.kind", "“a” is this store"),
      ("{ stores: [{ name: 'a' },\n { name: 'a' }] }", 2, "stores.1.name", "there twice"),
      ("{\n stores: [\n {}] }", 3, "stores.0", "“name” is missing"),
      (
        "{ stores: [{ name: 'a', cookies: [\n{ url: 'https://shop.test/', set: 'a=1; Domain=test' }] }] }",
        2, "stores.0.cookies.0.set", "public suffix"
      ),
      (
        "{ stores: [{ name: 'a', cookies: [\n{ url: 'shop', set: 'a=1' }] }] }", 2,
        "stores.0.cookies.0.url", "no address"
      ),
      (
        "{ pools: ['left'],\n views: [\n { name: 'v', pool: 'lift' }] }", 3, "views.0.pool",
        "did you mean “left”?"
      ),
      ("{ views: [{ name: 'v',\n store: 'main' }] }", 2, "views.0.store", "no store “main”"),
      ("{ views: [{ name: 'v',\n load: ['shop'] }] }", 2, "views.0.load.0", "no address"),
      (
        "{ views: [{ name: 'v', load: [{ url: 'https://shop.test/',\n method: 'GET /x' }] }] }", 2,
        "views.0.load.0.method", "no method"
      ),
      (
        "{ views: [{ name: 'v', load: [{ url: 'https://shop.test/',\n from: 'news test' }] }] }", 2,
        "views.0.load.0.from", "no site"
      ),
      ("{ views: [{ name: 'v', load: 7 }] }", 1, "views.0.load", "another kind"),
      ("{ views: [{ name: 'a b' }] }", 1, "views.0.name", "letters"),
      ("{ links: [{ name: 'l', web: 'm',\n shared: 'x' }] }", 1, "links.0.web", "no store “m”"),
      (
        "{ stores: [{ name: 'm' }], links: [{ name: 'l', web: 'm', shared: 'x',\n prefer: 'none' }] }",
        2, "links.0.prefer", "one of newer"
      ),
      ("{ era:\n 'ios9' }", 1, "era", "not known"),
      ("{ app: '../x' }", 1, "app", "letters"),
      ("{}", 1, "views", "declares nothing"),
      ("{\n app: 'shop', stores: [] }", 1, "views", "declares nothing"),
      (
        "{\n engine: 'embeded',\n stores: [{ name: 'a' }] }", 2, "engine",
        "did you mean “embedded”?"
      ),
      ("{ stores: [{ name: 'a' }],\n engine: 'x' }", 2, "engine", "there is no engine “x”"),
      ("{\n\n pools: [ }", 3, "", "no JSON5"),
    ])
  func mistakes(text: String, line: Int, key: String, reason: String) {
    do throws(SceneFailure) {
      _ = try read(text)
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.line == line)
      #expect(error.key == key)
      #expect(error.reason.contains(reason))
      #expect(error.message.hasPrefix("/home/me/shop.json5:\(line): "))
    }
  }

  @Test func `every scene of the documentation is sound`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/LiveEngines/LiveEngines.docc/Scenes.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let scenes = text.components(separatedBy: "```json5\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(scenes.count == 8)
    for scene in scenes { _ = try read(scene) }
  }

  @Test func `cookies of persistent live stores are kept in a private file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = LiveCookieFiles(directory: folder.path)
    #expect(try files.read(.default) == [])
    let cookie = Cookie(
      name: "sid", value: "1", domain: "shop.test", hostOnly: true,
      expiryTime: Timestamp(seconds: 4_000_000_000), creationTime: Timestamp(seconds: 1))
    try files.write([cookie], of: .default)
    #expect(try files.read(.default) == [cookie])
    let path = files.path(of: .default)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Data("{\"format\": \"pantler-cookies\", \"version\": 1, \"cookies\": [{".utf8)
      .write(to: URL(filePath: path))
    #expect(throws: StoreFailure.self) { try files.read(.default) }
  }
}
