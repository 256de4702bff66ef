import CookieCore
import Glibc
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
          "json, netscape, binarycookies, playwright, header or set-cookie (by FILE, or json)"
        ),
        .value(
          "output", "FILE", .file, letter: "o", "the file; standard output when there is none"),
        .filter, .flag("force", "replace FILE although there are cookies in it"),
      ],
      details: """
        The file holds the values, which are secrets: it is readable by you alone (0600), and is replaced
        as a whole or not at all. A name that ends in .txt, .json or .binarycookies says what it shall be,
        unless --format does. A file that is a store itself or has cookies in it is replaced with --force
        alone; “pantler import” adds to one. What the format cannot carry is said, and a header leaves
        out what expired.
        """,
      examples: [
        ("pantler export epiphany --format netscape -o cookies.txt", "for curl, wget and yt-dlp"),
        ("pantler export notes:default -f 'site:example.org' -o keep.json", "loses nothing"),
        (
          "curl -H \"$(pantler export cookies.txt -f site:example.org --format header)\" "
            + "https://example.org/",
          "as the header of a request to that site"
        ),
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
    let format = format(session)
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
    if format == .header { leaveOutExpired(&cookies, session) }
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
    try await refuseStore(at: path, session)
    let replaces = access(path, F_OK) == 0
    do {
      try PrivateFileWriter.write(export.bytes, to: path)
    } catch {
      throw .file(error)
    }
    let count = amount(export.count, "cookie")
    session.say(replaces ? "Replaced \(path): wrote \(count)." : "Wrote \(count) to \(path).")
    return .done
  }

  /// The format that was asked for, or that the name of the file tells.
  private static func format(_ session: CommandSession) -> ExportFormat {
    if let format = session.arguments.value("format").flatMap(ExportFormat.init) { return format }
    let name = session.arguments.value("output") ?? ""
    if name.hasSuffix(".txt") { return .netscape }
    return name.hasSuffix(".binarycookies") ? .binarycookies : .json
  }

  /// Leaves out what no request would carry any more.
  private static func leaveOutExpired(_ cookies: inout [Cookie], _ session: CommandSession) {
    let now = session.host.now()
    let count = cookies.count
    cookies.removeAll { cookie in cookie.expiryTime.map { $0 <= now } ?? false }
    if cookies.count < count {
      session.say("Left out: \(amount(count - cookies.count, "cookie")), expired.")
    }
  }

  /// Stops when a file is a store, known or not, whose cookies would be lost.
  private static func refuseStore(
    at path: String, _ session: CommandSession
  ) async throws(CommandFailure) {
    guard !session.arguments.has("force"), let file = ResolvedPath(path) else { return }
    _ = await session.discover()
    if let store = await session.manager.stores.first(where: { ResolvedPath($0.path) == file }) {
      throw .other(
        "Not written: \(path) is the store \(store.id), and its cookies would be replaced. “pantler import” "
          + "adds to it; --force replaces it.")
    }
    guard let count = await cookieCount(at: path, session), count > 0 else { return }
    throw .other(
      "Not written: \(amount(count, "cookie")) in \(path) would be replaced. “pantler import” adds to the file; "
        + "--force replaces it.")
  }

  /// The number of cookies in a file that no store that is known is in; nil when it is no store.
  private static func cookieCount(at path: String, _ session: CommandSession) async -> Int? {
    let named = session.places.resolvedFromHere(path)
    // A name without a folder may mean a store that is somewhere else.
    let place = named.contains("/") ? named : "./" + named
    guard let store = try? await session.manager.resolve(place) else { return nil }
    return try? await session.manager.read(store.id).cookies.count
  }
}

/// A file that is there, whatever path leads to it.
private struct ResolvedPath: Equatable {
  private let device: dev_t
  private let number: ino_t

  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
