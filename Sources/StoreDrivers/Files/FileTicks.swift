import CFileAttributes
import Glibc

/// How far the times of files tell that somebody wrote.
///
/// A file gets the time of the kernel's clock that goes in ticks, so that of two writes within one the second leaves the
/// time as it is. After a tick that is younger than the file another write has to give it another time.
enum FileTicks {
  /// More than the longest tick there is, in nanoseconds.
  private static let margin: Int64 = 20_000_000

  /// The file systems whose times are those of this kernel's clock and no coarser: ext4, XFS, Btrfs, F2FS, tmpfs, and
  /// overlays over these.
  private static let timely: Set<UInt> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994, 0x794C_7630,
  ]

  /// Reports whether every write from now on shows by the times of a file.
  ///
  /// - Parameter status: what the file system says about it now.
  static func tellLaterWrites(to descriptor: Int32, _ status: FileStatus) -> Bool {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME_COARSE, &time) == 0 else { return false }
    let now = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    guard now - margin > max(status.contentChange, status.statusChange) else { return false }
    var system = statfs()
    guard fstatfs(descriptor, &system) == 0 else { return false }
    return timely.contains(UInt(bitPattern: Int(system.f_type)))
  }
}
