extension [Cookie] {
  /// Returns the positions of cookies that go with one request together with another of the same name.
  ///
  /// A server gets both and cannot tell which is meant. Expired cookies go with no request, and those of different
  /// partitions, containers, source schemes or ports never meet.
  ///
  /// - Returns: the positions, in order.
  /// - Complexity: O(*n*) on average, for domains and paths of few parts.
  public func positionsSharingNames(at time: Timestamp) -> [Index] {
    guard count > 1 else { return [] }
    let live = indices.filter { index in self[index].expiryTime.map { $0 > time } ?? true }
    var found: Set<Index> = []
    if live.count <= SharedNames.pairwiseCount {
      findPairs(among: live, into: &found)
    } else {
      let groups = Dictionary(grouping: positionsThatMayMeet(among: live)) {
        SharedNames.Group(self[$0])
      }
      for group in groups.values where group.count > 1 {
        if group.count <= SharedNames.pairwiseCount {
          findPairs(among: group, into: &found)
        } else {
          findPlaces(among: group, into: &found)
        }
      }
    }
    return found.sorted()
  }

  /// Compares each cookie with each other.
  private func findPairs(among positions: [Index], into found: inout Set<Index>) {
    for (number, first) in positions.enumerated() {
      for second in positions[(number + 1)...] where self[first].meets(self[second]) {
        found.formUnion([first, second])
      }
    }
  }

  /// Counts where cookies go, so that each finds by a few look-ups whether another meets it.
  private func findPlaces(among positions: [Index], into found: inout Set<Index>) {
    var counts = SharedNames.Counts()
    let reaches = positions.map { SharedNames.Reach(self[$0]) }
    for reach in reaches { counts.add(reach) }
    for (position, reach) in zip(positions, reaches) where counts.meetsAnother(reach) {
      found.insert(position)
    }
  }
}

/// What cookies of one name are told apart by.
private enum SharedNames {
  /// Up to how many cookies it is quickest to compare each with each.
  static let pairwiseCount = 12

  /// What two cookies have in common that may meet.
  struct Group: Hashable {
    let name: CookieText
    let partition: CookiePartition?
    let container: String?
    let scheme: CookieSourceScheme?
    let port: Int?

    init(_ cookie: Cookie) {
      name = cookie.name
      partition = cookie.partition
      container = cookie.container
      scheme = cookie.sourceScheme
      port = cookie.sourcePort
    }
  }

  /// Where a cookie goes, with the domains and paths that cover that.
  struct Reach {
    let isDomainCookie: Bool
    let domain: String
    let parents: ArraySlice<String>
    let path: CookieText
    /// The cookie's own path among them.
    let paths: [CookieText]

    init(_ cookie: Cookie) {
      isDomainCookie = !cookie.hostOnly
      let domains = SharedNames.domains(covering: CookieStorage.bucketName(cookie.domain))
      domain = domains[0]
      parents = domains.dropFirst()
      path = cookie.path
      // A path of more parts than any page has is held against itself alone.
      paths = CookiePath.coveringPaths(of: path.text, limit: 512) ?? [path]
    }
  }

  /// How many cookies go somewhere.
  struct Counts {
    private struct Place: Hashable {
      let domain: String
      let path: CookieText
    }

    /// Cookies of a domain and path, or of a domain and a path that this one covers.
    private var exact: [Place: (all: Int, domain: Int)] = [:]
    private var below: [Place: (all: Int, domain: Int)] = [:]
    /// The same of all domains below this one.
    private var children: [Place: Int] = [:]
    private var childrenBelow: [Place: Int] = [:]

    mutating func add(_ reach: Reach) {
      let domainCount = reach.isDomainCookie ? 1 : 0
      let own = Place(domain: reach.domain, path: reach.path)
      exact[own, default: (0, 0)].all += 1
      exact[own, default: (0, 0)].domain += domainCount
      for path in reach.paths {
        let place = Place(domain: reach.domain, path: path)
        below[place, default: (0, 0)].all += 1
        below[place, default: (0, 0)].domain += domainCount
      }
      for parent in reach.parents {
        children[Place(domain: parent, path: reach.path), default: 0] += 1
        for path in reach.paths {
          childrenBelow[Place(domain: parent, path: path), default: 0] += 1
        }
      }
    }

    /// Whether a request carries a cookie together with another; the cookie itself was counted.
    func meetsAnother(_ reach: Reach) -> Bool {
      let own = Place(domain: reach.domain, path: reach.path)
      if (below[own]?.all ?? 0) > 1 { return true }
      if reach.isDomainCookie, (childrenBelow[own] ?? 0) > 0 { return true }
      for path in reach.paths {
        let place = Place(domain: reach.domain, path: path)
        if path != reach.path, exact[place] != nil { return true }
        if reach.isDomainCookie, children[place] != nil { return true }
      }
      return reach.parents.contains { parent in
        (below[Place(domain: parent, path: reach.path)]?.domain ?? 0) > 0
          || reach.paths.contains { (exact[Place(domain: parent, path: $0)]?.domain ?? 0) > 0 }
      }
    }
  }

  /// A domain and those above it.
  static func domains(covering domain: String) -> [String] {
    guard IPAddress(domain) == nil else { return [domain] }
    var domains = [domain]
    while let dot = domains[domains.count - 1].utf8.firstIndex(of: UInt8(ascii: ".")) {
      let last = domains[domains.count - 1]
      domains.append(String(last[last.index(after: dot)...]))
    }
    return domains
  }
}

extension Cookie {
  /// Whether a request can carry both cookies, and both have one name.
  fileprivate func meets(_ other: Cookie) -> Bool {
    guard name == other.name, SharedNames.Group(self) == SharedNames.Group(other) else {
      return false
    }
    let meetsInPath =
      CookiePath.matches(requestPath: path.text, cookiePath: other.path)
      || CookiePath.matches(requestPath: other.path.text, cookiePath: path)
    guard meetsInPath else { return false }
    let own = CookieStorage.bucketName(domain)
    let others = CookieStorage.bucketName(other.domain)
    return own == others
      || !other.hostOnly && SharedNames.domains(covering: own).contains(others)
      || !hostOnly && SharedNames.domains(covering: others).contains(own)
  }
}
