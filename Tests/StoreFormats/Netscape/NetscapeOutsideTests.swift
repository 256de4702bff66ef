import CookieCore
import StoreFormats
import StoreModel
import Testing

@Suite(
  "Text jars of other programs are read as their authors meant",
  .enabled(if: NetscapeCases.areThere))
struct NetscapeOutsideTests {
  @Test("There are cases to run")
  func thereAreCases() {
    #expect(NetscapeCases.textFiles.count >= 15)
    #expect(NetscapeCases.curlScripts.count >= 30)
  }

  @Test("Every row of the file", arguments: NetscapeCases.textFiles)
  func rows(file: NetscapeCases.TextFile) throws {
    let bytes = try NetscapeCases.bytes(of: "netscape-txt/" + file.file)
    guard let rows = file.expect else {
      #expect(throws: DecodingFailure.self) { try NetscapeJar(decoding: bytes) }
      return
    }
    let jar = try NetscapeJar(decoding: bytes)
    #expect(jar.encoded() == bytes, "the same bytes come back")
    #expect(!jar.isDamaged)
    let good = rows.filter { $0.bad == nil }
    let cookies = jar.cookies
    try #require(cookies.count == good.count)
    for (cookie, row) in zip(cookies, good) {
      #expect(matches(cookie, row), "line \(row.line)")
    }
    let warned = Set(jar.notices.filter { $0.level == .warning }.compactMap(\.line))
    #expect(warned.isSuperset(of: rows.filter { $0.bad != nil }.map(\.line)))
  }

  @Test("libsoup's text jar in a WebKitGTK profile")
  func webKitProfile() throws {
    let path = "webkit-data/files/webkitgtk-4.1-text/data/cookies.txt"
    let bytes = try NetscapeCases.bytes(of: path)
    let jar = try NetscapeJar(decoding: bytes)
    #expect(jar.dialect == .libsoup)
    #expect(jar.encoded() == bytes)
    #expect(jar.notices.isEmpty)
    #expect(jar.cookies.filter { $0.sameSite == .lax }.map(\.name) == ["lax"])
    #expect(jar.cookies.filter { $0.sameSite == .strict }.map(\.name) == ["strict"])
  }

  @Test(
    "Files that curl's tests load",
    arguments: NetscapeCases.curlScripts.filter { $0.filesIn != nil })
  func curlInput(script: NetscapeCases.CurlScript) throws {
    var texts: Set<String> = []
    for (_, text) in script.filesIn ?? [:] {
      let bytes = latin1(text)
      guard !text.hasPrefix("HTTP/") else {
        #expect(throws: DecodingFailure.self) { try NetscapeJar(decoding: bytes) }
        return
      }
      let jar = try NetscapeJar(decoding: bytes)
      #expect(jar.encoded() == bytes)
      texts.formUnion(jar.cookies.map { "\($0.name.text)=\($0.value.text)" })
    }
    let first = script.steps.first { $0.op == "get" }?.expect?.first
    guard let first, first.first == "equals", first.count == 2 else { return }
    let sent = first[1].split(separator: "; ").map(String.init)
    let missing = sent.filter {
      !texts.contains($0) && !(script.commandCookies ?? []).contains($0)
    }
    #expect(missing.isEmpty)
  }

  @Test(
    "Files that curl writes",
    arguments: NetscapeCases.curlScripts.filter { $0.expectJarOut != nil })
  func curlOutput(script: NetscapeCases.CurlScript) throws {
    for (_, text) in script.expectJarOut ?? [:] {
      let bytes = latin1(text.replacing("%days[400]", with: "2000000000"))
      let jar = try NetscapeJar(decoding: bytes)
      #expect(jar.dialect == .curl)
      #expect(jar.encoded() == bytes)
      #expect(jar.notices.isEmpty)
      var copy = NetscapeJar(dialect: .curl)
      let outcomes = copy.apply(jar.cookies.map { .put($0) })
      #expect(outcomes.allSatisfy { $0 == .done })
      let records = { (bytes: [UInt8]) in
        bytes.split(separator: 0x0A).map(Array.init).filter { $0.contains(0x09) }
      }
      #expect(records(copy.encoded()) == records(bytes))
    }
  }

  private func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private func matches(_ cookie: Cookie, _ row: NetscapeCases.Row) -> Bool {
    let domain = row.domain ?? ""
    let value = row.value.map { Array($0.utf8) } ?? hexBytes(row.valueHex ?? "")
    let sameSite: SameSite =
      switch row.extra?.first {
      case "Lax": .lax
      case "Strict": .strict
      default: .unspecified
      }
    return cookie.domain.text == (domain.hasPrefix(".") ? String(domain.dropFirst()) : domain)
      && cookie.hostOnly != row.includeSubdomains && cookie.path.text == row.path
      && cookie.secure == row.secure && cookie.expiryTime?.seconds == row.expires
      && cookie.name.text == row.name && cookie.value.bytes == value
      && cookie.httpOnly == row.httpOnly && cookie.sameSite == sameSite
  }

  private func hexBytes(_ text: String) -> [UInt8] {
    stride(from: 0, to: text.count - 1, by: 2).compactMap { offset in
      UInt8(text.dropFirst(offset).prefix(2), radix: 16)
    }
  }
}
