/// The processes of a demo, as the process file system would tell them.
extension DemoHome {
  private static let root = ".processes"
  private static let programs = "/usr/libexec/webkitgtk-6.0/"

  /// The reader runs with its jar open and two web processes, one of them in a private session.
  func buildProcesses() throws(FileFailure) {
    try writeProcess(4102, "reader", parent: 1, "/usr/bin/reader\0", megabytes: 61)
    try writeProcess(
      4121, "WebKitNetworkPr", parent: 4102, Self.programs + "WebKitNetworkProcess\0" + "7\0",
      megabytes: 48)
    try DemoFiles.link(
      directory + "/" + webKitStore, at: "\(directory)/\(Self.root)/4121/fd/12")
    let profile = directory + "/" + webKitStore.dropLast("/cookies.sqlite".count)
    let keys = profile.replacing(" ", with: "\\040") + "/mediakeys/v1"
    try writeWebProcess(4125, mounts: "98 77 254:0 \(keys) \(keys) rw - ext4 /dev/vda rw\n")
    try writeWebProcess(4130, mounts: "")
    try PrivateFileWriter.makeDirectory(directory + "/.runtime")
  }

  private func writeWebProcess(_ id: Int, mounts: String) throws(FileFailure) {
    try writeProcess(
      id, "WebKitWebProces", parent: 4102, Self.programs + "WebKitWebProcess\0" + "9\0",
      megabytes: 187)
    try write(
      "77 64 0:43 / /tmp rw - tmpfs tmpfs rw\n" + mounts, to: "\(Self.root)/\(id)/mountinfo")
    try write(
      "[Application]\nname=org.example.Reader\n\n[Instance]\ninstance-id=webkit-4102-5\n",
      to: "\(Self.root)/\(id)/root/.flatpak-info")
  }

  private func writeProcess(
    _ id: Int, _ name: String, parent: Int, _ command: String, megabytes: Int
  ) throws(FileFailure) {
    let place = "\(Self.root)/\(id)"
    try write("Name:\t\(name)\nPPid:\t\(parent)\n", to: place + "/status")
    try write(command, to: place + "/cmdline")
    try write(
      "\(id) (\(name)) S \(parent) 1 1 0 -1 0 0 0 0 0 \(id / 10) 90 0 0 20 0 1 0 9 0 0\n",
      to: place + "/stat")
    try write("90000 \(megabytes * 256) 0 0 0 0 0\n", to: place + "/statm")
    try PrivateFileWriter.makeDirectory("\(directory)/\(place)/fd")
  }
}
