import CookieCore
import StoreModel

/// A store as `pantler stores` lists it in JSON.
struct StoreJSON: Encodable {
  struct AppJSON: Encodable {
    var id: String
    var name: String
  }
  struct Holder: Encodable {
    var pid: Int32
    var name: String
    var owner: String?
    var webProcesses: [Int32]
  }

  var id: String
  var engine: String
  var app: AppJSON
  var kind: String
  var format: String
  var path: String
  var title: String
  var count: Int?
  var unreadableValues: Int?
  var holders: [Holder]
  var cannot: [String: String]
  var unrepresentable: [String]
  var observationDelayMilliseconds: Int?
  var remarks: [String]
  var notices: [String]
  var damaged: Bool?
  var error: String?

  init(_ store: StoreDescription, _ result: Result<StoreSnapshot, StoreFailure>) {
    id = store.id.rawValue
    engine = store.app.engine.rawValue
    app = AppJSON(id: store.app.id, name: store.app.name)
    kind = store.kind.word
    format = store.format.rawValue
    path = store.path
    title = store.title
    cannot = Dictionary(
      uniqueKeysWithValues: store.capabilities.refusals.map { ($0.key.rawValue, $0.value) })
    unrepresentable = store.capabilities.unrepresentable.map(\.rawValue).sorted()
    observationDelayMilliseconds = store.capabilities.observationDelayMilliseconds
    remarks = store.remarks
    holders = []
    notices = []
    switch result {
    case .success(let snapshot):
      count = snapshot.cookies.count
      unreadableValues = snapshot.cookies.count { $0.encryptedValue != nil }
      holders = snapshot.holders.map {
        Holder(pid: $0.id, name: $0.name, owner: $0.owner, webProcesses: $0.webProcesses)
      }
      notices = snapshot.notices.map { NoticeText.text(for: $0) }
      damaged = snapshot.isDamaged
    case .failure(let failure):
      error = FailureText.text(for: failure)
    }
  }
}

extension StoreDescription.Kind {
  /// The kind as one word.
  var word: String {
    switch self {
    case .standard: "default"
    case .identified(let identifier): "identified:" + identifier
    case .nonPersistent: "nonPersistent"
    case .shared: "shared"
    }
  }
}
