import CookieCore
import Foundation
import PantlerCommands
import StoreDrivers
import StoreManager

let environment = ProcessInfo.processInfo.environment
let now: @Sendable () -> Timestamp = {
  Timestamp(secondsSince1970: Date().timeIntervalSince1970)
}

// A reader that goes away is told by a failed write, not by a signal.
signal(SIGPIPE, SIG_IGN)

let surroundings = Surroundings(environment: environment, userID: getuid())
let access = StoreAccess(surroundings: surroundings, now: now)
let stateHome =
  environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  ?? surroundings.home + "/.local/state"
let configuration = ManagerConfiguration(
  stateDirectory: stateHome + "/pantler", now: now,
  randomID: { String(format: "%08x", UInt32.random(in: .min ... .max)) })
let publicSuffixes = PublicSuffixes.system
let manager = StoreManager(
  drivers: FileStoreDriver.all(in: surroundings, access: access), publicSuffixes: publicSuffixes,
  configuration: configuration)
let context = CommandContext(
  manager: manager, publicSuffixes: publicSuffixes, now: now,
  readFile: { path in (try? Data(contentsOf: URL(filePath: path))).map { Array($0) } },
  output: .standard)
let status = await CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), in: context)
access.copies.removeAll()
exit(status.rawValue)
