import CookieCore
import ScreenKit
import StoreModel

/// The details of website data and of types.
extension DetailText {
  static func data(_ row: DataRow, _ state: BrowserState) -> [Line] {
    let site = state.catalog.sites[Int(row.site)].site
    var lines = [
      fact("Type", row.type.rawValue, .typeName), fact("Site", CookieFormat.site(site), .siteName),
    ]
    if let top = row.topSite {
      lines.append(fact("Inside", "pages of " + CookieFormat.site(top), .siteName))
    }
    lines += [
      fact("Hosts", row.hosts.isEmpty ? "–" : row.hosts.joined(separator: ", ")),
      fact("Count", row.usage.count.map(AmountText.grouped) ?? "?", .number),
      fact("Size", sizes(row.usage), .number),
      fact("Last used", row.lastUsed.map { TimeText.full($0) } ?? "unknown", .time),
      fact(
        "Store", row.slots.map { state.library[Int($0)].name }.joined(separator: ", "), .storeName),
    ]
    for (index, name) in row.names.enumerated() {
      lines.insert(fact(index == 0 ? "Names" : "", name), at: lines.count - 3)
    }
    lines += entries(of: row, state)
    if row.isDoubtful {
      lines.append([.init("! It is not certain whose all of it is.", .issue)])
    }
    return lines + remarks(on: row.type)
  }

  /// The keys or files that were asked for, values masked until they are to be seen; or how to ask.
  private static func entries(of row: DataRow, _ state: BrowserState) -> [Line] {
    guard let noun = row.type.entryNoun else { return [] }
    guard !state.isLive(row) else {
      return [[.init("The live engine does not say what is in it.", .textDim)]]
    }
    guard let asked = state.dataEntries, asked.question == state.question(about: row) else {
      return [[.init("Enter shows the \(noun == "Keys" ? "keys" : noun).", .textDim)]]
    }
    guard let entries = asked.entries else { return [[.init("Reading…", .textDim)]] }
    return [[.init("\(noun) (\(AmountText.grouped(entries.count)))", .textDim)]]
      + entries.map { entry in
        let value = entry.value.map { value in
          "  " + (state.looks.isUnmasked ? value : CookieFormat.masked(CookieText(value)))
        }
        return [
          .init(entry.group.map { "  \($0)  " } ?? "  ", .textDim), .init(entry.key, .cookieName),
          .init(entry.byteCount.map { "  \(AmountText.bytes($0)) bytes" } ?? "", .number),
          .init(value ?? "", state.looks.isUnmasked ? .value : .valueMasked),
        ]
      }
  }

  static func type(_ type: DataType, _ state: BrowserState) -> [Line] {
    guard type != .cookies else {
      return [
        [.init("Cookies of the stores in scope.", .text)],
        [.init("l unfolds the sites; Enter on one shows its cookies.", .textDim)],
      ]
    }
    let sites = Set(state.catalog.data.filter { $0.type == type }.map(\.site)).count
    return [fact("Type", type.rawValue, .typeName), fact("Sites", "\(sites)", .number)]
      + remarks(on: type)
  }

  /// What a site keeps besides cookies, a line for each type.
  static func data(ofSite index: Int, slot: Int32?, _ state: BrowserState) -> [Line] {
    state.catalog.sites[index].data.compactMap { position in
      var row = state.catalog.data[position]
      guard !state.scan.hiddenData.contains(position) else { return nil }
      if let slot {
        let owner = DataRecord.Owner(site: state.catalog.sites[index].site, topSite: row.topSite)
        let entry = state.library[Int(slot)].data?.entries(of: owner.site)
          .first { $0.owner == owner && $0.type == row.type }
        guard let entry else { return nil }
        row.usage = entry.usage
      }
      let top = row.topSite.map { " in " + CookieFormat.site($0) } ?? ""
      return [
        .init(row.isDoubtful ? "! " : "  ", .issue), .init(row.type.rawValue, .typeName),
        .init(top, .siteName),
        .init("  " + (row.usage.count.map(AmountText.grouped) ?? "?"), .number),
        .init("  " + sizes(row.usage), .textDim),
      ]
    }
  }

  /// Where the bytes of a profile are.
  static func profile(_ data: StoreData?) -> [Line] {
    guard let data, !data.roots.isEmpty else { return [] }
    // What a live engine has is in no profile whose bytes were counted.
    guard data.totalBytes > 0 else { return problems(data) }
    let others = data.unattributed.reduce(0) { $0 + $1.bytes }
    let sites = data.totalBytes - data.overheadBytes - others
    return data.roots.map { fact("Profile", $0) } + [
      fact(
        "Bytes",
        "\(AmountText.bytes(sites)) of sites, \(AmountText.bytes(data.overheadBytes)) of the engine, "
          + "\(AmountText.bytes(others)) not attributed", .number)
    ]
      + unattributed(data) + problems(data)
  }

  private static func problems(_ data: StoreData) -> [Line] {
    data.problems.prefix(3).map { [.init("! " + FailureText.short($0), .issueSevere)] }
  }

  /// So many paths are drawn; a list of all is made on the command line.
  private static let mostPaths = 200

  /// What belongs to no site; what could not be looked into comes first.
  private static func unattributed(_ data: StoreData) -> [Line] {
    let odd =
      data.unattributed.filter { $0.reason != nil } + data.unattributed.filter { $0.reason == nil }
    let lines = odd.prefix(mostPaths).map {
      fact("", "\(AmountText.bytes($0.bytes))  \($0.path)" + why($0.reason), .textDim)
    }
    guard odd.count > mostPaths else { return lines }
    let rest = AmountText.grouped(odd.count - mostPaths)
    return lines + [fact("", "… \(rest) more: pantler records names them all", .textDim)]
  }

  private static func why(_ reason: WebsiteDataListing.Unattributed.Reason?) -> String {
    switch reason {
    case nil: ""
    case .link(let target): "  a link to \(target), not followed"
    case .closed(let failure): "  not looked into: \(FailureText.short(failure))"
    }
  }

  private static func sizes(_ usage: DataRecord.Usage) -> String {
    let bytes = usage.bytes.map { AmountText.bytes($0) + " bytes" } ?? "size unknown"
    guard let onDisk = usage.bytesOnDisk, onDisk != usage.bytes else { return bytes }
    return bytes + ", \(AmountText.bytes(onDisk)) on disk"
  }

  private static func remarks(on type: DataType) -> [Line] {
    let companions = DataType.companions(of: [type])
    let effects = DataEffect.effects(of: companions.union([type]), companions: companions)
      .map(\.sentence)
    let dates = type.dateRefusal.map { ["It cannot be chosen by time: \($0)."] } ?? []
    guard !effects.isEmpty || !dates.isEmpty else { return [] }
    return [[.init("When it is deleted (d):", .textDim)]]
      + (effects + dates).map { [.init("  " + $0, .textDim)] }
  }
}
