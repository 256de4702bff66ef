import CFileAttributes
import Glibc

/// Makes a new file look like the one that it takes the place of.
enum FileAttributes {
  /// Gives an open file the owner, the attributes and the mode of another, or mode 0600.
  ///
  /// - Throws: when the owner can't be kept. A group or an attribute that can't be kept is let go.
  static func copy(
    from target: FileTarget, to descriptor: Int32, keepingMode: Bool
  ) throws(SystemFailure) {
    guard let status = target.status else { return }
    var keepsGroup = true
    if status.owner != geteuid() {
      guard fchown(descriptor, status.owner, status.group) == 0 else { throw .last("fchown") }
    } else if fchown(descriptor, uid_t.max, status.group) != 0 {
      keepsGroup = false
    }
    guard keepingMode else { return }
    copyExtendedAttributes(from: target.path, to: descriptor)
    // Without the old group its bits would let in others.
    let mode = keepsGroup ? status.mode : status.mode & 0o707
    guard fchmod(descriptor, mode_t(mode)) == 0 else { throw .last("fchmod") }
  }

  private static func copyExtendedAttributes(from path: String, to descriptor: Int32) {
    let names = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let got = buffer.withMemoryRebound(to: CChar.self) {
        listxattr(path, $0.baseAddress, $0.count)
      }
      count = max(got, 0)
    }
    for name in names.split(separator: 0) {
      let text = String(decoding: name, as: UTF8.self)
      let value = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(getxattr(path, text, buffer.baseAddress, buffer.count), 0)
      }
      _ = value.withUnsafeBytes { fsetxattr(descriptor, text, $0.baseAddress, $0.count, 0) }
    }
  }
}
