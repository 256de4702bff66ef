import Foundation
import StoreModel
import Testing

@testable import StoreDrivers

@Suite("Holders of a file are found by the file, not by its name")
struct ProcessTableTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  @Test("a running process that has the file open is found until it ends")
  func runningProcess() throws {
    let path = try directory.write("jar", "content")
    let table = ProcessTable()
    let child = try Child.holding(path)
    #expect(table.holders(of: [path]).holders.map(\.id).contains(child.id))
    child.end()
    #expect(!table.holders(of: [path]).holders.map(\.id).contains(child.id))
  }

  @Test("another name of the same file hides nothing; a replaced file still counts")
  func otherNames() throws {
    let path = try directory.write("jar", "content")
    #expect(Glibc.link(path, directory("hard")) == 0)
    try directory.link("soft", to: path)
    let child = try Child.holding(directory("hard"))
    let table = ProcessTable()
    for name in ["jar", "hard", "soft"] {
      #expect(table.holders(of: [directory(name)]).holders.map(\.id) == [child.id])
    }
    let second = try Child.holding(path)
    try FileReplacement().export([1], to: path)
    #expect(table.holders(of: [path]).holders.map(\.id) == [second.id])
  }

  @Test("this process doesn't count")
  func ownProcess() throws {
    let path = try directory.write("jar", "content")
    let handle = try #require(FileHandle(forReadingAtPath: path))
    #expect(ProcessTable().holders(of: [path]).holders.isEmpty)
    try handle.close()
  }

  @Test("the owner of a network process is the app behind wrappers, or what its sandbox says")
  func owners() throws {
    let fake = FakeProcesses(directory)
    let jar = try directory.write("cookies.sqlite", "content")
    try fake.add(100, name: "epiphany", parent: 1, arguments: ["/usr/bin/epiphany"])
    try fake.add(101, name: "bwrap", parent: 100, arguments: ["bwrap"])
    try fake.add(102, name: "bwrap", parent: 101, arguments: ["bwrap"])
    let network = ["/usr/libexec/WebKitNetworkProcess", "7", "12", "15"]
    try fake.add(103, name: "WebKitNetworkPr", parent: 102, arguments: network, holding: [jar])
    try fake.add(104, name: "WebKitNetworkPr", parent: 1, arguments: network, holding: [jar])
    try fake.add(105, name: "WebKitNetworkPr", parent: 100, arguments: network, holding: [jar])
    try directory.write(
      "proc/105/root/.flatpak-info",
      "[Instance]\nname=wrong\n[Application]\nname=org.example.Reader\n")
    try fake.add(106, name: "cat", parent: 100, arguments: ["cat", jar], holding: [jar])
    let scan = ProcessTable(root: fake.root).holders(of: [jar])
    #expect(
      scan.holders == [
        ProcessReference(id: 103, name: "WebKitNetworkProcess", owner: "epiphany"),
        ProcessReference(id: 104, name: "WebKitNetworkProcess"),
        ProcessReference(id: 105, name: "WebKitNetworkProcess", owner: "org.example.Reader"),
        ProcessReference(id: 106, name: "cat"),
      ])
  }

  @Test("a profile is used by who has a file or folder of it open, and by its web processes")
  func profileUsers() throws {
    let fake = FakeProcesses(directory)
    let file = try directory.write("profile/data/salt", "content")
    #expect(Glibc.link(file, directory("hard")) == 0)
    try directory.makeDirectory("other")
    let holding: [[String]] = [
      [directory("profile/data")], [directory("hard")], [directory("other")],
      [directory("profile/data/gone (deleted)")], [directory("profile-two")],
    ]
    for (index, files) in holding.enumerated() {
      try fake.add(10 + index, name: "app", parent: 1, arguments: ["app"], holding: files)
    }
    let mount = "\(directory("profile"))/data/media\\040keys/v1"
    for (id, name) in [(20, "WebKitWebProcess"), (21, "sh")] {
      try fake.add(id, name: name, parent: 1, arguments: ["/usr/libexec/" + name])
      try directory.write("proc/\(id)/mountinfo", "1 2 0:1 / / rw\n3 2 0:1 /x \(mount) rw\n")
    }
    let survey = FileSurvey(below: [directory("profile")])
    let users = ProcessTable(root: fake.root)
      .users(of: survey.regularFiles, below: [directory("profile")])
    #expect(users == [10, 11, 13, 20])
  }

  @Test("the open files of a process are listed without the deleted ones")
  func openFiles() throws {
    let fake = FakeProcesses(directory)
    let jar = try directory.write("cookies.sqlite", "content")
    try fake.add(
      9, name: "app", parent: 1, arguments: ["app"], holding: [jar, directory("gone (deleted)")])
    #expect(ProcessTable(root: fake.root).openFiles(of: 9) == [jar])
  }
}

/// A process file system made of ordinary files.
struct FakeProcesses {
  let directory: ScratchDirectory
  var root: String { directory("proc") }

  init(_ directory: ScratchDirectory) {
    self.directory = directory
  }

  func add(
    _ id: Int, name: String, parent: Int, arguments: [String], holding files: [String] = []
  ) throws {
    try directory.write("proc/\(id)/status", "Name:\t\(name)\nPid:\t\(id)\nPPid:\t\(parent)\n")
    try directory.write("proc/\(id)/cmdline", arguments.joined(separator: "\0") + "\0")
    try directory.makeDirectory("proc/\(id)/fd")
    for (number, file) in files.enumerated() {
      try directory.link("proc/\(id)/fd/\(number)", to: file)
    }
  }

  /// Opens sockets, of which only the inodes are told.
  func addSockets(_ id: Int, _ inodes: [Int]) throws {
    for inode in inodes {
      try directory.link("proc/\(id)/fd/1\(inode)", to: "socket:[\(inode)]")
    }
  }

  /// Tells what is mounted where the process sees it.
  func addMounts(_ id: Int, _ text: String) throws {
    try directory.write("proc/\(id)/mountinfo", text)
  }

  /// Puts the note of a sandbox into the root of a process.
  func addNote(_ id: Int, _ text: String) throws {
    try directory.write("proc/\(id)/root/.flatpak-info", text)
  }

  /// Takes away what may not be looked into.
  func removeFiles(_ id: Int) throws {
    try FileManager.default.removeItem(atPath: directory("proc/\(id)/fd"))
  }
}
