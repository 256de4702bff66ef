import Glibc

/// The system calls of a watcher, so that a test can make them fail.
package struct WatchCalls: Sendable {
  /// Makes an inotify instance; a negative error number when that fails.
  package var makeInstance: @Sendable () -> Int32
  /// Adds a watch on a path; a negative error number when that fails.
  package var addWatch: @Sendable (_ instance: Int32, _ path: String, _ mask: UInt32) -> Int32

  /// Takes every field as it is.
  package init(
    makeInstance: @escaping @Sendable () -> Int32,
    addWatch: @escaping @Sendable (_ instance: Int32, _ path: String, _ mask: UInt32) -> Int32
  ) {
    self.makeInstance = makeInstance
    self.addWatch = addWatch
  }

  /// The calls of the system.
  package static let system = WatchCalls(
    makeInstance: {
      let instance = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      return instance < 0 ? -errno : instance
    },
    addWatch: { instance, path, mask in
      let watch = inotify_add_watch(instance, path, mask)
      return watch < 0 ? -errno : watch
    })
}

/// Masks of inotify.
///
/// Nothing that reading causes is in them: neither opening, nor access, nor closing without a write.
enum WatchMask {
  // The numbers are the kernel's, which the C header spells partly as macros and partly as an enumeration.
  static let modify: UInt32 = 0x2
  static let attributes: UInt32 = 0x4
  static let closeWrite: UInt32 = 0x8
  static let movedFrom: UInt32 = 0x40
  static let movedTo: UInt32 = 0x80
  static let create: UInt32 = 0x100
  static let delete: UInt32 = 0x200
  static let deleteSelf: UInt32 = 0x400
  static let moveSelf: UInt32 = 0x800
  static let overflow: UInt32 = 0x4000
  static let ignored: UInt32 = 0x8000
  static let onlyDirectory: UInt32 = 0x0100_0000

  /// For the directory of a store, and for the nearest one above it that exists.
  static let directory =
    modify | attributes | closeWrite | movedFrom | movedTo | create | delete | deleteSelf | moveSelf
    | onlyDirectory
  /// For the file itself, which may also be changed through another name.
  static let file = modify | attributes | closeWrite | deleteSelf | moveSelf
}

/// One event of inotify.
struct WatchEvent: Hashable, Sendable {
  var watch: Int32
  var mask: UInt32
  /// The name within a watched directory; empty for the watched file itself.
  var name: String

  /// Takes apart what the kernel wrote.
  static func parse(_ bytes: [UInt8]) -> [WatchEvent] {
    var events: [WatchEvent] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let watch = Int32(bitPattern: word(bytes, offset))
      let mask = word(bytes, offset + 4)
      let length = Int(word(bytes, offset + 12))
      let end = min(offset + 16 + length, bytes.count)
      let name = bytes[(offset + 16)..<end].prefix { $0 != 0 }
      events.append(
        WatchEvent(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self)))
      offset = end
    }
    return events
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<(offset + 4)].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }
}
