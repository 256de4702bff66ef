import CookieCore
import FoundationEssentials
import StoreFormats
import StoreManager
import StoreModel

/// `pantler stores`: what was found, who holds it open, and what cannot be done with it.
enum StoresCommand {
  static let help = """
    usage: pantler stores [STORE…] [--json|--jsonl]

    Lists stores with engine, app, path, number of cookies, the processes that hold the file open, and what cannot be
    done with it. A STORE is an id, an unambiguous beginning of one, or a path.

    examples:
      pantler stores
      pantler stores ~/cookies.txt --json

    """

  static let shape = CommandOptions.Shape(switches: ["--json", "--jsonl"], operands: 0...64)

  private struct Row: Encodable {
    var id: StoreID
    var engine: Engine
    var app: String
    var title: String
    var format: StoreFormat
    var path: String
    var cookies: Int?
    var heldBy: [ProcessReference]
    var cannot: [String: String]
    var remarks: [String]
    var failure: String?
  }

  static func run(_ options: CommandOptions, _ context: CommandContext) async throws -> ExitStatus {
    var rows: [Row] = []
    for store in try await context.stores(options.operands) {
      rows.append(await row(store, context))
    }
    if options.has("--json") || options.has("--jsonl") {
      try JSONOutput.write(rows, asLines: options.has("--jsonl"), to: context.output)
    } else {
      for row in rows { lines(row).forEach(context.output.line) }
    }
    return rows.contains { $0.failure != nil } ? .partlyDone : .done
  }

  private static func row(_ store: StoreDescription, _ context: CommandContext) async -> Row {
    var row = Row(
      id: store.id, engine: store.engine, app: store.app.name, title: store.title,
      format: store.format, path: store.path, heldBy: [], cannot: [:], remarks: store.remarks)
    for (act, reason) in store.capabilities.refusals { row.cannot[act.rawValue] = reason }
    do throws(StoreFailure) {
      let snapshot = try await context.manager.read(store.id)
      row.cookies = snapshot.cookies.count
      row.heldBy = snapshot.holders
      row.remarks += snapshot.notices.map(\.message)
      if snapshot.isDamaged {
        row.cannot["write"] = FailureText.text(StoreFailure.damaged(path: store.path))
      }
    } catch {
      row.failure = FailureText.text(error)
    }
    return row
  }

  private static func lines(_ row: Row) -> [String] {
    let count = row.cookies.map { "\($0) cookies" } ?? "?"
    var lines = [
      "\(VisibleText.escaped(row.id.rawValue))  \(row.engine.rawValue)  "
        + "\(VisibleText.escaped(row.app)), \(VisibleText.escaped(row.title))  \(count)",
      "    \(VisibleText.escaped(row.path))",
    ]
    if let failure = row.failure { lines.append("    ! " + VisibleText.escaped(failure)) }
    for process in row.heldBy { lines.append("    * held open by " + FailureText.name(process)) }
    for (_, reason) in row.cannot.sorted(by: { $0.key < $1.key }) {
      lines.append("    - " + VisibleText.escaped(reason))
    }
    for remark in row.remarks { lines.append("      " + VisibleText.escaped(remark)) }
    return lines
  }
}

extension StoreDescription {
  /// The engine of the app that owns the store.
  fileprivate var engine: Engine { app.engine }
}

/// `pantler cookies`: the cookies of stores.
enum CookiesCommand {
  static let help = """
    usage: pantler cookies [STORE…] [--filter EXPR] [--json|--jsonl] [--values]

    Lists the cookies of the stores named, or of all. Values are masked unless --values is given.

    examples:
      pantler cookies ~/cookies.txt
      pantler cookies foundation: --filter 'site:example.org expires<7d' --json --values

    """

  static let shape = CommandOptions.Shape(
    switches: ["--json", "--jsonl", "--values"], values: ["--filter"], operands: 0...64)

  static func run(_ options: CommandOptions, _ context: CommandContext) async throws -> ExitStatus {
    let filter = try FilterOption.parse(options.value("--filter"))
    var listing = Listing(options: options, context: context, filter: filter)
    var failed = false
    let stores = try await context.stores(options.operands)
    for store in stores {
      do throws(StoreFailure) {
        let snapshot = try await context.manager.read(store.id)
        guard listing.append(snapshot, of: store) else { return .done }
      } catch {
        failed = true
        context.output.message(FailureText.text(error))
      }
    }
    listing.finish()
    return failed ? (stores.count == 1 ? .failed : .partlyDone) : .done
  }

