package import CookieCore

/// Events that follow from one change as a whole, made when somebody looks at them.
package struct EventRun: Sendable {
  /// How many there are.
  package let count: Int
  private let make: @Sendable () -> [StoreEvent]

  /// Takes what makes the events, in their order; they get their numbers later.
  package init(count: Int, make: @escaping @Sendable () -> [StoreEvent]) {
    self.count = count
    self.make = make
  }

  /// The events without numbers.
  package func events() -> [StoreEvent] {
    let events = make()
    precondition(events.count == count, "a run has the events that it was counted with")
    return events
  }

  /// The removal of cookies from one store, in order of their keys.
  ///
  /// - Parameters:
  ///   - items: what was removed; each has the cookie that was there.
  ///   - site: finds the site of a cookie.
  package static func removals(
    of items: [PlanItem], from store: StoreID, cause: StoreEvent.Cause, at time: Timestamp,
    site: @escaping @Sendable (Cookie) -> Site
  ) -> EventRun {
    EventRun(count: items.count) {
      // The cookies of a domain come one after the other, and a site is dear to find.
      var known: (domain: CookieText, site: Site?)?
      return items.map { $0.key }.sortedPlaces().map { place in
        let cookie = items[place].before
        let domain = items[place].key.domain
        if known?.domain != domain { known = (domain, cookie.map(site)) }
        return StoreEvent(
          sequence: 0, time: time, store: store, kind: .removed, site: known?.site,
          before: cookie, cause: cause)
      }
    }
  }
}
