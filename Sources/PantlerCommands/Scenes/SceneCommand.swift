import StoreModel

/// `pantler scene`: the program on a declared set of pools, stores and views.
enum SceneCommand {
  static let command = Command(
    specification: CommandSpecification(
      "scene", "bring up declared pools, stores and web views, and the interface on them",
      arguments: "FILE [COMMAND…]", operands: [[.file], [.command]], count: 1...1000,
      options: [.flag("check", "only say whether the file can be used")]
        + InterfaceOptions.specification.options,
      details: """
        A scene is a JSON5 file such as
          {
            app: "shop", engine: "embedded", era: "ios15",
            pools: ["common"],
            stores: [{ name: "main", kind: "default", cookies: [
              { url: "https://shop.example/", set: "sid=1; Max-Age=3600" }] }],
            views: [{ name: "cart", pool: "common", store: "main", load: ["https://shop.example/"] }],
            jars: ["curl.txt"],
            links: [{ name: "curl", web: "main", shared: "curl.txt", first: true }],
          }
        with pools, stores and the cookies that they begin with, configurations, views and the pages that
        they load, and links to shared storages. The views are live: Pantler opens them itself, without
        JavaScript unless the engine is “webkit”. Persistent stores are kept between runs. With a
        COMMAND, that one command runs when all pages are loaded, and the scene ends with it.
        """,
      passesRestOn: true,
      examples: [
        ("pantler scene shop.json5", "brings up the interface on the scene"),
        ("pantler scene shop.json5 --check", "looks at the file only"),
        ("pantler scene shop.json5 webviews --json", "who shares cookies with whom, in JSON"),
      ]), run: run)

  /// Runs what needs no interface.
  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    switch try await outcome(session.arguments, session.host) {
    case .exit(let status): return status
    case .interface: preconditionFailure("the runner opens the interface itself")
    }
  }

  /// Whether a command line may ask for the interface.
  static func opensInterface(_ arguments: ParsedArguments) -> Bool {
    let words = arguments.arguments.dropFirst()
    return (words.first?.hasPrefix("-") ?? true) && !arguments.has("help")
  }

  /// Brings a scene up, and runs a command in it or hands it to the interface.
  static func outcome(
    _ given: ParsedArguments, _ host: CommandHost
  ) async throws(CommandFailure) -> CommandOutcome {
    let path = given.arguments[0]
    let arguments = try withOptionsBehind(given)
    let words = Array(arguments.arguments.dropFirst())
    if arguments.has("help") {
      host.output.write(HelpText.page(for: command.specification))
      return .exit(.done)
    }
    let scene: Scene
    do {
      scene = try SceneReader.read(path, publicSuffixes: host.publicSuffixes)
    } catch {
      throw .other(error.message)
    }
    if arguments.has("check") {
      host.output.line(summary(scene))
      return .exit(.done)
    }
    let looks = InterfaceOptions.words(of: arguments)
    if let word = looks.first, let command = words.first {
      throw .usage(.other("“\(word)” is for the interface, and “\(command)” does not open it"))
    }
    guard words.first != "scene" else {
      throw .usage(.other("a scene within a scene would be another scene"))
    }
    let staged = try await stage(scene, host)
    guard words.isEmpty else {
      let outcome = await CommandRunner(host: staged).run(words)
      await staged.stage?.close()
      guard case .exit = outcome else {
        throw .usage(.other("“\(words.joined(separator: " "))” is no command"))
      }
      return outcome
    }
    do {
      return .interface(try InterfaceOptions(looks), in: staged)
    } catch {
      throw .usage(error)
    }
  }

  /// The arguments with the options that stand behind the file, before a command or without one.
  private static func withOptionsBehind(
    _ given: ParsedArguments
  ) throws(CommandFailure) -> ParsedArguments {
    let words = Array(given.arguments.dropFirst())
    guard words.first?.hasPrefix("-") == true else { return given }
    do throws(UsageFailure) {
      let front = InterfaceOptions.words(of: given) + (given.has("check") ? ["--check"] : [])
      let parsed = try ParsedArguments(
        front + words + [given.arguments[0]], for: command.specification)
      guard parsed.arguments == [given.arguments[0]] else {
        throw UsageFailure.other(
          "options of the scene stand before the file, and the command behind it")
      }
      return parsed
    } catch {
      throw .usage(error)
    }
  }

  private static func stage(
    _ scene: Scene, _ host: CommandHost
  ) async throws(CommandFailure) -> CommandHost {
    let app = App(id: scene.app, name: scene.app, engine: .live)
    let directory = Places(environment: host.environment).live + "/" + scene.app
    do throws(LiveFailure) {
      let parts = try await host.engines(
        LiveEngineOrder(
          name: scene.engine, era: scene.era, app: app,
          directory: directory + "/" + scene.engine,
          keeping: LiveCookieFiles(directory: directory)))
      var staged = host
      do throws(LiveFailure) {
        staged.stage = try await SceneStage.build(scene, on: parts, host: host)
      } catch {
        await parts.engine.shutDown()
        throw error
      }
      return staged
    } catch {
      throw .other(LiveText.text(starting: error))
    }
  }

  private static func summary(_ scene: Scene) -> String {
    let parts = [
      amount(scene.pools.count, "pool"), amount(scene.stores.count, "store"),
      amount(scene.views.count, "view"), amount(scene.links.count, "link"),
    ]
    return "The scene is sound: " + parts.joined(separator: ", ") + "; era \(scene.era.rawValue)."
  }
}
