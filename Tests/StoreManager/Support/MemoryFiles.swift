import CookieCore
import Synchronization

@testable import StoreManager

/// A file system in memory that can die at any step.
final class MemoryFiles: Sendable {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var directories: Set<String> = ["/"]
    var times: [String: Timestamp] = [:]
    var locks: Set<String> = []
    var steps = 0
    var diesAt: Int?
    /// Whether the step at which it dies is still done.
    var doesLastStep = false
    var log: [String] = []
  }
  private let state = Mutex(State())

  /// Makes every step from the given one on fail, as if the program had died there.
  func die(at step: Int, afterDoingIt: Bool = false) {
    state.withLock {
      $0.steps = 0
      $0.diesAt = step
      $0.doesLastStep = afterDoingIt
    }
  }

  /// Begins again, as a new process would.
  func revive() { state.withLock { $0.diesAt = nil } }

  var steps: Int { state.withLock { $0.steps } }
  var log: [String] { state.withLock { $0.log } }
  var paths: [String] { state.withLock { $0.files.keys.sorted() } }

  func bytes(_ path: String) -> [UInt8]? { state.withLock { $0.files[path] } }
  func put(_ path: String, _ bytes: [UInt8]?) { state.withLock { $0.files[path] = bytes } }

  /// Makes a directory that was changed at a time.
  func putDirectory(_ path: String, changed time: Timestamp) {
    state.withLock {
      $0.directories.insert(path)
      $0.times[path] = time
    }
  }

  var access: PrivateFiles {
    PrivateFiles(
      makeDirectory: { (path) throws(FileFault) in
        try self.step("mkdir", path) { state in
          if state.directories.contains(path) { return 17 }
          guard state.directories.contains(Self.parent(path)) else { return 2 }
          state.directories.insert(path)
          return 0
        }
      },
      write: { (path, bytes) throws(FileFault) in
        try self.step("write", path) { state in
          guard state.directories.contains(Self.parent(path)) else { return 2 }
          state.files[path] = bytes
          return 0
        }
      },
      append: { (path, bytes, replaced) throws(FileFault) in
        do throws(FileFault) {
          try self.step("append", path) { state in
            guard let held = state.files[path] else { return 2 }
            guard held.count == replaced.upperBound else { return FileFault.stale }
            state.files[path] = held[..<replaced.lowerBound] + bytes
            return 0
          }
        } catch {
          self.tear(path, bytes, replaced.lowerBound)
          throw error
        }
      },
      rename: { (from, to) throws(FileFault) in
        try self.step("rename", to) { state in
          guard let bytes = state.files.removeValue(forKey: from) else { return 2 }
          state.files[to] = bytes
          return 0
        }
      },
      syncDirectory: { (path) throws(FileFault) in
        try self.step("fsync", path) { $0.directories.contains(path) ? 0 : 2 }
      },
      read: { (path) throws(FileFault) in
        guard let bytes = self.bytes(path) else {
          throw FileFault(path: path, call: "open", code: 2)
        }
        return bytes
      },
      list: { (path) throws(FileFault) in
        guard let names = self.names(in: path) else {
          throw FileFault(path: path, call: "opendir", code: 2)
        }
        return names
      },
      status: { (path) throws(FileFault) in
        let found = self.state.withLock { state in
          let isDirectory = state.directories.contains(path)
          return isDirectory || state.files[path] != nil
            ? PrivateFiles.Status(
              byteCount: state.files[path]?.count ?? 0,
              modified: state.times[path] ?? Timestamp(seconds: 0), isDirectory: isDirectory)
            : nil
        }
        guard let found else { throw FileFault(path: path, call: "lstat", code: 2) }
        return found
      },
      remove: { (path) throws(FileFault) in
        try self.step("unlink", path) { $0.files.removeValue(forKey: path) == nil ? 2 : 0 }
      },
      removeDirectory: { (path) throws(FileFault) in
        try self.step("rmdir", path) { $0.directories.remove(path) == nil ? 2 : 0 }
      },
      besides: { $0 + ".new" },
      lock: { (path) throws(FileFault) in
        let isTaken = self.state.withLock { state in
          if state.directories.contains(Self.parent(path)) { state.files[path] = [] }
          return state.locks.insert(path).inserted
        }
        guard isTaken else { return .held(by: 4711) }
        return .taken(FileLock { self.state.withLock { _ = $0.locks.remove(path) } })
      })
  }

  private func names(in path: String) -> [String]? {
    state.withLock { state in
      guard state.directories.contains(path) else { return nil }
      let all = Array(state.files.keys) + Array(state.directories)
      return all.filter { $0 != path && Self.parent($0) == path }
        .map { String($0.dropFirst(path.count + 1)) }.sorted()
    }
  }

  /// Leaves a part of what was to be added, when the program died while it did so.
  private func tear(_ path: String, _ bytes: [UInt8], _ offset: Int) {
    state.withLock { state in
      guard state.steps == state.diesAt, !state.doesLastStep, let held = state.files[path] else {
        return
      }
      state.files[path] = Array(held.prefix(offset) + bytes.prefix(bytes.count / 2))
    }
  }

  private func step(
    _ call: String, _ path: String, _ body: (inout sending State) -> Int32
  ) throws(FileFault) {
    let code = state.withLock { state -> Int32 in
      state.steps += 1
      state.log.append(call + " " + path)
      if let last = state.diesAt, state.steps >= last {
        if state.steps == last && state.doesLastStep { _ = body(&state) }
        return 5
      }
      return body(&state)
    }
    if code != 0 { throw FileFault(path: path, call: call, code: code) }
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
