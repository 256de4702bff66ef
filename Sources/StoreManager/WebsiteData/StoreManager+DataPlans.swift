package import StoreModel

extension StoreManager {
  /// Plans the removal of what a request asks for, cookies and website data.
  ///
  /// The website data is listed and its files are looked at; the cookies are those of the newest readings. Of
  /// several stores in one profile the first has the website data.
  package func planRemoval(
    _ request: RemovalRequest, includeGuarded: Bool = false
  ) async throws(StoreFailure) -> Plan {
    try await planRemoval(request, in: planContext(includeGuarded: includeGuarded))
  }

  /// The same with what else a planner needs to know.
  func planRemoval(
    _ request: RemovalRequest, in context: PlanContext
  ) async throws(StoreFailure) -> Plan {
    var plan = Plan.removal(request, in: context)
    let stores = (request.stores ?? Set(registry.keys)).sorted()
    let haveDates = haveDates(stores)
    let refused = request.isEmpty ? [] : request.refusals(cookiesHaveDates: haveDates)
    if request.wantsWebsiteData || !refused.isEmpty { plan.data = DataPlan(refused: refused) }
    guard request.wantsWebsiteData else { return plan }
    var profiles: Set<[String]> = []
    for store in stores {
      guard let registered = registry[store] else { continue }
      let listing = try await registered.driver.websiteData(of: registered.description)
      guard listing.isComplete else {
        throw .unsupported(path: registered.description.path, reason: "The listing was stopped.")
      }
      guard !listing.roots.isEmpty, profiles.insert(listing.roots).inserted else { continue }
      let unseen = (plan.data?.unseen ?? []) + listing.unattributed.filter { $0.reason != nil }
      // Who asks for cookies alone asks for nothing that could be there.
      if !unseen.isEmpty, request.types != [.cookies] { plan.data?.unseen = unseen }
      let selection = request.selection(
        from: listing, in: store, context, cookiesHaveDates: haveDates)
      let removals = try await registered.driver.freeze(
        selection.items, of: registered.description)
      plan.add(
        removals, of: selection, for: request, in: store,
        copyLimit: configuration.perEntryImageLimit)
      if !removals.isEmpty { await warn(of: registered, in: &plan) }
    }
    plan.nameEffects(of: request)
    return plan
  }

  private func haveDates(_ stores: [StoreID]) -> Bool {
    stores.allSatisfy { store in
      let lacking = registry[store]?.description.capabilities.unrepresentable ?? []
      return !lacking.isSuperset(of: [.creationTime, .lastUpdateTime])
    }
  }

  /// Names the processes that use the profile, unless the plan says already who has the cookie file open.
  private func warn(of store: Registered, in plan: inout Plan) async {
    let id = store.description.id
    let isSaid = plan.warnings.contains { warning in
      if case .inUse(id, _) = warning { return true }
      return false
    }
    let users = isSaid ? [] : await store.driver.users(of: store.description)
    if !users.isEmpty { plan.warnings.append(.inUse(id, by: users)) }
  }
}
