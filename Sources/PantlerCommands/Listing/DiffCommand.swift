import CookieCore
import StoreManager
import StoreModel

/// `pantler diff`: in what two stores differ.
enum DiffCommand {
  static let command = Command(
    specification: CommandSpecification(
      "diff", "compare two stores", arguments: "A B", operands: [[.store]], count: 2...2,
      options: [.filter, .json, .jsonLines],
      details:
        "What one of the two formats cannot keep is no difference. Lines begin with - for what "
        + "only A has,\n+ for what only B has, and ~ for what differs. Values are never shown.",
      examples: [
        ("pantler diff notes:default jar:/home/me/cookies.txt", "compares two stores"),
        ("pantler diff old.json new.json --json", "compares two files, in JSON"),
      ]), run: run)

  private struct DifferenceJSON: Encodable {
    var change: String
    var name: String
    var domain: String
    var hostOnly: Bool
    var path: String
    var partition: String?
    var container: String?
    var site: String
    var differences: [String]
  }

  private struct Line {
    var sign: String
    var key: CookieKey
    var site: String
    var differences: [String]
  }

  @Sendable
  private static func run(_ session: CommandSession) async throws(CommandFailure) -> ExitStatus {
    let filter = try session.filter()
    _ = await session.discover()
    let left = try await session.store(session.arguments.arguments[0], isDiscovered: true)
    let right = try await session.store(session.arguments.arguments[1], isDiscovered: true)
    let old = try await session.read(left.id)
    let new = try await session.read(right.id)
    let ignored = left.capabilities.unrepresentable.union(right.capabilities.unrepresentable)
    var lines: [Line] = []
    var selection = CookieSelection(session, filter)
    var theirs = index(new, right, ignored, &selection)
    for (key, mine) in index(old, left, ignored, &selection) {
      guard let other = theirs.removeValue(forKey: key) else {
        lines.append(Line(sign: "-", key: key, site: mine.site, differences: []))
        continue
      }
      let differences = words(mine.cookie, other.cookie, ignored)
      guard !differences.isEmpty else { continue }
      lines.append(Line(sign: "~", key: key, site: mine.site, differences: differences))
    }
    lines += theirs.map { Line(sign: "+", key: $0.key, site: $0.value.site, differences: []) }
    try write(lines.sorted { $0.key < $1.key }, session)
    return .done
  }

  private static func index(
    _ snapshot: StoreSnapshot, _ store: StoreDescription, _ ignored: Set<CookieAttribute>,
    _ selection: inout CookieSelection
  ) -> [CookieKey: (cookie: Cookie, site: String)] {
    var found: [CookieKey: (cookie: Cookie, site: String)] = [:]
    selection.forEach(in: snapshot, of: store) { cookie, site, _ in
      let key = cookie.adapted(lacking: ignored).key
      if found[key] == nil { found[key] = (cookie, site) }
      return true
    }
    return found
  }

  private static func words(
    _ left: Cookie, _ right: Cookie, _ ignored: Set<CookieAttribute>
  ) -> [String] {
    var words: [String] = []
    if left.value != right.value || left.encryptedValue != right.encryptedValue {
      words.append("value")
    }
    if !Cookie.sameExpiry(left.expiryTime, right.expiryTime, ignoring: ignored) {
      words.append("expires")
    }
    let attributes = left.differences(from: right, ignoring: ignored).subtracting([
      .creationTime, .lastAccessTime, .lastUpdateTime,
    ])
    return words + attributes.map(\.rawValue).sorted()
  }

  private static func write(
    _ lines: [Line], _ session: CommandSession
  ) throws(CommandFailure) {
    if var list = try JSONList(session) {
      let changes = ["-": "onlyInFirst", "+": "onlyInSecond", "~": "differs"]
      for line in lines {
        list.add(
          DifferenceJSON(
            change: changes[line.sign] ?? "", name: line.key.name.text,
            domain: line.key.domain.text, hostOnly: line.key.hostOnly, path: line.key.path.text,
            partition: line.key.partition?.topLevelSite, container: line.key.container,
            site: line.site, differences: line.differences))
      }
      list.end()
      return
    }
    for line in lines {
      let what = line.differences.isEmpty ? "" : "  " + line.differences.joined(separator: ", ")
      session.output.line("\(line.sign) \(CookieLine.label(line.key))\(what)")
    }
    session.say(
      lines.isEmpty ? "The two agree." : "\(amount(lines.count, "cookie")) not the same.")
  }
}
