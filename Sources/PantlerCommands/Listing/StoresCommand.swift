import CookieCore
import StoreModel

/// `pantler stores`: what there is, and what can be done with it.
enum StoresCommand {
  static let command = Command(
    specification: CommandSpecification(
      "stores", "list the stores that are found", arguments: "[STORE…]",
      operands: [[.store]], count: 0...1000,
      options: [.json, .jsonLines],
      details:
        "Each store is shown with its engine, app, number of cookies, the programs that have "
        + "it open,\nits path, and what Pantler cannot do with it; for stores that are named also why.",
      examples: [
        ("pantler stores", "lists every store"),
        ("pantler stores ~/cookies.txt --json", "describes a file, in JSON"),
      ]), run: run)

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let stores = try await session.stores(session.arguments.arguments)
    let readings = await session.read(stores)
    if var list = try JSONList(session) {
      for (store, result) in readings { list.add(StoreJSON(store, result)) }
      list.end()
    } else {
      write(readings, session)
    }
    return session.report(readings)
  }

  private static func write(_ readings: [CommandSession.Reading], _ session: CommandSession) {
    guard !readings.isEmpty else {
      session.say("No store was found. “pantler doctor” says where was looked, and what to do.")
      return
    }
    let saysWhy = !session.arguments.arguments.isEmpty
    var blocks = FactBlocks(session.output)
    for (store, result) in readings {
      blocks.add(store.id.rawValue, facts(store, result, saysWhy: saysWhy))
    }
  }

  private static func facts(
    _ store: StoreDescription, _ result: Result<StoreSnapshot, StoreFailure>, saysWhy: Bool
  ) -> [(String, String)] {
    var facts = [
      ("app", "\(store.app.name) (\(store.app.engine.rawValue)), \(store.title)"),
      ("file", store.path),
    ]
    switch result {
    case .success(let snapshot):
      let unreadable = snapshot.cookies.count { $0.encryptedValue != nil }
      let note = unreadable == 0 ? "" : ", \(amount(unreadable, "value")) could not be read"
      facts.append(("cookies", "\(snapshot.cookies.count)" + note))
      if !snapshot.holders.isEmpty {
        let names = snapshot.holders.map { FailureText.process($0) }
        facts.append(("open in", names.joined(separator: ", ")))
      }
      if snapshot.isDamaged { facts.append(("damaged", "opened for reading only")) }
      if let reason = snapshot.readOnlyReason { facts.append(("cannot", "write: " + reason)) }
    case .failure: facts.append(("cookies", "? (it could not be read)"))
    }
    let refused = StoreCapabilities.Act.allCases.filter { !store.capabilities.allows($0) }
    if saysWhy {
      for act in refused {
        facts.append(("cannot", "\(act.sentence): \(store.capabilities.refusals[act] ?? "")"))
      }
    } else if !refused.isEmpty {
      facts.append(("cannot", refused.map(\.sentence).joined(separator: "; ")))
    }
    let lacking = store.capabilities.unrepresentable
    if !lacking.isEmpty {
      let words = CookieAttribute.allCases.filter(lacking.contains).map(\.word)
      facts.append(("drops", words.joined(separator: ", ")))
    }
    return facts + store.remarks.map { ("note", $0) }
  }
}

extension StoreCapabilities.Act {
  /// The act as the rest of “cannot …”.
  var sentence: String {
    switch self {
    case .listViews: "list web views"
    case .seeSessionCookies: "see session cookies"
    case .write: "write"
    case .writeWhileRunning: "write while its program runs"
    case .deleteByType: "delete by data type"
    case .sizes: "tell sizes"
    case .observe: "observe changes"
    }
  }
}

extension CookieAttribute {
  /// The attribute in words, such as in “drops SameSite”.
  var word: String {
    switch self {
    case .secure: "Secure"
    case .httpOnly: "HttpOnly"
    case .sameSite: "SameSite"
    case .hostOnly: "host-only"
    case .path: "path"
    case .partition: "partition"
    case .container: "container"
    case .session: "session cookies"
    case .creationTime: "creation time"
    case .lastAccessTime: "last access time"
    case .lastUpdateTime: "last update time"
    case .sourceScheme: "source scheme and port"
    case .comment: "comment"
    case .ports: "ports"
    case .version: "version"
    case .lateExpiry: "expiry after 2038"
    case .arbitraryBytes: "control characters and bytes that are not UTF-8"
    }
  }
}
