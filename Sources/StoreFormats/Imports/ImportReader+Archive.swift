import CookieCore
import StoreModel

extension ImportReader {
  /// Reads the cookies that the responses of an HTTP Archive set, in the order of time.
  ///
  /// `Set-Cookie` headers say everything, so they are read where they are; archives from which they were taken
  /// out still list cookies. A request lists what was sent, without saying for which hosts; such cookies
  /// count only where the archive adds their domain.
  mutating func readArchive(_ value: JSONValue) {
    let entries = value["log"]?["entries"]?.elements ?? []
    var storage = Self.storage(options)
    var unscoped = 0
    for (index, entry) in entries.enumerated() {
      guard let url = (entry["request"]?["url"]?.string).flatMap({ CookieURL($0) }) else {
        notices.add(.warning, "Entry \(index + 1) is left out: it has no URL.")
        continue
      }
      let started = entry["startedDateTime"]?.string.flatMap { Timestamp(rfc3339: $0) }
      let context = CookieContext(time: started ?? options.now)
      let headers = Self.setCookies(of: entry)
      for line in headers {
        let reception = storage.receive(line, from: url, in: context)
        note(reception, line: nil, "In entry \(index + 1), the cookie")
      }
      unscoped += readLists(of: entry, hasHeaders: !headers.isEmpty, url: url, at: index)
    }
    let known = Set(storage.cookies.map(\.key))
    cookies = storage.cookies + unlisted(known)
    if unscoped > 0 {
      notices.add(
        .information,
        "\(unscoped) sent cookies are left out, as the archive does not say where they belong.")
    }
  }

  /// Takes the cookies out of the lists that are not known from a header, the last of each identity.
  private func unlisted(_ known: Set<CookieKey>) -> [Cookie] {
    var last: [CookieKey: Cookie] = [:]
    for cookie in cookies where !known.contains(cookie.key) { last[cookie.key] = cookie }
    return last.values.sorted { $0.key < $1.key }
  }

  /// The values of `Set-Cookie` headers; some programs put several into one, with line ends between.
  private static func setCookies(of entry: JSONValue) -> [[UInt8]] {
    let headers = entry["response"]?["headers"]?.elements ?? []
    return headers.flatMap { header -> [[UInt8]] in
      guard header["name"]?.string?.lowercased() == "set-cookie", let value = header["value"]?.text
      else { return [] }
      return value.bytes.split(separator: 0x0A).map(Array.init)
    }
  }

  /// Reads the lists of an entry into `cookies` and returns how many sent cookies have no domain.
  private mutating func readLists(
    of entry: JSONValue, hasHeaders: Bool, url: CookieURL, at index: Int
  ) -> Int {
    let sent = entry["request"]?["cookies"]?.elements ?? []
    let scoped = sent.filter { $0["domain"]?.string?.isEmpty == false }
    let received = hasHeaders ? [] : entry["response"]?["cookies"]?.elements ?? []
    for value in scoped + received {
      var imported = ImportedEntry(Self.completed(value, url: url))
      do throws(ImportedEntry.Objection) {
        cookies.append(try imported.cookie())
      } catch {
        notices.add(.warning, "A cookie of entry \(index + 1) is left out: \(error.reason).")
      }
    }
    return sent.count - scoped.count
  }

  /// Adds the URL's host and default path where the archive names none.
  private static func completed(_ value: JSONValue, url: CookieURL) -> JSONValue {
    guard var members = value.members else { return value }
    if value["domain"]?.string?.isEmpty ?? true {
      members.append(JSONMember(name: "domain", value: .string(CookieText(url.host?.name ?? ""))))
    } else if let domain = value["domain"]?.string, !domain.hasPrefix("."), domain != url.host?.name
    {
      // A domain other than the host was an attribute, and so are all below it meant.
      members.append(JSONMember(name: "hostOnly", value: .bool(false)))
    }
    if value["path"]?.string?.isEmpty ?? true {
      let path = CookiePath.defaultPath(of: url.path)
      members.append(JSONMember(name: "path", value: .string(CookieText(path))))
    }
    return .object(members)
  }
}
