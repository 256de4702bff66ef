import CookieCore
import Foundation
import LiveEngines
import PantlerCommands
import StoreDrivers
import StoreModel

/// The program as it is started from a shell.
@main enum Program {
  static func main() {
    // Nothing else may get the number of a stream that is closed.
    StandardStreams.prepare()
    ProgramExecutors.run { await run() }
  }

  @MainActor private static func run() async -> Never {
    let environment = ProcessInfo.processInfo.environment
    Crashes.prepare(environment: environment)
    // A demo that is to be the same every time fixes the time.
    let fixedNow = environment["PANTLER_NOW"].flatMap { Timestamp(rfc3339: $0) }
    let now: @Sendable () -> Timestamp = {
      fixedNow ?? Timestamp(secondsSince1970: Date().timeIntervalSince1970)
    }
    let surroundings = Surroundings(
      environment: environment, userID: getuid(),
      processRoot: environment["PANTLER_PROCESS_ROOT"] ?? "/proc")
    let access = StoreAccess(surroundings: surroundings, now: now)
    var host = CommandHost(
      environment: environment, output: StandardStreams.output, errors: StandardStreams.errors,
      canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
      readLine: { readLine(strippingNewline: true) }, now: now,
      randomID: { String(format: "%08x", UInt32.random(in: .min ... .max)) },
      drivers: { paths in
        var places = surroundings
        places.namedPaths = paths
        return FileStoreDriver.all(in: places, access: access)
      }, publicSuffixes: .system, interruptions: Interruptions.stream,
      pages: PageLoader(now: now),
      themes: Catalogues.themes(in: Places(environment: environment).themes), keys: Catalogues.keys,
      version: Catalogues.version,
      programPath: "/proc/self/exe")
    host.showsOutput = isatty(STDOUT_FILENO) == 1
    host.engines = { order throws(LiveFailure) in
      try await Catalogues.engine(order, environment: environment, now: now)
    }

    // The words as strings would hide which bytes were there.
    let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeBufferPointer(start: word, count: strlen(word))).map { UInt8(bitPattern: $0) }
      }
    }
    switch await CommandRunner(host: host).run(bytes: words) {
    case .exit(let status):
      access.copies.removeAll()
      exit(status.rawValue)
    case .interface(let options, let host):
      let status = await Interface.run(options, host: host)
      await host.stage?.close()
      access.copies.removeAll()
      exit(status)
    }
  }
}
