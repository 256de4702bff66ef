import Foundation
import Testing

@Suite(
  "Files that are not what they seem are told in plain words", .enabled(if: endToEnd),
  .onOwnThreads)
struct OddFileTests {
  let home: Home
  let pantler: Program

  init() throws {
    home = try Home()
    pantler = try Program.built("pantler")
  }

  @Test("A deletion says that the file has another name, under which the cookie stays")
  func hardLink() throws {
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    let jar = home.path("jar.txt")
    try FileManager.default.linkItem(atPath: jar, toPath: home.path("other.txt"))
    let command = ["rm", jar, "-f", "name:theme"]
    for option in ["--dry-run", "--yes"] {
      let result = try pantler.run(command + [option], environment: home.lonelyEnvironment)
      #expect(result.errors.contains("another name (hard link)"), "\(option): \(result.errors)")
    }
    // There is no other name any more.
    let undo = try pantler.run(["undo", "--yes"], environment: home.lonelyEnvironment)
    #expect(!undo.errors.contains("hard link"))
    let again = try pantler.run(command + ["--yes"], environment: home.lonelyEnvironment)
    #expect(!again.errors.contains("hard link"), "\(again.errors)")
  }

  @Test("A hole of 40 GB in the place of a jar is refused")
  func hole() throws {
    try home.write("# Netscape HTTP Cookie File\n", to: "jar.txt")
    let jar = home.path("jar.txt")
    try #require(truncate(jar, 40 << 30) == 0)
    for words in [["cookies", jar], ["stores", jar], ["import", jar, home.path("new.json")]] {
      let result = try pantler.result(words, environment: home.lonelyEnvironment)
      #expect(result.status != 0, "\(words)")
      #expect(
        result.errors.contains("512 MiB") || result.errors.contains("too large"),
        "\(words): \(result.errors)")
    }
  }

  @Test("What was done is told though the output is full")
  func fullOutput() throws {
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    let jar = home.path("jar.txt")
    let result = try Program("/bin/sh").result(
      ["-c", "exec \"$0\" rm \"$1\" -f name:theme --yes >/dev/full", pantler.path, jar],
      environment: home.lonelyEnvironment)
    #expect(result.status == 5)
    #expect(result.errors.contains("It would have said: Deleted 1 cookie."), "\(result.errors)")
  }

  @Test("A name that is not UTF-8 is shown by its bytes")
  func bytes() throws {
    let result = try Program("/bin/sh").result(
      ["-c", "exec \"$0\" cookies \"$1/$(printf 'jar-\\351.txt')\"", pantler.path, home.url.path],
      environment: home.lonelyEnvironment)
    #expect(result.status == 2)
    #expect(result.errors.contains("jar-\\xe9.txt” is not UTF-8"), "\(result.errors)")
  }
}
