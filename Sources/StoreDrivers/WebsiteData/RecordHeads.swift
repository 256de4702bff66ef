import CookieCore
import Glibc

/// Looks at the records in one folder of WebKit's HTTP cache, and reads nothing but their heads.
struct RecordHeads: Sendable {
  /// What records of one owner have in common.
  struct Owner: Hashable, Sendable {
    /// The registrable domain of the top page; empty on GTK and WPE.
    var partition: String
    /// The URL up to its path; empty when it has no host.
    var beginning: String
  }

  /// What the head of a record says about whose it is and how large.
  struct Head: Sendable {
    /// The number of its owner.
    var owner: Int
    var time: Timestamp
    /// The bytes of the header and the body; nil for a record of another kind than a resource.
    var byteCount: Int?
  }

  /// A file among the records.
  struct Record: Sendable {
    /// What the file system says about it; nil when that could not be learnt.
    var status: FileStatus?
    var linkCount = 1
    /// What its head says; nil for what is no record, such as a body.
    var head: Head?
  }

  /// Some records that one thread looked at.
  struct Piece: Sendable {
    /// The number of the thread.
    var thread: Int
    /// In the order of their names; the numbers of owners are the thread's own.
    var records: [Record]
    /// The owners that the thread had not met before, in the order of their numbers.
    var newOwners: [Owner]
  }

  /// The end of the name of a body that lies beside its record.
  static let bodySuffix = "-blob"

  private let descriptor: Int32
  private let names: FileNames

  /// As many as one thread looks at before it takes more.
  private static let pieceSize = 512

  /// Looks at files on all processors, and reads of those that are not bodies the heads; blocks.
  ///
  /// - Parameter take: gets one record for each name, some at a time and in their order, and all owners up to
  ///   then by their numbers; says whether more are wanted.
  static func read(
    _ names: FileNames, in folder: String, take: ([Record], _ owners: [Owner]) -> Bool
  ) {
    do throws(SystemFailure) {
      let directory = try Descriptor(opening: folder, flags: O_RDONLY | O_DIRECTORY)
      let heads = RecordHeads(descriptor: directory.number, names: names)
      var owners = OwnersOfThreads()
      OwnThread.pieces(of: names.count, size: pieceSize) {
        let reader = RecordReader(heads.descriptor, thread: $0)
        return { reader.piece(heads.names, $0) }
      } take: {
        take(owners.records(of: $0), owners.all)
      }
    } catch {
      _ = take(Array(repeating: Record(), count: names.count), [])
    }
  }
}

/// The names of files in one folder, each with a zero at its end.
struct FileNames: Sendable {
  /// Names one after another, among others.
  var bytes: [UInt8]
  /// Where each begins.
  var starts: [Int]

  var count: Int { starts.count }

  /// Takes names one by one.
  init(_ names: [String]) {
    bytes = []
    starts = []
    for name in names {
      starts.append(bytes.count)
      bytes += Array(name.utf8) + [0]
    }
  }

  /// Takes the names of nodes.
  init(of nodes: [Int], in tree: ScannedTree) {
    bytes = tree.names
    starts = nodes.map { tree.nodes[$0].nameStart }
  }
}

/// Gives the owners that threads have met the same numbers.
private struct OwnersOfThreads {
  private(set) var all: [RecordHeads.Owner] = []
  private var numbers: [RecordHeads.Owner: Int] = [:]
  private var numbersOfThreads: [Int: [Int]] = [:]

  /// The records of a piece, the numbers of whose owners are everybody's.
  mutating func records(of piece: RecordHeads.Piece) -> [RecordHeads.Record] {
    for owner in piece.newOwners {
      let number = numbers[owner] ?? all.count
      if number == all.count {
        all.append(owner)
        numbers[owner] = number
      }
      numbersOfThreads[piece.thread, default: []].append(number)
    }
    guard let known = numbersOfThreads[piece.thread] else { return piece.records }
    var records = piece.records
    for index in records.indices {
      if let own = records[index].head?.owner { records[index].head?.owner = known[own] }
    }
    return records
  }
}
