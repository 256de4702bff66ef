public import CookieCore
public import StoreModel

extension NetscapeJar {
  /// Makes all changes in one pass and reports one outcome for each, in order.
  ///
  /// Removing takes the records of the very identity; namesakes on other domains and paths stay. Putting
  /// writes over the last record of the identity, or adds a line at the end. Of twins that differ only in a
  /// partition or container, which the format lacks, each gets a line.
  ///
  /// - Complexity: O(*n* + *m*) in lines and changes.
  public mutating func apply(_ changes: [StoreChange]) -> [AppliedChanges.Outcome] {
    var editor = NetscapeEditor(jar: self, changes: changes)
    let outcomes = changes.map { change in
      switch change {
      case .remove(let key): editor.remove(key)
      case .put(let cookie): editor.put(cookie)
      }
    }
    self = editor.finish()
    return outcomes
  }

  /// The attributes that this file cannot keep.
  public var losses: Set<CookieAttribute> { dialect.losses }

  /// The attributes of one cookie that would be lost in this file.
  ///
  /// More exact than `losses`: it knows that libsoup keeps Lax and Strict but not an explicit None, and
  /// which bytes a line cannot hold.
  public func losses(of cookie: Cookie) -> Set<CookieAttribute> {
    var losses = Set(dialect.losses.filter { cookie.carries($0) })
    if dialect == .libsoup, cookie.sameSite == SameSite.none { losses.insert(.sameSite) }
    do {
      _ = try NetscapeLineWriter(dialect: dialect, style: style).line(for: cookie, replacing: nil)
    } catch {
      losses.insert(error.attribute)
    }
    return losses
  }
}

extension Cookie {
  /// Whether the cookie says something in an attribute that text jars may lack.
  fileprivate func carries(_ attribute: CookieAttribute) -> Bool {
    switch attribute {
    case .secure: secure
    case .httpOnly: httpOnly
    case .sameSite: sameSite != .unspecified
    case .partition: partition != nil
    case .container: container != nil
    case .session: expiryTime == nil
    case .creationTime: creationTime != nil
    case .lastAccessTime: lastAccessTime != nil
    case .lastUpdateTime: lastUpdateTime != nil
    case .sourceScheme: sourceScheme != nil
    case .comment: comment != nil || commentURL != nil
    case .ports: ports != nil
    case .version: version != nil
    case .hostOnly, .path, .lateExpiry, .arbitraryBytes: false
    }
  }
}

/// Changes the lines of a jar in one pass.
private struct NetscapeEditor {
  private var jar: NetscapeJar
  private let writer: NetscapeLineWriter
  /// The lines of each identity that a change names, in file order.
  private var places: [CookieKey: [Int]] = [:]
  /// The full identities of lines written in this pass.
  private var owners: [Int: CookieKey] = [:]
  private var removed: Set<Int> = []
  /// The last line of a file that does not end in a line ending.
  private var openEnd: Int?

  init(jar: NetscapeJar, changes: [StoreChange]) {
    self.jar = jar
    writer = NetscapeLineWriter(dialect: jar.dialect, style: jar.style)
    if let last = jar.lines.indices.last, jar.lines[last].ending.isEmpty { openEnd = last }
    for change in changes { places[jar.dialect.heldKey(change.key)] = [] }
    for (index, line) in jar.lines.enumerated() {
      guard let cookie = line.cookie else { continue }
      places[cookie.key]?.append(index)
    }
  }

  mutating func remove(_ key: CookieKey) -> AppliedChanges.Outcome {
    let held = jar.dialect.heldKey(key)
    let found = (places[held] ?? []).filter { (owners[$0] ?? held) == key }
    guard !found.isEmpty else { return .goneAlready }
    removed.formUnion(found)
    places[held]?.removeAll(where: found.contains)
    return .done
  }

  mutating func put(_ cookie: Cookie) -> AppliedChanges.Outcome {
    let place = place(of: cookie)
    let old = place.map { jar.lines[$0] }
    let line: NetscapeLine
    do {
      line = try writer.line(for: cookie, replacing: old)
    } catch {
      return .unrepresentable(error.attribute)
    }
    if let place {
      if line.cookie != old?.cookie { jar.lines[place] = line }
      owners[place] = cookie.key
    } else {
      append(line, for: cookie)
    }
    return .done
  }

  /// The line to write over, or nil for a new one.
  private func place(of cookie: Cookie) -> Int? {
    let key = cookie.key
    let held = jar.dialect.heldKey(key)
    let candidates = places[held] ?? []
    if let own = candidates.last(where: { (owners[$0] ?? held) == key }) { return own }
    let free = candidates.filter { owners[$0] == nil }
    if key.partition == nil, key.container == nil { return free.last }
    // A twin of the partitioned cookie may have written the line, unless it says just the same.
    return free.last { index in
      let line = try? writer.line(for: cookie, replacing: jar.lines[index])
      return line?.cookie == jar.lines[index].cookie
    }
  }

  private mutating func append(_ line: NetscapeLine, for cookie: Cookie) {
    if jar.isHeaderDue {
      jar.lines += NetscapeLine.comments(jar.dialect.header)
      jar.isHeaderDue = false
    }
    if let openEnd, !removed.contains(openEnd) { jar.lines[openEnd].bytes += jar.style.ending }
    openEnd = nil
    let index = jar.lines.count
    jar.lines.append(line)
    places[jar.dialect.heldKey(of: cookie), default: []].append(index)
    owners[index] = cookie.key
  }

  /// The jar with all changes made.
  consuming func finish() -> NetscapeJar {
    guard !removed.isEmpty else { return jar }
    jar.lines = jar.lines.indices.filter { !removed.contains($0) }.map { jar.lines[$0] }
    if !jar.hasHeader, jar.lines.contains(where: \.isBad), !jar.lines.contains(where: \.isRecord) {
      // Nothing else would show any more that this is a jar.
      let header = jar.dialect == .plain ? ["# Netscape HTTP Cookie File"] : jar.dialect.header
      jar.lines.insert(contentsOf: NetscapeLine.comments(header, ending: jar.style.ending), at: 0)
      jar.hasHeader = true
    }
    return jar
  }
}
