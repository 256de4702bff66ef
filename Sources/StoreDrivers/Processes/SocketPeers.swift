import Glibc

/// Which socket of this machine talks to which, as the kernel's socket diagnosis says.
enum SocketPeers {
  /// The inode of each connected local socket with that of its peer; empty when the kernel doesn't say.
  static func read() -> [UInt64: UInt64] {
    let number = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | closeOnExec, sockDiagnosis)
    guard number >= 0 else { return [:] }
    let descriptor = Descriptor(owning: number)
    do throws(SystemFailure) {
      // Nothing waits longer than this for the kernel, which answers at once.
      var limit = timeval(tv_sec: 1, tv_usec: 0)
      setsockopt(
        descriptor.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      try descriptor.write(request)
    } catch {
      return [:]
    }
    var peers: [UInt64: UInt64] = [:]
    while let message = receive(from: descriptor.number) {
      guard add(message, to: &peers) else { break }
    }
    return peers
  }

  private static let closeOnExec: Int32 = 0o2_000_000
  private static let sockDiagnosis: Int32 = 4
  private static let byFamily: UInt16 = 20
  private static let requestDump: UInt16 = 0x301
  private static let showPeer: UInt32 = 4
  private static let peerAttribute: UInt16 = 2

  /// A dump of all local sockets with their peers: a netlink header and a `unix_diag_req`.
  private static var request: [UInt8] {
    bytes(UInt32(40)) + bytes(byFamily) + bytes(requestDump) + bytes(UInt32(1)) + bytes(UInt32(0))
      + [UInt8(AF_UNIX), 0, 0, 0] + bytes(UInt32.max) + bytes(UInt32(0)) + bytes(showPeer)
      + bytes(UInt32.max) + bytes(UInt32.max)
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  private static func receive(from number: Int32) -> [UInt8]? {
    let message = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var got: Int
      repeat {
        got = recv(number, buffer.baseAddress, buffer.count, 0)
      } while got < 0 && errno == EINTR
      count = max(got, 0)
    }
    return message.isEmpty ? nil : message
  }

  /// Takes one datagram; false at the end of the dump and at anything unexpected.
  static func add(_ message: [UInt8], to peers: inout [UInt64: UInt64]) -> Bool {
    var offset = 0
    while offset + 16 <= message.count {
      let length = Int(number(message, offset, UInt32.self))
      guard number(message, offset + 4, UInt16.self) == byFamily, length >= 32,
        length <= message.count - offset
      else { return false }
      let end = offset + length
      let inode = UInt64(number(message, offset + 20, UInt32.self))
      var attribute = offset + 32
      while attribute + 8 <= end {
        let size = Int(number(message, attribute, UInt16.self))
        guard size >= 4 else { break }
        if number(message, attribute + 2, UInt16.self) == peerAttribute, size == 8 {
          peers[inode] = UInt64(number(message, attribute + 4, UInt32.self))
        }
        attribute += (size + 3) & ~3
      }
      offset += (length + 3) & ~3
    }
    return true
  }

  private static func number<Number: FixedWidthInteger>(
    _ message: [UInt8], _ offset: Int, _ type: Number.Type
  ) -> Number {
    message[offset..<offset + MemoryLayout<Number>.size].enumerated().reduce(0) { sum, byte in
      #if _endian(little)
        sum | Number(truncatingIfNeeded: byte.element) << Number(8 * byte.offset)
      #else
        sum << 8 | Number(truncatingIfNeeded: byte.element)
      #endif
    }
  }
}
