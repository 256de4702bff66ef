import Glibc
import StoreModel

/// The observations of a watcher and the kernel's watches that serve them.
struct WatchBoard {
  private struct Observation {
    var path: String
    var continuation: AsyncStream<StoreHint>.Continuation
    var signature: FileSignature
    var watches: Set<Int32> = []
    /// Why it is polled: the setting that is used up, or empty for another reason; nil when it isn't.
    var limit: String?
  }

  private let calls: WatchCalls
  private var observations: [Int: Observation] = [:]
  private var users: [Int32: Set<Int>] = [:]
  /// The inotify instance; nil when there is none.
  private(set) var instance: Int32?

  init(calls: WatchCalls) {
    self.calls = calls
  }

  /// Whether nothing is observed.
  var isEmpty: Bool { observations.isEmpty }

  /// Whether something is observed that has no watch.
  var hasPolled: Bool { observations.values.contains { $0.limit != nil } }

  /// Begins and ends observations.
  mutating func handle(_ requests: [WatchRequest]) {
    for request in requests {
      switch request {
      case .add(let id, let path, let continuation):
        let signature = FileSignature(of: path)
        observations[id] = Observation(
          path: path, continuation: continuation, signature: signature)
        _ = arm(id)
        announce(id)
        if !signature.exists { continuation.yield(.missing) }
        // What happened before the watches were set came without an event.
        report(id, evenWithoutDifference: false)
      case .remove(let id):
        release(observations[id]?.watches ?? [], of: id)
        observations[id] = nil
      }
    }
  }

  /// Passes on what the kernel reported.
  mutating func handle(_ events: [WatchEvent]) {
    var changed: Set<Int> = []
    var moved: Set<Int> = []
    for event in events {
      if event.mask & WatchMask.overflow != 0 {
        changed.formUnion(observations.keys)
        moved.formUnion(observations.keys)
        continue
      }
      for id in users[event.watch] ?? [] where concerns(event, id) {
        if event.mask & WatchMask.ignored == 0 { changed.insert(id) }
        let lasting = WatchMask.modify | WatchMask.closeWrite | WatchMask.attributes
        if event.mask & lasting == 0 { moved.insert(id) }
      }
      if event.mask & WatchMask.ignored != 0 { forget(event.watch) }
    }
    for id in moved.sorted() where arm(id) { announce(id) }
    for id in changed.union(moved).sorted() {
      report(id, evenWithoutDifference: changed.contains(id))
    }
  }

  /// Looks at everything that is observed, and tries again to get the watches that are missing.
  mutating func lookAtAll() {
    for id in observations.keys.sorted() {
      if arm(id) { announce(id) }
      report(id, evenWithoutDifference: false)
    }
  }

  /// Gives the instance back.
  mutating func close() {
    if let instance { Glibc.close(instance) }
    instance = nil
    users = [:]
  }
}

extension WatchBoard {
  /// Reports whether an event is about the file, what belongs to it, or a directory on the way to it.
  private func concerns(_ event: WatchEvent, _ id: Int) -> Bool {
    guard let observation = observations[id] else { return false }
    if event.name.isEmpty { return true }
    return Self.namesOnTheWay(to: observation.path).contains(event.name)
  }

  /// The names that matter in the watched directories; a few too many do no harm, a hint may be spurious.
  private static func namesOnTheWay(to path: String) -> Set<String> {
    var names: Set<String> = []
    for route in routes(to: path) {
      names.formUnion(FileSignature.names(of: FilePath.name(of: route)))
      names.formUnion(route.split(separator: "/").map(String.init))
    }
    return names
  }

  /// The path and, when a symbolic link ends it, the path of its target.
  private static func routes(to path: String) -> [String] {
    guard let resolved = FilePath.resolved(path), resolved != path else { return [path] }
    return [path, resolved]
  }

  /// Sets the watches that an observation needs just now.
  ///
  /// That is the directory of the file, or the nearest one above that exists, and the file itself. A directory that
  /// appears while this works is looked for once more.
  ///
  /// - Returns: whether the means of observation are others than before.
  private mutating func arm(_ id: Int) -> Bool {
    guard var observation = observations[id] else { return false }
    let previous = observation.limit
    var watches: Set<Int32> = []
    var failure: Int32?
    for route in Self.routes(to: observation.path) {
      for _ in 0..<64 {
        let directory = Self.nearestDirectory(to: route)
        record(add(directory, WatchMask.directory, for: id), &watches, &failure)
        if FileStatus.ifKnown(route) != nil {
          record(add(route, WatchMask.file, for: id), &watches, &failure)
        }
        if Self.nearestDirectory(to: route) == directory { break }
      }
    }
    release(observation.watches.subtracting(watches), of: id)
    observation.watches = watches
    observation.limit = failure.map(Self.setting)
    observations[id] = observation
    return previous != observation.limit
  }

  private func record(_ result: Int32, _ watches: inout Set<Int32>, _ failure: inout Int32?) {
    if result > 0 {
      watches.insert(result)
    } else if result != -ENOENT && result != -ENOTDIR {
      failure = -result
    }
  }

  /// Adds a watch and returns it, or a negative error number.
  private mutating func add(_ path: String, _ mask: UInt32, for id: Int) -> Int32 {
    if instance == nil {
      let made = calls.makeInstance()
      guard made >= 0 else { return made }
      instance = made
    }
    guard let instance else { return -EBADF }
    let watch = calls.addWatch(instance, path, mask)
    if watch > 0 { users[watch, default: []].insert(id) }
    return watch
  }

  private mutating func release(_ watches: Set<Int32>, of id: Int) {
    for watch in watches {
      users[watch]?.remove(id)
      guard users[watch]?.isEmpty ?? false else { continue }
      users[watch] = nil
      if let instance { inotify_rm_watch(instance, watch) }
    }
  }

  /// Lets go of a watch that the kernel took away.
  private mutating func forget(_ watch: Int32) {
    for id in users[watch] ?? [] { observations[id]?.watches.remove(watch) }
    users[watch] = nil
  }

  private static func nearestDirectory(to path: String) -> String {
    var directory = FilePath.parent(of: path)
    while directory != "/", directory != ".",
      FileStatus.ifKnown(directory)?.kind != .directory
    {
      directory = FilePath.parent(of: directory)
    }
    return directory
  }

  private static func setting(for code: Int32) -> String {
    switch code {
    case ENOSPC: "fs.inotify.max_user_watches"
    case EMFILE: "fs.inotify.max_user_instances"
    default: ""
    }
  }
}

extension WatchBoard {
  /// Says by what means a store is observed.
  private func announce(_ id: Int) {
    guard let observation = observations[id] else { return }
    if let limit = observation.limit {
      if !limit.isEmpty { observation.continuation.yield(.limited(setting: limit)) }
      observation.continuation.yield(.attached(.polling))
    } else {
      observation.continuation.yield(.attached(.inotify))
    }
  }

  /// Says that a store may have changed, or once that it went away.
  private mutating func report(_ id: Int, evenWithoutDifference: Bool) {
    guard let observation = observations[id] else { return }
    let signature = FileSignature(of: observation.path)
    let isDifferent = signature != observation.signature
    observations[id]?.signature = signature
    if signature.exists {
      guard isDifferent || evenWithoutDifference else { return }
      observation.continuation.yield(.mayHaveChanged)
    } else if observation.signature.exists {
      observation.continuation.yield(.missing)
    }
  }
}
