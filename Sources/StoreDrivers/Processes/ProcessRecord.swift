import Glibc

/// One process.
package struct ProcessRecord: Hashable, Sendable {
  /// The id.
  package var id: Int32
  /// The id of the parent; 0 for none.
  package var parent: Int32
  /// The command name, in full where the arguments tell it.
  package var name: String
  /// The command line.
  package var arguments: [String]

  /// Reads a process; nil when it has ended.
  init?(id: Int32, root: String) {
    guard let status = Self.text("\(root)/\(id)/status") else { return nil }
    var name = ""
    var parent: Int32 = 0
    for line in status.split(separator: "\n") {
      if line.hasPrefix("Name:") {
        name = Self.field(line)
      } else if line.hasPrefix("PPid:") {
        parent = Int32(Self.field(line)) ?? 0
      }
    }
    let command = Self.text("\(root)/\(id)/cmdline") ?? ""
    self.id = id
    self.parent = parent
    arguments = command.split(separator: "\0").map(String.init)
    // The kernel keeps only 15 bytes of the name.
    let program = FilePath.name(of: arguments.first ?? "")
    self.name = !name.isEmpty && program.hasPrefix(name) ? program : name
  }

  private static func field(_ line: Substring) -> String {
    let text = line[line.index(after: line.firstIndex(of: ":") ?? line.startIndex)...]
    return String(text.drop { $0 == "\t" || $0 == " " })
  }

  static func text(_ path: String) -> String? {
    do throws(SystemFailure) {
      let bytes = try Descriptor(reading: path).readAll(limit: 1 << 20)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      return nil
    }
  }
}
