import EngineProtocol
import Foundation
import StoreModel
import Testing

@Suite("Every message has an example in the documentation")
struct DocumentedMessageTests {
  /// The lines of the JSON blocks of the module's page.
  static let examples: [String] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/EngineProtocol/EngineProtocol.docc/EngineProtocol.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    var lines: [String] = []
    var isJSON = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        isJSON = line == "```json"
      } else if isJSON {
        lines.append(String(line))
      }
    }
    return lines
  }()

  @Test("an example decodes, and is written again as it stands", arguments: examples)
  func roundTrip(example: String) throws {
    let frame = try #require(EngineFrame(line: Array(example.utf8)))
    #expect(frame.rest == nil)
    if case .unknown = frame.message { Issue.record("not understood: \(example)") }
    #expect(String(decoding: frame.line, as: UTF8.self) == example + "\n")
  }

  @Test func `every case is among the examples`() {
    var found: Set<String> = []
    for example in Self.examples {
      guard let message = EngineFrame(line: Array(example.utf8))?.message else { continue }
      found.insert(Self.name(message))
    }
    #expect(
      found.sorted()
        == """
        badAddress badIdentifier badSite engine inUse noSuchPool noSuchStore noSuchView notHeld \
        nowhereToGo storage timedOut unknownRequest unsupported \
        allCookies closePool closeStore closeView deleteCookies describe go listPools listRecords \
        listStores listViews load makePool makeStore openView reload removeRecords resume setCookies \
        shutDown stop \
        cookies description done navigation outcomes pool pools records store stores view views \
        cookiesChanged navigated navigationHeld processDied viewChanged viewClosed hello
        """.split(separator: " ").map(String.init).sorted())
  }

  private static func name(_ message: EngineMessage) -> String {
    switch message {
    case .hello: "hello"
    case .request(_, let request): name(request)
    case .reply(_, let reply): name(reply)
    case .failure(_, let failure): name(failure)
    case .notification(let notification): name(notification)
    case .unknown: "unknown"
    }
  }

  private static func name(_ request: EngineRequest) -> String {
    switch request {
    case .describe: "describe"
    case .listPools: "listPools"
    case .makePool: "makePool"
    case .closePool: "closePool"
    case .listStores: "listStores"
    case .makeStore: "makeStore"
    case .closeStore: "closeStore"
    case .listViews: "listViews"
    case .openView: "openView"
    case .closeView: "closeView"
    case .load: "load"
    case .reload: "reload"
    case .go: "go"
    case .stop: "stop"
    case .resume: "resume"
    case .allCookies: "allCookies"
    case .setCookies: "setCookies"
    case .deleteCookies: "deleteCookies"
    case .listRecords: "listRecords"
    case .removeRecords: "removeRecords"
    case .shutDown: "shutDown"
    }
  }

  private static func name(_ reply: EngineReply) -> String {
    switch reply {
    case .done: "done"
    case .description: "description"
    case .pool: "pool"
    case .pools: "pools"
    case .store: "store"
    case .stores: "stores"
    case .view: "view"
    case .views: "views"
    case .navigation: "navigation"
    case .cookies: "cookies"
    case .outcomes: "outcomes"
    case .records: "records"
    }
  }

  private static func name(_ failure: LiveFailure) -> String {
    switch failure {
    case .noSuchPool: "noSuchPool"
    case .noSuchStore: "noSuchStore"
    case .noSuchView: "noSuchView"
    case .notHeld: "notHeld"
    case .inUse: "inUse"
    case .badIdentifier: "badIdentifier"
    case .badAddress: "badAddress"
    case .badSite: "badSite"
    case .nowhereToGo: "nowhereToGo"
    case .unsupported: "unsupported"
    case .unknownRequest: "unknownRequest"
    case .storage: "storage"
    case .timedOut: "timedOut"
    case .hostGone: "hostGone"
    case .unknownVersion: "unknownVersion"
    case .badReply: "badReply"
    case .engine: "engine"
    }
  }

  private static func name(_ notification: LiveNotification) -> String {
    switch notification {
    case .cookiesChanged: "cookiesChanged"
    case .viewChanged: "viewChanged"
    case .navigationHeld: "navigationHeld"
    case .navigated: "navigated"
    case .viewClosed: "viewClosed"
    case .processDied: "processDied"
    }
  }
}
