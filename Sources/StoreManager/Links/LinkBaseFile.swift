import CookieCore
import FoundationEssentials
import StoreModel

/// The file in which what two stores agreed on is kept: all of it once, and behind that what each sync changed.
///
/// The file is a row of frames: the number of bytes of the content in four bytes, the content, and its checksum in
/// eight, little-endian. The first frame has everything; each one after has the steps of one sync, and counts wholly or
/// not at all. So a sync writes as much as it changed, and a crash in the middle of a frame leaves what was before it.
/// Of such a file it is known that the last sync is missing, also when something was added to it since.
struct LinkBaseFile {
  /// What the file says.
  private(set) var base: SyncBase
  /// The bytes that are known to be good.
  private(set) var bytes: [UInt8]
  /// How many bytes come after them, of a frame that was not written whole.
  private(set) var tornCount = 0
  /// The values that agree with what it says.
  var memory = ValueMemory()
  /// How the two stores stood to each other when they agreed on what it says; nil when that is not known.
  var standing: LinkStanding?
  /// Which file it is, as it was when it was read or written last; nil when that is not known.
  var stamp: PrivateFiles.Stamp?
  /// How many of them the first frame has.
  private let wholeCount: Int

  /// What is in a frame beside the steps of a sync.
  enum Step {
    case change(SyncBase.Change)
    /// Both stores agree, and no sync is under way.
    case agreed(Timestamp)
    /// A sync is about to put this into stores.
    case intents([SyncBase.Intent])
    /// What came before this is not what the two agreed on last.
    case cutOff
  }

  /// Writes everything anew.
  init(_ base: SyncBase) {
    self.base = base
    var writer = LinkRowWriter(base)
    writer.writeHead()
    for entry in base.entries { writer.write(.change(.add(entry))) }
    for tombstone in base.tombstones { writer.write(.change(.bury(tombstone))) }
    if !base.pending.isEmpty { writer.write(.intents(base.pending)) }
    if base.isCutOff { writer.write(.cutOff) }
    bytes = Self.frame(writer.bytes)
    wholeCount = bytes.count
    self.base.makeDigests()
  }

  /// Reads a file; nil when it is damaged.
  ///
  /// A frame at the end that was not written whole is left out.
  init?(reading file: [UInt8]) {
    guard let first = Self.content(of: file, at: 0), var reader = LinkRowReader(head: file[first])
    else { return nil }
    guard reader.readAll() else { return nil }
    wholeCount = first.upperBound + Self.sumCount
    var end = wholeCount
    while end < file.count {
      guard let content = Self.content(of: file, at: end) else {
        guard Self.isTorn(file, at: end) else { return nil }
        break
      }
      reader.bytes = file[content]
      guard reader.readAll() else { return nil }
      end = content.upperBound + Self.sumCount
    }
    base = reader.base
    base.makeDigests()
    bytes = end == file.count ? file : Array(file[..<end])
    tornCount = file.count - end
    if tornCount > 0, Self.mayBeSync(file, at: end) { base.isCutOff = true }
  }

  /// Adds a frame.
  ///
  /// - Returns: its bytes, which belong behind those that the file had.
  mutating func add(_ steps: [Step]) -> [UInt8] {
    var writer = LinkRowWriter(base)
    // What told of the loss is replaced now.
    let mark: [Step] = tornCount > 0 && base.isCutOff ? [.cutOff] : []
    for step in mark + steps {
      writer.write(step)
      base.take(step)
    }
    let frame = Self.frame(writer.bytes)
    bytes += frame
    tornCount = 0
    return frame
  }

  /// Whether what was added is long beside the first frame, so that everything is better written anew.
  var isLong: Bool { bytes.count - wholeCount > max(65_536, wholeCount / 2) }

  private static let lengthCount = 4
  private static let sumCount = 8

  private static func frame(_ content: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(content.count + lengthCount + sumCount)
    frame.append(number: UInt32(content.count))
    frame += content
    frame.append(number: checksum(content))
    return frame
  }

  /// The place of the content of a frame; nil when the frame is not whole.
  private static func content(of file: [UInt8], at start: Int) -> Range<Int>? {
    guard let length: UInt32 = file[...].number(at: start), length > 0 else { return nil }
    let content = start + lengthCount..<start + lengthCount + Int(length)
    guard let sum: UInt64 = file[...].number(at: content.upperBound),
      sum == checksum(Array(file[content]))
    else { return nil }
    return content
  }

  /// Whether a frame that is not whole may be that of a sync, which begins with when both agreed.
  ///
  /// What a sync is going to do is on the disk before it changes anything, so with that nothing is lost. What an undo
  /// changes is made again from the journal when it was broken off.
  private static func mayBeSync(_ file: [UInt8], at start: Int) -> Bool {
    let first = start + lengthCount
    return !file.indices.contains(first) || file[first] == LinkRow.agreed.rawValue
  }

  /// Whether a frame that is not whole is the last one, which a crash may leave so.
  private static func isTorn(_ file: [UInt8], at start: Int) -> Bool {
    guard let length: UInt32 = file[...].number(at: start), length > 0 else { return true }
    return start + lengthCount + Int(length) + sumCount >= file.count
  }
}

extension SyncBase {
  /// Takes one step of a frame.
  ///
  /// - Returns: whether it can be taken.
  @discardableResult
  mutating func take(_ step: LinkBaseFile.Step) -> Bool {
    switch step {
    case .change(let change): return make(change)
    case .agreed(let time): settle(at: time)
    case .intents(let intents): pending = intents
    case .cutOff: isCutOff = true
    }
    return true
  }
}
