package import CookieCore
package import StoreModel

/// What a plan is asked for.
package enum PlanRequest: Equatable, Sendable {
  case removal(RemovalWish)
  /// Puts a cookie into a store, in place of the one it was edited from.
  case edit(Cookie, replacing: CookieKey?, in: StoreID)
  /// Brings the cookies of a file into a store.
  case importing(path: String, into: StoreID)

  /// The stores whose present content the plan is made from.
  package var stores: [StoreID] {
    switch self {
    case .removal(let wish): wish.stores
    case .edit(_, _, let store), .importing(_, let store): [store]
    }
  }

  /// Whether no filter keeps anything out that the row has.
  var leavesNothingOut: Bool {
    if case .removal(let wish) = self { wish.leftOut.isEmpty } else { true }
  }

  /// What the rules say to a request.
  package enum Judgement: Equatable, Sendable {
    /// It may go on, a cookie in it as the rules leave it.
    case accepted(PlanRequest, notes: [SetCookieNote])
    /// The cookie is refused, for these reasons.
    case rejected([CookieRejection])
  }

  /// Holds a cookie that was written in a form against the rules by which any cookie is stored.
  package func judged(at now: Timestamp, publicSuffixes: PublicSuffixes) -> Judgement {
    guard case .edit(let cookie, let replaced, let store) = self else {
      return .accepted(self, notes: [])
    }
    let reception = CookieStorage(publicSuffixes: publicSuffixes)
      .evaluate(writing: cookie, at: now)
    guard reception.isAccepted else { return .rejected(reception.rejections.sorted()) }
    return .accepted(
      .edit(reception.cookie ?? cookie, replacing: replaced, in: store), notes: reception.notes)
  }

  /// Makes the plan.
  ///
  /// - Parameter imported: the cookies of the file, for an import.
  package func plan(in context: PlanContext, imported: [Cookie] = []) -> Plan {
    switch self {
    case .removal(let wish): wish.plan(in: context)
    case .edit(let cookie, let replaced, let store):
      Plan.storing(cookie, replacing: replaced, in: store, context)
    case .importing(_, let store): Plan.importing(imported, into: store, context)
    }
  }
}

/// What a person wants to delete.
package struct RemovalWish: Equatable, Sendable {
  /// Cookies chosen one by one, by store; nil when conditions choose.
  package var keys: [StoreID: [CookieKey]]?
  /// Those of them that a filter hides.
  package var hidden: [StoreID: Set<CookieKey>] = [:]
  /// Whether those are taken, too.
  package var includesHidden = false
  /// What the row has beside that, which the filter hides.
  var leftOut = FilterRemainder()
  /// Whether guarded ones are taken, too.
  package var includesGuarded = false
  /// The stores that conditions look in.
  package var scope: [StoreID] = []
  /// The data types.
  package var types: Set<DataType> = [.cookies]
  /// The types that go along with those, as WebKit takes them along.
  package var companions: Set<DataType> = []
  /// The sites together with the pages that they were in, as a condition.
  package var owners: Set<DataRecord.Owner>?
  /// The sites, as a condition.
  package var sites: Set<String>?
  /// The beginning of a range of time, as a condition.
  package var since: Timestamp?
  /// Whether only expired cookies are taken.
  package var onlyExpired = false
  /// Whether only session cookies are taken.
  package var onlySession = false
  /// The site that is signed out of: the stores are cleared in the order of the scope.
  package var signsOutOf: String?
  /// What the links of the stores leave alone while signing out; nil for everything else.
  package var signOutScope: SignOutScope?
  /// Whether that is done in every store that there is.
  package var isEverywhere = false
  /// Whether everything in the stores is taken.
  package var everything = false

  /// The stores concerned, in order.
  package var stores: [StoreID] {
    keys.map { $0.keys.sorted() } ?? (signsOutOf == nil ? scope.sorted() : scope)
  }

  /// How many cookies were chosen one by one, the hidden ones only when they are included.
  var chosenCount: Int {
    let all = keys?.values.reduce(0) { $0 + $1.count } ?? 0
    return includesHidden ? all : all - hiddenCount
  }

  /// How many of them the filter hides.
  var hiddenCount: Int { hidden.values.reduce(0) { $0 + $1.count } }

  /// Whether website data besides cookies is meant, so that the plan has to be made where the files are.
  package var wantsWebsiteData: Bool {
    keys == nil && types.union(companions) != [.cookies]
  }

  /// What is asked for.
  package func request(now: Timestamp) -> RemovalRequest {
    var request = RemovalRequest(
      keys: keys, types: types, companions: companions, sites: sites, owners: owners, since: since,
      everything: everything)
    if keys == nil { request.stores = Set(scope) }
    if onlyExpired {
      request.matching = { cookie, _ in cookie.expiryTime.map { $0 <= now } ?? false }
    } else if onlySession {
      request.matching = { cookie, _ in cookie.expiryTime == nil }
    }
    return request
  }

  /// Makes the plan.
  package func plan(in context: PlanContext) -> Plan {
    var context = context
    context.includeGuarded = includesGuarded
    var request = request(now: context.now)
    if let site = signsOutOf, let signOutScope {
      context.linkGuards = signOutScope.guards
      request = RemovalRequest(signingOutOf: site, in: signOutScope, types: types, context)
    }
    var plan = Plan.removal(
      request, hidden: hidden, includeHidden: includesHidden, in: context)
    // The source first, or a sync that is running would bring the cookies back.
    if signsOutOf != nil { plan.sort(by: scope) }
    return plan
  }
}

/// What a row has and a filter keeps out of a plan about that row.
package struct FilterRemainder: Equatable, Sendable {
  /// How many cookies.
  var cookies = 0
  /// How many lines of website data, by type.
  var data: [DataType: Int] = [:]

  /// Whether nothing is kept out.
  var isEmpty: Bool { cookies == 0 && data.isEmpty }
}

/// A plan with what the boxes say about it.
package struct PlanProposal: Equatable, Sendable {
  /// What was asked for.
  package var request: PlanRequest
  /// What of it would be done.
  package var plan: Plan
  /// What was asked for and stays as it is, because its stores cannot be changed now.
  package var staying: [StayingItems]
  /// The counts of what would be done.
  package var summary: PlanSummary
  /// How much to ask.
  package var level: ConfirmationLevel
  /// What the rules changed in a cookie that was written in a form, and what else is to be known of it.
  package var notes: [SetCookieNote] = []
  /// What signing out of a site is about; nil for other plans.
  package var signOut: SignOut?

  /// Counts a plan, without what cannot be done now.
  ///
  /// - Parameters:
  ///   - use: what is using the items now.
  ///   - context: how the stores are.
  package init(
    request: PlanRequest, plan: Plan, use: PlanUse = PlanUse(), in context: PlanContext
  ) {
    self.request = request
    var going = plan
    staying = going.takeOutStaying(in: context)
    self.plan = going
    summary = going.summary(site: context.site)
    level = going.confirmationLevel(use: use)
  }
}
