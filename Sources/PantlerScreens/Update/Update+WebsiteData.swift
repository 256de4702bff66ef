import CookieCore
import ScreenKit
import StoreModel

extension BrowserState {
  /// Asks for the website data of a store that was just read, where its engine has any.
  mutating func readData(slot: Int) -> [Effect] {
    switch library[slot].description.app.engine {
    case .webkitgtk, .wpe, .apple, .live:
      library[slot].listedFiles = 0
      return [.readData(library[slot].id, generation: library[slot].generation)]
    case .foundation, .jar, .firefox, .chromium: return []
    }
  }

  /// Takes what is known of a profile while it is still being listed.
  ///
  /// What was listed whole before stays until it is listed whole again.
  mutating func take(
    _ data: StoreData?, of store: StoreID, generation: Int, fileCount: Int
  ) -> [Effect] {
    guard let slot = library.slot(of: store), library[slot].generation == generation,
      library[slot].listedFiles != nil
    else { return [] }
    library[slot].listedFiles = fileCount
    guard let data, library[slot].data?.isComplete != true else { return [] }
    return show(data, slot: slot)
  }

  /// Unfolds a site of which no cookies are shown, and goes to the first of what it keeps besides.
  mutating func goToData(ofSite index: Int) -> [Effect] {
    let site = TableRow.site(Int32(index))
    if let id = rowID(site), unfolded.insert(id).inserted { rebuildRows() }
    notice = withoutCookies(site: index, slot: nil)
    guard let position = rows.position(of: site) else { return [] }
    viewport.select(position + 1)
    rememberSelection()
    return []
  }

  /// That no cookies of a site are shown, and what is.
  func withoutCookies(site index: Int, slot: Int32?) -> Notice {
    let types = shownDataTypes(ofSite: index, inSlot: slot).map(\.rawValue)
    let name = CookieFormat.site(catalog.sites[index].site)
    let cookies = filter.isActive ? "The filter shows no cookies of" : "There are no cookies of"
    return Notice("\(cookies) \(name), but \(types.joined(separator: ", ")).")
  }

  /// Shows what is in website data one by one, where that can be read.
  mutating func openData(_ row: DataRow) -> [Effect] {
    looks.showsDetails = true
    guard row.type.entryNoun != nil, !isLive(row) else { return [] }
    let question = question(about: row)
    dataEntries = DataEntries(question: question)
    return [.readEntries(question)]
  }

  /// Takes what is in website data one by one, and scrolls the details there where it would be out of sight.
  mutating func take(_ entries: [WebsiteDataEntry], of question: DataQuestion) {
    guard dataEntries?.question == question else { return }
    dataEntries?.entries = entries
    let height = layout.panes[.details]?.inset().height ?? 0
    guard case .data(let index, _)? = selectedRow, let noun = question.type.entryNoun,
      self.question(about: catalog.data[Int(index)]) == question,
      let start = DetailText.lines(self).firstIndex(where: {
        $0.first?.text.hasPrefix("\(noun) (") == true
      }), start + min(entries.count, 1) >= detailsOffset + height
    else { return }
    scrollDetails(by: start - detailsOffset)
  }

  /// Whether only live engines have the data, which do not say what is in it.
  func isLive(_ row: DataRow) -> Bool {
    row.slots.allSatisfy { library[Int($0)].description.app.engine == .live }
  }

  func question(about row: DataRow) -> DataQuestion {
    DataQuestion(
      stores: row.slots.map { library[Int($0)].id },
      owner: .init(site: catalog.sites[Int(row.site)].site, topSite: row.topSite), type: row.type)
  }

  /// Stops every listing that is under way.
  func stopListings() -> [Effect] {
    library.entries.filter { $0.listedFiles != nil }.map { .stopReadingData($0.id) }
  }

  /// Takes what sites keep in a profile; of several stores in one profile the first shows it.
  mutating func take(_ data: StoreData, of store: StoreID, generation: Int) -> [Effect] {
    guard let slot = library.slot(of: store), library[slot].generation == generation else {
      return []
    }
    library[slot].listedFiles = nil
    if !data.isComplete {
      notice = Notice(
        "Website data of \(library[slot].name): stopped, and not all is shown. R reads again.",
        .warning)
    }
    return show(data, slot: slot)
  }

  private mutating func show(_ data: StoreData, slot: Int) -> [Effect] {
    let store = library[slot].id
    let isShown = library.entries.contains {
      $0.id != store && $0.data?.roots == data.roots && !data.roots.isEmpty
    }
    let new = isShown ? nil : data
    guard library[slot].data != new else { return [] }
    library[slot].data = new
    return scope.contains(library[slot].description) ? rearrange() : []
  }

  /// Says why website data could not be listed; what was listed before stays.
  mutating func dataFailed(_ store: StoreID, _ failure: StoreFailure) -> [Effect] {
    if let slot = library.slot(of: store) { library[slot].listedFiles = nil }
    let name = library.entry(of: store)?.name ?? store.rawValue
    notice = Notice("Website data of \(name): \(FailureText.short(failure)).", .warning)
    return []
  }

