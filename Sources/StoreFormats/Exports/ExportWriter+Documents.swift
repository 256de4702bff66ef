import CookieCore
import StoreModel

extension ExportWriter {
  /// Writes a file by way of its document.
  ///
  /// Cookies that are one without what the format lacks cannot both be there: the one that loses nothing stays.
  mutating func write<Document: CookieDocument>(_ cookies: [Cookie], as type: Document.Type) {
    var document = Document()
    let (unique, twins) = adapted(cookies)
    for twin in twins.flatMap(\.self) { leaveOut(twin, "the format cannot tell it from another") }
    put(unique, into: &document)
    bytes = document.encoded()
  }

  /// Writes lines of `cookies.txt`; twins have a line each.
  mutating func writeLines(_ cookies: [Cookie]) {
    var jar = NetscapeJar(dialect: .curl)
    let (unique, twins) = adapted(cookies)
    put(unique, into: &jar)
    bytes = jar.encoded()
    for more in twins {
      var lines = NetscapeJar(dialect: .plain)
      put(more, into: &lines)
      bytes += lines.encoded()
    }
  }

  private mutating func put(_ cookies: [Cookie], into document: inout some CookieDocument) {
    let lacking = format.losses.subtracting([.session, .arbitraryBytes])
    let outcomes = document.apply(cookies.map { .put($0.adapted(lacking: lacking)) })
    var exported: [Cookie] = []
    for (cookie, outcome) in zip(cookies, outcomes) {
      switch outcome {
      case .done: exported.append(cookie)
      case .unrepresentable(.session): leaveOut(cookie, "the format keeps no session cookies")
      case .unrepresentable(let attribute):
        leaveOut(cookie, "the format cannot hold it (\(attribute.rawValue))")
      case .goneAlready, .unverified: leaveOut(cookie, "it could not be written")
      }
    }
    count += exported.count
    let held = Dictionary(document.cookies.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    noteLosses(of: exported) { cookie in
      let wanted = cookie.adapted(lacking: lacking)
      return held[wanted.key]?.differences(from: wanted, ignoring: lacking) ?? []
    }
  }

  /// Separates cookies that would have one identity in the file: the first of each, then the second, and so on.
  private func adapted(_ cookies: [Cookie]) -> (unique: [Cookie], twins: [[Cookie]]) {
    let lacking = format.losses.subtracting([.session, .arbitraryBytes])
    // The cookie that is closest to what the file can say comes first, the order staying otherwise.
    let ranked = cookies.filter { $0.partition == nil } + cookies.filter { $0.partition != nil }
    let ordered = format.losses.contains(.partition) ? ranked : cookies
    var rounds: [[Cookie]] = [[]]
    var seen: [CookieKey: Int] = [:]
    for cookie in ordered {
      let key = cookie.adapted(lacking: lacking).key
      let round = seen[key, default: 0]
      seen[key] = round + 1
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(cookie)
    }
    return (rounds[0], Array(rounds.dropFirst()))
  }
}
