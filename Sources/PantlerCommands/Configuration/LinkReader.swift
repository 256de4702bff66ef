import StoreModel

/// Reads the links of the settings.
struct LinkReader {
  /// A link as it is written; what has a choice of words is looked at later, so that the nearest can be named.
  struct Written: Decodable {
    var web: String
    var shared: String
    var direction: String?
    var sites: [String]?
    var filter: String?
    var guards: [String]?
    var prune: Bool?
    var prefer: String?
    var sessions: Bool?
    var watch: Bool?
    var beforeLoading: [String]?
  }

  private static let names = [
    "web", "shared", "direction", "sites", "filter", "guards", "prune", "prefer", "sessions",
    "watch", "beforeLoading",
  ]

  let path: String
  let keys: JSON5Keys
  /// The texts of saved filters by name.
  let filters: [String: String]

  /// Understands the links.
  func links(
    _ written: [String: Written]
  ) throws(ConfigurationFailure) -> [String: Configuration.Link] {
    var links: [String: Configuration.Link] = [:]
    for (name, link) in written.sorted(by: { $0.key < $1.key }) {
      try refuseUnknown(in: name)
      links[name] = try understand(link, named: name)
    }
    return links
  }

  /// Refuses a setting within a link that there is not: a guard that is not understood would guard nothing.
  private func refuseUnknown(in name: String) throws(ConfigurationFailure) {
    let unknown = keys.keys(in: ["links", name]).first { !Self.names.contains($0.name) }
    guard let unknown else { return }
    let nearest = NearestName.find(unknown.name, among: Self.names)
      .map { " (did you mean “\($0)”?)" }
    throw ConfigurationFailure(
      path: path, line: unknown.line,
      reason: "in the link “\(VisibleText.escaped(name))”, there is no setting "
        + "“\(VisibleText.escaped(unknown.name))”" + (nearest ?? ""))
  }

  private func understand(
    _ written: Written, named name: String
  ) throws(ConfigurationFailure) -> Configuration.Link {
    var link = Configuration.Link(web: written.web, shared: written.shared)
    link.direction = try choice(written.direction, "direction", of: name) ?? link.direction
    link.prefer = try choice(written.prefer, "prefer", of: name) ?? link.prefer
    link.sites = written.sites
    link.filter = try written.filter.map { text throws(ConfigurationFailure) in
      try filter(text, "filter", of: name)
    }
    for text in written.guards ?? [] {
      let rule = try filter(text, "guards", of: name)
      guard !rule.filter.asksForNothing else {
        throw failure("guards", of: name, "an empty guard keeps everything; leave the link out")
      }
      link.guards.append(rule)
    }
    link.prune = written.prune ?? link.prune
    link.sessions = written.sessions ?? link.sessions
    link.watch = written.watch ?? link.watch
    link.beforeLoading = written.beforeLoading ?? []
    if !link.beforeLoading.isEmpty, link.direction == .toShared {
      throw failure(
        "beforeLoading", of: name, "“toShared” brings nothing over before a page is loaded")
    }
    return link
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ word: String?, _ setting: String, of name: String
  ) throws(ConfigurationFailure) -> Choice? {
    guard let word else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let nearest = NearestName.find(word, among: words).map { " (did you mean “\($0)”?)" } ?? ""
    throw failure(
      setting, of: name,
      "“\(setting)” is one of \(words.joined(separator: ", ")), not “\(VisibleText.escaped(word))”"
        + nearest)
  }

  private func filter(
    _ text: String, _ setting: String, of name: String
  ) throws(ConfigurationFailure) -> LinkFilter {
    do {
      return try LinkFilter(parsing: text, saved: filters)
    } catch {
      throw failure(
        setting, of: name,
        "“\(VisibleText.escaped(text))” is wrong at column \(error.column): \(error.message)")
    }
  }

  private func failure(
    _ setting: String, of name: String, _ reason: String
  ) -> ConfigurationFailure {
    ConfigurationFailure(
      path: path, line: keys.line(of: ["links", name, setting]),
      reason: "in the link “\(VisibleText.escaped(name))”, \(reason)")
  }
}