  // MARK: Deleting

  /// What `d` on a row of website data, or on a site or type that has some, is about; nil where cookies alone are.
  func dataWish(for row: TableRow?) -> RemovalWish? {
    guard marks.count == 0, let row else { return nil }
    var wish = RemovalWish()
    switch row {
    case .data(let index, _):
      let data = catalog.data[Int(index)]
      wish.types = [data.type]
      wish.companions = DataType.companions(of: wish.types)
      wish.owners = [owner(of: data)]
      wish.scope = data.slots.map { library[Int($0)].id }
    case .site(let index), .siteInStore(let index, _):
      // A filter shows a part of the site, and only that part is meant.
      if filter.isActive {
        guard var part = shownDataWish(of: row, site: Int(index)) else { return nil }
        part.leftOut = filterRemainder(of: row)
        return part
      }
      guard !catalog.sites[Int(index)].data.isEmpty else { return nil }
      wish.types = types(ofSite: Int(index)).union([.cookies])
      wish.sites = [catalog.sites[Int(index)].site.name]
      wish.scope = slots(of: row).map { library[Int($0)].id }
    case .type(let type):
      guard type != .cookies else { return nil }
      wish.types = [type]
      wish.companions = DataType.companions(of: wish.types)
      wish.scope = slots(of: row).map { library[Int($0)].id }
      if filter.isActive {
        wish.owners = Set(shownData(ofType: type).map { owner(of: catalog.data[$0]) })
        wish.leftOut = filterRemainder(of: row)
      }
      if let site { wish.sites = [site] } else { wish.everything = !filter.isActive }
    default: return nil
    }
    return wish
  }

  /// What `d` on a site is about of which a filter shows no cookies.
  ///
  /// Nil where it shows some, and where what it shows is not the same types of each owner, which is no condition.
  private func shownDataWish(of row: TableRow, site index: Int) -> RemovalWish? {
    let slots = slots(of: row)
    let shown = catalog.sites[index].data.filter { place in
      !scan.hiddenData.contains(place) && slots.contains(where: catalog.data[place].slots.contains)
    }
    var wish = RemovalWish()
    wish.types = Set(shown.map { catalog.data[$0].type })
    let owners = Set(shown.map { owner(of: catalog.data[$0]) })
    wish.owners = owners
    wish.scope = slots.map { library[Int($0)].id }
    let isProduct = shown.count == wish.types.count * owners.count
    return shown.isEmpty || !isProduct || !references(of: row).isEmpty ? nil : wish
  }

  private func owner(of data: DataRow) -> DataRecord.Owner {
    DataRecord.Owner(site: catalog.sites[Int(data.site)].site, topSite: data.topSite)
  }

  /// What a row of a site or type has that the filter hides, so that `d` on the row leaves it.
  ///
  /// `d` on a site takes the cookies that the filter shows; its website data is left as a whole, unless that alone
  /// is shown.
  func filterRemainder(of row: TableRow?) -> FilterRemainder {
    var rest = FilterRemainder()
    guard filter.isActive, marks.count == 0, let row else { return rest }
    switch row {
    case .site(let index), .siteInStore(let index, _), .siteOfType(let index):
      let slots = Set(slots(of: row))
      let site = catalog.sites[Int(index)]
      let all = site.members.filter { slots.contains($0.slot) }.reduce(0) { sum, member in
        sum + (library[Int(member.slot)].contents?.cookies(ofSite: Int(member.site)).count ?? 0)
      }
      rest.cookies = max(0, all - references(of: row).count)
      if case .siteOfType = row { return rest }
      let takesData = shownDataWish(of: row, site: Int(index)) != nil
      for place in site.data where !slots.isDisjoint(with: catalog.data[place].slots) {
        if takesData, !scan.hiddenData.contains(place) { continue }
        rest.data[catalog.data[place].type, default: 0] += 1
      }
    case .type(let type) where type != .cookies:
      let hidden = catalog.data.count { $0.type == type } - shownData(ofType: type).count
      if hidden > 0 { rest.data[type] = hidden }
    default: break
    }
    return rest
  }

  /// The positions of a type's rows that the filter lets through.
  func shownData(ofType type: DataType) -> [Int] {
    catalog.data.indices.filter {
      catalog.data[$0].type == type && !scan.hiddenData.contains($0)
    }
  }

  /// The types that a site keeps, and others inside its pages.
  private func types(ofSite index: Int) -> Set<DataType> {
    let site = catalog.sites[index].site
    let inside = catalog.data.filter { $0.topSite == site }.map(\.type)
    return Set(catalog.dataTypes(ofSite: index) + inside)
  }

  /// The stores that a row of a site or type is about.
  func slots(of row: TableRow) -> [Int32] {
    switch row {
    case .site(let index), .siteOfType(let index): catalog.slots(ofSite: Int(index))
    case .siteInStore(_, let slot): [slot]
    case .data(let index, _): catalog.data[Int(index)].slots
    case .type(let type):
      Set(catalog.data.filter { $0.type == type }.flatMap(\.slots)).sorted()
    default: []
    }
  }
}
