import Glibc
import StoreModel

/// The WebKit apps that run, by what the process table says; blocks.
struct RunningApps {
  let table: ProcessTable
  private let records: [ProcessRecord]
  private let groups: [Group: [ProcessRecord]]

  /// What tells the processes of one app from those of others.
  private enum Group: Hashable {
    case flatpak(String)
    case process(Int32)
    /// A process whose app is not seen.
    case alone(Int32)
  }

  /// Looks at every process once.
  init(_ table: ProcessTable) {
    self.table = table
    records = table.processIDs().compactMap { table.record(of: $0) }
      .filter { table.isNetworkProcess($0) || table.isWebProcess($0) }
      .filter { !table.isOwn($0) }
    groups = Dictionary(grouping: records) { record in
      if let flatpak = table.sandboxedApp(of: record.id) { return .flatpak(flatpak) }
      return table.app(above: record).map { .process($0.id) } ?? .alone(record.id)
    }
  }

  /// The web processes whose pages may use what a network process has open.
  func webProcesses(of network: Int32) -> [Int32] {
    let group = groups.values.first { $0.contains { $0.id == network } } ?? []
    let part = parts(of: group).first { $0.network?.id == network }
    return part.map { pool($0) }?.views.filter { $0.storage != .ephemeral }.map(\.id) ?? []
  }

  /// The pools, without the stores they use, by app and id.
  func pools() -> [ProcessPool] {
    groups.values.flatMap { group in parts(of: group).map { pool($0) } }
      .sorted { ($0.app.name, $0.id) < ($1.app.name, $1.id) }
  }
}

extension RunningApps {
  /// A network process with the web processes that talk to it.
  private struct Part {
    var network: ProcessRecord?
    var views: [ProcessRecord] = []
    /// Whether the web processes are there because they talk to the network process.
    var isConnected = true
  }

  /// Splits the processes of an app by their network process.
  private func parts(of group: [ProcessRecord]) -> [Part] {
    let networks = group.filter(table.isNetworkProcess)
    let views = group.filter(table.isWebProcess)
    var parts = networks.map { Part(network: $0) }
    // An app with one network process has no other that a web process could talk to.
    if parts.count == 1 {
      parts[0].views = views
      return parts
    }
    let peers = parts.isEmpty ? [:] : table.socketPeers()
    let ends = networks.map { table.sockets(of: $0.id) }
    var lost = Part(isConnected: false)
    for view in views {
      let others = Set(table.sockets(of: view.id).compactMap { peers[$0] })
      if let place = ends.firstIndex(where: { !$0.isDisjoint(with: others) }) {
        parts[place].views.append(view)
      } else {
        lost.views.append(view)
      }
    }
    return lost.views.isEmpty ? parts : parts + [lost]
  }

  private func pool(_ part: Part) -> ProcessPool {
    let members = ([part.network].compactMap { $0 } + part.views)
    let first = members[0]
    let above = table.app(above: first)
    var pool = ProcessPool(
      app: app(of: members, above), appProcess: above.map { reference($0) },
      network: part.network.map { process($0) })
    if let network = part.network {
      if let files = table.openFilesIfReadable(of: network.id) {
        pool.directories = ProfileDirectories.all(of: files)
      } else {
        pool.remarks.append(unreadable(network))
      }
    }
    pool.views = part.views.map { view($0, part, open: pool.directories) }
    let mounted = pool.views.compactMap { $0.storage == .persistent ? $0.directory : nil }
    pool.directories = Set(pool.directories).union(mounted).sorted()
    pool.remarks += remarks(part, pool)
    return pool
  }

  private func app(of members: [ProcessRecord], _ above: ProcessRecord?) -> App {
    let notes = members.compactMap { table.sandbox(of: $0.id) }
    let id = notes.compactMap(\.flatpak).first ?? notes.compactMap(\.application).first
    let program = above?.programName
    let known = AppCatalogue.app(ofProgram: program, appID: id)
    let engine: Engine = table.isOfWPE(members[0]) ? .wpe : .webkitgtk
    return App(id: known.id, name: known.name, engine: engine)
  }

  private func reference(_ record: ProcessRecord) -> ProcessReference {
    ProcessReference(id: record.id, name: record.programName)
  }

  private func process(_ record: ProcessRecord) -> EngineProcess {
    let usage = ProcessUsage(of: record.id, root: table.root)
    return EngineProcess(
      id: record.id, name: record.name, processorMilliseconds: usage.processorMilliseconds,
      residentBytes: usage.residentBytes)
  }

  /// Says where a web process keeps the data of its pages, and how that is known.
  private func view(
    _ record: ProcessRecord, _ part: Part, open directories: [String]
  ) -> WebViewProcess {
    var view = WebViewProcess(process: process(record), storage: .unknown, evidence: "")
    guard let mounts = ProcessRecord.text("\(table.root)/\(record.id)/mountinfo"),
      table.openFilesIfReadable(of: record.id) != nil
    else {
      view.evidence = unreadable(record)
      return view
    }
    let sandbox = table.sandbox(of: record.id)
    if sandbox != nil, let directory = MountTable.dataDirectory(in: mounts) {
      view.storage = .persistent
      view.directory = directory
      view.evidence = "Its sandbox has a directory of this profile mounted."
    } else if sandbox?.isOfEngine == true {
      view.storage = .ephemeral
      view.evidence = "Its sandbox has no profile mounted, so its session is in memory only."
    } else if part.network == nil {
      view.evidence = "It cannot be told which network process it talks to."
    } else if sandbox != nil {
      view.evidence = "A flatpak hides which session of its app it works for."
    } else if directories.isEmpty {
      view.storage = .ephemeral
      view.evidence = "Its network process has no file of a profile open."
    } else {
      view.storage = .probablyPersistent
      view.directory = directories.count == 1 ? directories[0] : nil
      view.evidence =
        "Its network process has a profile open; a session in memory would look the same."
    }
    return view
  }

  private func unreadable(_ record: ProcessRecord) -> String {
    "\(record.name) \(record.id) runs as another user or without leave to look into it."
  }

  private func remarks(_ part: Part, _ pool: ProcessPool) -> [String] {
    var remarks: [String] = []
    if part.network == nil {
      remarks.append(
        part.isConnected
          ? "The network process of these web processes is not seen."
          : "Which network process these web processes talk to cannot be told.")
    }
    if pool.appProcess == nil {
      remarks.append("The process of the app is not above its engine's, so its id is not known.")
    }
    return remarks
  }
}
