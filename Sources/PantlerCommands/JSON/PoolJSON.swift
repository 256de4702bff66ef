import StoreModel

/// A process of an engine as JSON: members without a value are null, not left out.
struct EngineProcessJSON: Encodable {
  private let process: EngineProcess

  init(_ process: EngineProcess) { self.process = process }

  enum CodingKeys: String, CodingKey {
    case pid, name, processorMilliseconds, residentBytes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(process.id, forKey: .pid)
    try container.encode(process.name, forKey: .name)
    try container.encode(process.processorMilliseconds, forKey: .processorMilliseconds)
    try container.encode(process.residentBytes, forKey: .residentBytes)
  }
}

/// A process pool as JSON: members without a value are null, not left out.
struct PoolJSON: Encodable {
  private let pool: ProcessPool

  init(_ pool: ProcessPool) { self.pool = pool }

  enum CodingKeys: String, CodingKey {
    case id, app, engine, appProcess, networkProcess, webViews, stores, directories, remarks
  }

  private struct AppProcess: Encodable {
    var pid: Int32
    var name: String
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pool.id, forKey: .id)
    try container.encode(StoreJSON.AppJSON(id: pool.app.id, name: pool.app.name), forKey: .app)
    try container.encode(pool.app.engine.rawValue, forKey: .engine)
    try container.encode(
      pool.appProcess.map { AppProcess(pid: $0.id, name: $0.name) }, forKey: .appProcess)
    try container.encode(pool.network.map(EngineProcessJSON.init), forKey: .networkProcess)
    try container.encode(pool.views.map(\.id), forKey: .webViews)
    try container.encode(pool.stores.map(\.rawValue), forKey: .stores)
    try container.encode(pool.directories, forKey: .directories)
    try container.encode(pool.remarks, forKey: .remarks)
  }
}

/// A web view as JSON: members without a value are null, not left out.
struct WebViewJSON: Encodable {
  private let view: WebViewProcess
  private let pool: ProcessPool

  init(_ view: WebViewProcess, in pool: ProcessPool) {
    self.view = view
    self.pool = pool
  }

  enum CodingKeys: String, CodingKey {
    case label, process, app, engine, pool, storage, evidence, directory, stores
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(view.label, forKey: .label)
    try container.encode(EngineProcessJSON(view.process), forKey: .process)
    try container.encode(StoreJSON.AppJSON(id: pool.app.id, name: pool.app.name), forKey: .app)
    try container.encode(pool.app.engine.rawValue, forKey: .engine)
    try container.encode(pool.id, forKey: .pool)
    try container.encode(view.storage.rawValue, forKey: .storage)
    try container.encode(view.evidence, forKey: .evidence)
    try container.encode(view.directory, forKey: .directory)
    try container.encode(view.stores.map(\.rawValue), forKey: .stores)
  }
}
