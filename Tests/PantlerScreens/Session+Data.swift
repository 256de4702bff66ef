import CookieCore
import StoreModel

@testable import PantlerScreens

extension Session {
  /// A session with website data of two sites, one of them without cookies.
  static func withData(width: Int = 120, height: Int = 40) -> Session {
    var session = Session(width: width, height: height)
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: Samples.websiteData, overheadBytes: 8000,
      unattributed: [.init(path: "/home/me/Notes/odd.txt", bytes: 3)], totalBytes: 60_003)
    session.start()
    return session
  }

  /// Plans website data as the program does, each item with one file.
  func addData(to plan: inout Plan, _ request: PlanRequest) {
    guard case .removal(let wish) = request, wish.wantsWebsiteData else { return }
    let asked = wish.request(now: Samples.now)
    var context = context
    context.includeGuarded = wish.includesGuarded
    plan.data = DataPlan(refused: asked.refusals(cookiesHaveDates: true))
    for store in wish.stores {
      let selection = asked.selection(
        from: websiteData[store] ?? WebsiteDataListing(), in: store, context)
      let removals = selection.items.map { item in
        let file = FrozenFile(
          path: item.place.files[0], kind: .file, device: 1, inode: 1, byteCount: item.bytes ?? 0,
          modified: 0)
        return DataRemoval(store: store, item: item, files: [file])
      }
      plan.add(removals, of: selection, for: asked, in: store, copyLimit: 30_000)
    }
    plan.nameEffects(of: asked)
  }

  /// Removes the website data of a plan.
  mutating func removeData(of plan: Plan) -> DataResult? {
    guard plan.data != nil else { return nil }
    for removal in plan.removals {
      websiteData[removal.store]?.items.removeAll { $0.identity == removal.item.identity }
    }
    return DataResult(outcomes: plan.removals.map { _ in .done }, comparedFiles: 12)
  }
}

extension Samples {
  static let websiteData = [
    item(.localStorage, "example.org", bytes: 4000, usedAgo: 60),
    item(.diskCache, "example.org", bytes: 40_000, usedAgo: 600),
    item(.localStorage, "tracker.example", top: "example.org", bytes: 2000, usedAgo: 7200),
    item(.hstsCache, "tracker.example", bytes: nil, usedAgo: nil),
  ]

  static func item(
    _ type: DataType, _ site: String, top: String? = nil, bytes: Int?, usedAgo: Int64?
  ) -> WebsiteDataItem {
    let domain = { Site(name: $0, kind: .registrableDomain) }
    return WebsiteDataItem(
      type: type, origin: "https://" + site, host: site, site: domain(site),
      topOrigin: top.map { "https://" + $0 }, topSite: top.map(domain), count: 1, bytes: bytes,
      contentBytes: bytes, modified: usedAgo.map { now.adding(seconds: -$0) },
      place: .init(files: ["/home/me/Notes/\(type)/\(site)\(top ?? "")"]))
  }
}
