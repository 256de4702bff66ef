import CookieCore
import StoreFormats
import StoreModel

/// An event of the log as one JSON object.
enum EventJSON {
  private struct Head: Encodable {
    var sequence: UInt64
    var time: String
    var kind: String
    var cause: String
    var level: String
    var store: String?
    var view: String?
    var site: String?
    var name: String?
    var domain: String?
    var path: String?
    var partition: String?
    var differences: [String]
    var message: String?
  }

  /// The bytes of the object, without a line end.
  static func bytes(
    _ event: StoreEvent, showsValues: Bool, publicSuffixes: PublicSuffixes
  ) -> [UInt8] {
    let key = event.key
    let failure = event.failure.map { FailureText.text(for: $0) }
    let head = Head(
      sequence: event.sequence, time: event.time.rfc3339, kind: event.kind.rawValue,
      cause: event.cause.rawValue, level: event.level.rawValue, store: event.store?.rawValue,
      view: event.view, site: event.site?.name, name: key?.name.text, domain: key?.domain.text,
      path: key?.path.text, partition: key?.partition?.topLevelSite,
      differences: event.differences.map(\.rawValue).sorted(),
      message: event.message.isEmpty ? failure : event.message)
    var bytes = Array(JSONText.line(head).utf8.dropLast())
    for (name, cookie) in [("before", event.before), ("after", event.after)] {
      guard let cookie else { continue }
      bytes += Array(",\"\(name)\":".utf8)
      let issues = cookie.issues(now: event.time, publicSuffixes: publicSuffixes)
      CookieListing.append(
        cookie, store: event.store ?? StoreID(rawValue: ""), site: event.site?.name,
        issues: issues.map(\.rawValue), includeValues: showsValues, httpOnlyIsRecorded: true,
        to: &bytes)
    }
    return bytes + [UInt8(ascii: "}")]
  }
}
