import CookieCore
import StoreFormats
import StoreManager
import StoreModel

/// `pantler export`: writes the cookies of a store in the form of another program.
enum ExportCommand {
  static let command = Command(
    specification: CommandSpecification(
      "export", "write the cookies of a store to a file", arguments: "STORE",
      operands: [[.store]], count: 1...1,
      options: [
        .value(
          "format", "F", .words(ExportFormat.allCases.map(\.rawValue)),
          "json, netscape, binarycookies, playwright, header or set-cookie (json)"),
        .value(
          "output", "FILE", .file, letter: "o", "the file; standard output when there is none"),
        .filter,
      ],
      details:
        "The file holds the values, which are secrets: it is readable by you alone (0600), and is "
        + "replaced\nas a whole or not at all. What the format cannot carry is said.",
      examples: [
        ("pantler export epiphany --format netscape -o cookies.txt", "for curl, wget and yt-dlp"),
        ("pantler export notes:default -f 'site:example.org' -o keep.json", "loses nothing"),
        ("curl -H \"$(pantler export cookies.txt --format header)\" URL", "as a request header"),
      ]), run: run)

  /// Whether a terminal shows bytes as they are; lines and columns may end as they do in files.
  private static func isHarmless(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.split(whereSeparator: { "\t\n\r\r\n".contains($0) }).allSatisfy {
      VisibleText.escaped(String($0)) == $0
    }
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let format = session.arguments.value("format").flatMap(ExportFormat.init) ?? .json
    guard session.arguments.value("output")?.isEmpty != true else {
      throw .usage(.badValue(name: "--output", value: "", expected: "give the path of a file"))
    }
    let filter = try session.filter()
    let store = try await session.store(session.arguments.arguments[0])
    let snapshot = try await session.read(store.id)
    for notice in snapshot.notices where notice.level != .information {
      session.say("\(store.id): " + NoticeText.text(for: notice))
    }
    var selection = CookieSelection(session, filter, guards: await session.manager.planContext())
    var cookies: [Cookie] = []
    selection.forEach(in: snapshot, of: store) { cookie, _, _ in
      cookies.append(cookie)
      return true
    }
    if cookies.isEmpty, !snapshot.cookies.isEmpty {
      throw .nothingMatched("Nothing to export: 0 cookies matched.")
    }
    let export = CookieExport(cookies, as: format)
    for notice in export.notices { session.say(NoticeText.text(for: notice)) }
    guard let path = session.arguments.value("output"), path != "-" else {
      guard !session.host.showsOutput || isHarmless(export.bytes) else {
        throw .other(
          "Not shown: in these cookies are characters that a terminal acts upon. Write them to a file with "
            + "“-o FILE”, or into a pipe.")
      }
      session.output.write(bytes: export.bytes)
      return .done
    }
    do {
      try PrivateFileWriter.write(export.bytes, to: path)
    } catch {
      throw .file(error)
    }
    session.say("Wrote \(amount(export.count, "cookie")) to \(path).")
    return .done
  }
}
