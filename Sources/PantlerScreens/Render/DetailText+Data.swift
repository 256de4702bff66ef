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
    lines += bareHost(site, slots: row.slots, state)
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
    lines += WebsiteDataItem.Doubt.allCases.filter(row.doubts.contains).flatMap {
      wrapped("! ", $0.sentence, .issue, state)
    }
    if row.type.removalRefusal == nil, row.doubts.contains(.unknownForm) {
      return lines
        + wrapped("  ", "It cannot be deleted here: \(DataText.unknownForm).", .textDim, state)
    }
    return lines + remarks(on: row.type, state)
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

  /// That WebKit's own records do not list a host, in which of some stores, and why.
  static func bareHost(_ site: Site, slots: [Int32], _ state: BrowserState) -> [Line] {
    let entries = slots.map { state.library[Int($0)] }
    guard site.isBareHost(in: entries.map(\.id)) else { return [] }
    guard site.isBareHost(in: []) else {
      let names = entries.filter(\.id.isCocoa).map(\.name).joined(separator: ", ")
      return facts(
        "Bare host", "WebKit's own records in Cocoa do not list it: \(names)", .text, state)
    }
    return facts(
      "Bare host", "no registrable domain; WebKit's own records do not list it", .text, state)
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
      + remarks(on: type, state)
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
        .init(row.doubts.isEmpty ? "  " : "! ", .issue), .init(row.type.rawValue, .typeName),
        .init(top, .siteName),
        .init("  " + (row.usage.count.map(AmountText.grouped) ?? "?"), .number),
        .init("  " + sizes(row.usage), .textDim),
      ]
    }
  }

  /// Where the bytes of a profile are, all but the paths of what belongs to no site.
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
      + problems(data)
  }

  /// The places that could not be looked at, but for those that are named with what belongs to no site.
  private static func problems(_ data: StoreData) -> [Line] {
    let told = Set(data.unattributed.compactMap(\.failure))
    return data.problems.filter { !told.contains($0) }.map {
      [.init("! " + FailureText.short($0), .issueSevere)]
    }
  }

  /// Something that belongs to no site.
  static func line(of odd: WebsiteDataListing.Unattributed) -> Line {
    fact("", "\(AmountText.bytes(odd.bytes))  \(odd.path)" + why(odd.reason), .textDim)
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

  private static func remarks(on type: DataType, _ state: BrowserState) -> [Line] {
    if let refusal = type.removalRefusal {
      return wrapped("  ", "It cannot be deleted here: \(refusal).", .textDim, state)
    }
    let companions = DataType.companions(of: [type])
    let effects = DataEffect.effects(of: companions.union([type]), companions: companions)
      .map(\.sentence)
    let dates = type.dateRefusal.map { ["It cannot be chosen by time: \($0)."] } ?? []
    guard !effects.isEmpty || !dates.isEmpty else { return [] }
    return [[.init("When it is deleted (d):", .textDim)]]
      + (effects + dates).map { [.init("  " + $0, .textDim)] }
  }
}
