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

  /// Makes all changes, and takes the lines of cookies that are put from an earlier content.
  ///
  /// All lines of an identity come back, in their order and with their bytes: over those that are there now, if
  /// they are as many, or at the end if there is none.
  public mutating func apply(
    _ changes: [StoreChange], from earlier: EarlierContent
  ) -> ReplayedChanges {
    let kept = lines(ofPutCookiesIn: changes, from: earlier)
    var editor = NetscapeEditor(jar: self, changes: changes)
    var losses: [ReplayLoss] = []
    let outcomes = changes.map { change -> AppliedChanges.Outcome in
      switch change {
      case .remove(let key): return editor.remove(key)
      case .put(let cookie):
        if let lines = kept[cookie.key], editor.replay(lines, as: cookie) { return .done }
        losses.append(ReplayLoss(key: cookie.key, reason: .rewritten))
        return editor.put(cookie)
      }
    }
    self = editor.finish()
    return ReplayedChanges(outcomes: outcomes, losses: losses)
  }

  /// The lines of the earlier content by identity, as far as they say the same in this file.
  private func lines(
    ofPutCookiesIn changes: [StoreChange], from earlier: EarlierContent
  ) -> [CookieKey: [NetscapeLine]] {
    // A copy that is no jar has no lines to take.
    guard let bytes = earlier.bytes,
      let jar = try? NetscapeJar(decoding: bytes, assuming: dialect)
    else { return [:] }
    var wanted: Set<CookieKey> = []
    for case .put(let cookie) in changes { wanted.insert(cookie.key) }
    let reader = NetscapeLineReader(dialect: dialect)
    var found: [CookieKey: [NetscapeLine]] = [:]
    for line in jar.lines {
      guard let key = line.cookie?.key, wanted.contains(key) else { continue }
      // A byte order mark belongs to the file.
      let isFirst = line.bytes.starts(with: NetscapeLine.byteOrderMark)
      let bytes = isFirst ? line.bytes.dropFirst(NetscapeLine.byteOrderMark.count) : line.bytes
      var taken = NetscapeLine(bytes: bytes, content: line.content)
      taken.content = reader.content(of: taken.text)
      if taken.cookie == line.cookie { found[key, default: []].append(taken) }
    }
    return found
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

  /// Puts the lines of an identity back.
  ///
  /// - Parameter cookie: what the last of them has to say.
  /// - Returns: false when they don't say that, or when the file has another number of lines for it.
  mutating func replay(_ lines: [NetscapeLine], as cookie: Cookie) -> Bool {
    guard lines.last?.cookie == cookie else { return false }
    let present = places[jar.dialect.heldKey(of: cookie)] ?? []
    guard present.isEmpty || present.count == lines.count else { return false }
    for (offset, line) in lines.enumerated() {
      if present.isEmpty {
        append(line, for: cookie)
      } else {
        let place = present[offset]
        let old = jar.lines[place]
        let isMarked = old.bytes.starts(with: NetscapeLine.byteOrderMark)
        let mark = isMarked ? NetscapeLine.byteOrderMark : []
        jar.lines[place].bytes = mark + line.text + old.ending
        jar.lines[place].content = line.content
        owners[place] = cookie.key
      }
    }
    return true
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
    let index = jar.lines.count
    openEnd = line.ending.isEmpty ? index : nil
    jar.lines.append(line)
    places[jar.dialect.heldKey(of: cookie), default: []].append(index)
    owners[index] = cookie.key
  }

  /// The jar with all changes made.
  consuming func finish() -> NetscapeJar {
    guard !removed.isEmpty else { return jar }
    let showed = jar.lines.firstIndex { !$0.isComment }
    let kept = jar.lines.indices.filter { !removed.contains($0) }.map { jar.lines[$0] }
    // Comments further down do not count, an eighth column belongs to libsoup alone, and lines that are
    // no cookies do not show that this is a jar.
    let mayMislead =
      showed.map(removed.contains) ?? false || jar.dialect == .libsoup
      || !kept.contains { $0.cookie != nil }
    jar.lines = kept
    return mayMislead ? jar.showingItsDialect() : jar
  }
}

extension NetscapeJar {
  /// The same cookies in lines that show whose they are, though the line that showed it may be gone.
  fileprivate func showingItsDialect() -> NetscapeJar {
    guard !readsTheSame else { return self }
    let header =
      switch dialect {
      case .plain: ["# Netscape HTTP Cookie File", NetscapeEvidence.plainMark]
      // Its usual header is Mozilla's, from which seven columns do not tell it apart.
      case .libsoup: ["# HTTP Cookie File", NetscapeEvidence.libsoupMark]
      default: dialect.header.filter { !$0.isEmpty }
      }
    var jar = self
    // The blank line keeps comments below it from being taken for a part of the header.
    jar.lines.insert(
      contentsOf: NetscapeLine.comments(header + [""], ending: style.ending), at: 0)
    jar.hasHeader = true
    return jar
  }

  /// Whether a reader who does not know the owner finds the same cookies.
  private var readsTheSame: Bool {
    guard let read = try? NetscapeJar(decoding: encoded()) else { return false }
    guard read.cookies == cookies else { return false }
    // Without a cookie the title alone tells that a file is a jar, and the comments below it whose.
    return !cookies.isEmpty || (hasTitle && read.dialect == dialect)
  }
}
