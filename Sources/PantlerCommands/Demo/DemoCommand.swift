import CookieCore
import Glibc

/// `pantler demo`: a throw-away home, and the program in it.
enum DemoCommand {
  static let command = Command(
    specification: CommandSpecification(
      "demo", "try everything in a throw-away home with made-up stores", arguments: "[COMMAND…]",
      operands: [[.command]],
      count: 0...1000,
      options: [
        .value("seed", "N", .text, "make the same home, at the same time, for the same number"),
        .flag("still", "let nothing change by itself; --seed implies it"),
        .flag("live", "let stores change by themselves also with --seed"),
      ] + InterfaceOptions.specification.options,
      details:
        "The home has one store of every kind and goes away at the end. Without a COMMAND the "
        + "interface\nstarts in it.",
      passesRestOn: true,
      examples: [
        ("pantler demo", "starts the interface"),
        ("pantler demo --seed 7 --theme light", "starts it with another theme"),
        ("pantler demo --seed 7 cookies --json", "runs one command"),
        ("pantler demo watch", "shows the life in the stores"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let arguments = session.arguments
    guard arguments.arguments.first != "demo" else {
      throw .usage(.other("a demo within a demo would be the same demo"))
    }
    let looks = InterfaceOptions.words(of: arguments)
    if let word = looks.first, let command = arguments.arguments.first {
      throw .usage(.other("“\(word)” is for the interface, and “\(command)” does not open it"))
    }
    let seed = try seed(arguments)
    let isExact = arguments.has("seed")
    let now = isExact ? fixedNow(session) : session.host.now()
    do {
      let base = session.host.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let directory = try DemoFiles.claim(base ?? "/tmp", seed: seed)
      defer { DemoFiles.removeTree(directory) }
      let home = DemoHome(directory: directory, seed: seed, now: now)
      try home.build()
      var environment = home.environment(from: session.host.environment)
      if isExact { environment["PANTLER_NOW"] = now.rfc3339 }
      let child = try ChildProgram(
        session.host.programPath, looks + arguments.arguments, environment: environment)
      let isLively = arguments.has("live") || (!isExact && !arguments.has("still"))
      let life = isLively ? DemoLife(home: home, seed: seed, now: session.host.now) : nil
      return ExitStatus(rawValue: await accompany(child, life, session))
    } catch {
      throw .file(error)
    }
  }

  private static func fixedNow(_ session: CommandSession) -> Timestamp {
    let given = session.host.environment["PANTLER_NOW"].flatMap { Timestamp(rfc3339: $0) }
    return given ?? DemoHome.fixedNow
  }

  private static func seed(_ arguments: ParsedArguments) throws(CommandFailure) -> UInt64 {
    guard let text = arguments.value("seed") else { return UInt64.random(in: 1...999_999) }
    guard let seed = UInt64(text) else {
      throw .usage(.badValue(name: "--seed", value: text, expected: "give a number"))
    }
    return seed
  }

  /// Waits for the child, with the life going on and signals passed on.
  private static func accompany(
    _ child: ChildProgram, _ life: DemoLife?, _ session: CommandSession
  ) async -> Int32 {
    let signals = session.host.interruptions()
    let living = Task {
      guard var life else { return }
      await life.run()
    }
    let passing = Task {
      // Whoever types Ctrl-C at the terminal sends it to the child as well.
      for await signal in signals where signal != SIGINT { child.signal(signal) }
    }
    let status = await child.wait()
    living.cancel()
    passing.cancel()
    await living.value
    return status
  }
}