  /// Writes rows as they come.
  private struct Listing {
    let options: CommandOptions
    let context: CommandContext
    let filter: Filter?
    private var isFirst = true

    init(options: CommandOptions, context: CommandContext, filter: Filter?) {
      self.options = options
      self.context = context
      self.filter = filter
    }

    /// Writes the cookies of one store; returns false when the reader is gone.
    mutating func append(_ snapshot: StoreSnapshot, of store: StoreDescription) -> Bool {
      let now = context.now()
      var bytes: [UInt8] = []
      for cookie in snapshot.cookies {
        let site = context.site(cookie)
        if let filter {
          let subject = FilterOption.subject(cookie, site: site, store: store, now: now, context)
          guard filter.matches(subject) else { continue }
        }
        append(cookie, site: site, store: store, now: now, to: &bytes)
        if bytes.count > 1 << 16 {
          guard context.output.write(bytes) else { return false }
          bytes.removeAll(keepingCapacity: true)
        }
      }
      return context.output.write(bytes)
    }

    mutating func finish() {
      guard options.has("--json") else { return }
      _ = context.output.write(Array((isFirst ? "[]\n" : "\n]\n").utf8))
    }

    private mutating func append(
      _ cookie: Cookie, site: String, store: StoreDescription, now: Timestamp,
      to bytes: inout [UInt8]
    ) {
      guard options.has("--json") || options.has("--jsonl") else {
        bytes += Array((text(cookie, site: site) + "\n").utf8)
        return
      }
      if options.has("--json") { bytes += Array((isFirst ? "[\n" : ",\n").utf8) }
      isFirst = false
      let issues = cookie.issues(now: now, publicSuffixes: context.publicSuffixes)
      CookieListing.append(
        cookie, store: store.id, site: site, issues: issues.map(\.rawValue),
        includeValues: options.has("--values"),
        httpOnlyIsRecorded: !store.capabilities.unrepresentable.contains(.httpOnly), to: &bytes)
      if options.has("--jsonl") { bytes.append(UInt8(ascii: "\n")) }
    }

    private func text(_ cookie: Cookie, site: String) -> String {
      let name = cookie.name.isEmpty ? "(no name)" : VisibleText.escaped(bytes: cookie.name.bytes)
      let domain = (cookie.hostOnly ? "" : ".") + VisibleText.escaped(bytes: cookie.domain.bytes)
      let flags =
        (cookie.secure ? " Secure" : "") + (cookie.httpOnly ? " HttpOnly" : "")
        + (cookie.sameSite == .unspecified ? "" : " SameSite=\(cookie.sameSite.rawValue)")
      let value =
        options.has("--values")
        ? VisibleText.escaped(bytes: cookie.value.bytes) : "\(cookie.value.count) bytes"
      let expires = cookie.expiryTime?.rfc3339 ?? "session"
      return "\(site)  \(name)  \(domain)  \(VisibleText.escaped(bytes: cookie.path.bytes))"
        + "  \(expires)\(flags)  \(value)"
    }
  }
}

/// The `--filter` of several commands.
enum FilterOption {
  static func parse(_ text: String?) throws(UsageFailure) -> Filter? {
    guard let text else { return nil }
    do throws(FilterFailure) {
      return try Filter(parsing: text)
    } catch {
      throw .filter(error)
    }
  }

  static func subject(
    _ cookie: Cookie, site: String, store: StoreDescription, now: Timestamp,
    _ context: CommandContext
  ) -> FilterSubject {
    var subject = FilterSubject(
      cookie: cookie, site: site, store: store.id.rawValue, app: store.app.name, now: now)
    subject.issues = cookie.issues(now: now, publicSuffixes: context.publicSuffixes)
      .map(\.rawValue)
    return subject
  }
}

/// Lists of values as JSON.
enum JSONOutput {
  /// Writes one array, or one object a line.
  static func write(
    _ rows: [some Encodable], asLines: Bool, to output: CommandOutput
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard asLines else {
      _ = output.write(Array(try encoder.encode(rows)) + [UInt8(ascii: "\n")])
      return
    }
    for row in rows {
      guard output.write(Array(try encoder.encode(row)) + [UInt8(ascii: "\n")]) else { return }
    }
  }
}
