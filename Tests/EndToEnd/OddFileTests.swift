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

  @Test("An export over a jar that nobody named needs --force, whatever path leads to it")
  func exportOverJar() throws {
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    try home.write("# Netscape HTTP Cookie File\n", to: "empty.txt")
    let jar = home.path("jar.txt")
    try FileManager.default.linkItem(atPath: jar, toPath: home.path("hard.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: home.path("soft.out"), withDestinationPath: "jar.txt")
    let before = try home.bytes("jar.txt")
    for name in ["jar.txt", "hard.txt", "soft.out"] {
      let result = try pantler.result(
        ["export", home.path("empty.txt"), "-o", home.path(name)],
        environment: home.lonelyEnvironment)
      #expect(result.status == 1, "\(name)")
      #expect(result.errors.contains("would be replaced"), "\(result.errors)")
    }
    #expect(try home.bytes("jar.txt") == before)
    for words in [["-o", home.path("empty.txt")], ["-o", jar, "--force"]] {
      let result = try pantler.result(
        ["export", jar] + words, environment: home.lonelyEnvironment)
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("A pipe in the place of a file to import is refused at once, one of a shell is read")
  func pipes() throws {
    let pipe = home.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let refused = try pantler.result(
      ["import", pipe, home.path("new.txt"), "--yes"], environment: home.lonelyEnvironment)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("pipe"), "\(refused.errors)")
    try home.write(InterfaceSession.jar(), to: "jar.txt")
    for (number, script) in [
      "cat \"$1\" | \"$0\" import /dev/stdin \"$2\" --yes",
      "\"$0\" import <(cat \"$1\") \"$2\" --yes", "\"$0\" import - \"$2\" --yes <\"$1\"",
    ].enumerated() {
      let result = try Program("/bin/bash").result(
        ["-c", script, pantler.path, home.path("jar.txt"), home.path("new\(number).txt")],
        environment: home.lonelyEnvironment)
      #expect(result.status == 0, "\(script): \(result.errors)")
      #expect(result.errors.contains("Imported") || result.output.contains("Imported"))
    }
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
