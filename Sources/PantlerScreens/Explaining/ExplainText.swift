import CookieCore
import ScreenKit
import StoreModel

/// The lines of a page that explains.
struct ExplainText {
  typealias Line = ExplainPage.Line
  typealias Part = Canvas.Part

  let page: ExplainPage
  let state: BrowserState
  /// The columns there are.
  let width: Int

  private var written: WrittenCookieQuestion { page.written }
  private var isUnmasked: Bool { state.looks.isUnmasked }

  /// The question, what was received, and what is sent.
  var lines: [Line] {
    question + received + (page.answer.map { [Line(parts: [])] + sent($0) } ?? [])
  }

  // MARK: The question

  private var question: [Line] {
    [
      fact(.explainURL, "URL", written.url, .field(.url)),
      fact(.explainMethod, "Method", written.method, .method),
      fact(
        .explainReader, "Asked by",
        written.readBy == .http ? "an HTTP request" : "a script (document.cookie)", .reader),
      fact(.explainSite, "Made by", maker, .field(.site)),
      fact(.explainTopLevelSite, "Top site", topLevelSite, .field(.topLevelSite)),
      fact(
        .explainClock, "Clock", written.time ?? "now (\(TimeText.full(page.askedAt)))",
        .field(.time)),
    ]
      + (written.container.map {
        [fact(.explainContainer, "Container", $0, .field(.container))]
      } ?? [])
  }

  private var maker: String {
    switch written.siteForCookies {
    case nil: "the user, who goes to the URL"
    case "none"?, "null"?: "a page with frames of several sites"
    case let site?:
      site + (written.isNavigation ? ", by a link that is followed" : ", for a part of its page")
    }
  }

  private var topLevelSite: String {
    if let site = written.topLevelSite { return site }
    return written.siteForCookies == nil || written.isNavigation
      ? "that of the URL" : "that of the page"
  }

  private func fact(
    _ command: Command, _ name: String, _ text: String, _ item: ExplainPage.Item
  ) -> Line {
    Line(
      parts: [
        Part(padded(key(of: command), 2), .helpKey), Part(padded(name, 10), .textDim),
        Part(text, .text),
      ], item: item)
  }

  private func key(of command: Command) -> String {
    state.keymap.sequences(for: command, in: [.explain]).first?.description ?? " "
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  // MARK: What was received

  private var received: [Line] {
    guard !written.setCookies.isEmpty else { return [] }
    var lines = [
      Line(parts: []),
      Line(parts: [Part("Received before, one after another", .helpHeading)]),
      fact(
        .explainFrom, "From", written.receivedFrom ?? "the URL", .field(.receivedFrom)),
      fact(
        .explainSetter, "Set by",
        written.setBy == .http ? "HTTP (Set-Cookie)" : "a script (document.cookie = …)", .setter),
    ]
    for (index, line) in written.setCookies.enumerated() {
      // While the answer is waited for, a line has no verdict yet.
      let stored = page.answer.flatMap { answer in
        answer.stored.indices.contains(index) ? answer.stored[index] : nil
      }
      guard let stored, stored.setCookie == line else { continue }
      lines += received(stored, index: index)
    }
    return lines
  }

  private func received(_ stored: Explanation.Stored, index: Int) -> [Line] {
    let item = ExplainPage.Item.field(.setCookie(index))
    let isDeletion = stored.notes.contains { $0.kind == .expiredAtOnce }
    let verdict =
      !stored.accepted
      ? "not stored"
      : isDeletion
        ? (stored.replaced ? "deletes" : "expired") : stored.replaced ? "replaces" : "stored"
    var head = [
      Part(padded("\(index + 1)", 2), .textDim),
      Part(
        (stored.accepted ? "+ " : "- ") + padded(verdict, 12),
        stored.accepted ? .changeAdded : .changeRemoved),
    ]
    head += stored.cookie.map(label) ?? [Part("no cookie", .text)]
    var lines = [Line(parts: head, item: item)]
    if isUnmasked {
      lines += remark("", stored.setCookie.text, id: nil, .value, item)
    }
    for reason in stored.reasons {
      lines += remark("• ", reason.sentence, id: reason.rawValue, .text, item)
    }
    for note in stored.notes {
      let text = note.text.isEmpty ? "" : " “\(VisibleText.escaped(bytes: note.text.bytes))”"
      lines += remark("· ", note.kind.sentence + text, id: note.kind.rawValue, .textDim, item)
    }
    return lines + deviations(stored.deviations, item)
  }

  // MARK: What is sent

  private func sent(_ answer: Explanation) -> [Line] {
    let count = answer.cookies.count(where: \.sent)
    let shown = answer.cookies.filter(\.sent).map(\.cookie)
    var lines = [
      Line(parts: [
        Part(
          written.readBy == .http ? "The Cookie header" : "What the script sees", .helpHeading),
        Part("  \(count) of \(AmountText.count(answer.cookies.count, "cookie"))", .textDim),
      ])
    ]
    lines += header(shown)
    lines.append(Line(parts: []))
    for (index, considered) in answer.cookies.enumerated() {
      lines += cookie(considered, index: index)
    }
    if answer.cookies.isEmpty {
      lines.append(Line(parts: [Part("The store has no cookie of this site.", .listEmpty)]))
    }
    return lines
  }

  /// The header with masked values, wrapped between cookies where it can be.
  private func header(_ cookies: [Cookie]) -> [Line] {
    guard !cookies.isEmpty else {
      return [Line(parts: [Part("  none is sent", .listEmpty)])]
    }
    let pairs = cookies.map { cookie in
      let value =
        cookie.value.isEmpty && cookie.encryptedValue == nil
        ? "" : CookieFormat.value(cookie, unmasked: isUnmasked)
      return cookie.name.isEmpty ? value : cookie.name.text + "=" + value
    }
    let text = pairs.joined(separator: "; ")
    return state.terminal.wrapped(text, to: max(8, width - 2)).map {
      Line(parts: [Part("  " + $0, isUnmasked ? .value : .valueMasked)])
    }
  }

  private func cookie(_ considered: Explanation.Considered, index: Int) -> [Line] {
    let item = ExplainPage.Item.cookie(index)
    let head = [
      Part(
        considered.sent ? "+ sent      " : "- not sent  ",
        considered.sent ? .changeAdded : .changeRemoved)
    ]
    var lines = [Line(parts: head + label(considered.cookie), item: item)]
    for reason in considered.reasons {
      lines += remark("• ", reason.sentence, id: reason.rawValue, .text, item)
    }
    // That it has expired is a reason already.
    for issue in considered.issues where !(issue == .expired && !considered.sent) {
      lines += remark("! ", issue.sentence, id: issue.rawValue, .issue, item)
    }
    return lines + deviations(considered.deviations, item)
  }

  private func label(_ cookie: Cookie) -> [Part] {
    [
      Part(CookieFormat.name(cookie.name), .cookieName),
      Part("  " + CookieFormat.domainInFull(cookie.key), .cookieDomain),
      Part("  " + CookieFormat.place(cookie.key), .cookiePath),
    ]
  }

  private func deviations(_ deviations: [EngineDeviation], _ item: ExplainPage.Item) -> [Line] {
    deviations.flatMap {
      remark(
        "~ ", "\($0.engine.title): \($0.sentence)", id: $0.topic.rawValue, .changeChanged, item)
    }
  }

  /// A sentence under a cookie with its stable identifier, wrapped and indented.
  private func remark(
    _ sign: String, _ sentence: String, id: String?, _ role: Role, _ item: ExplainPage.Item
  ) -> [Line] {
    let indent = "    "
    let room = max(12, width - indent.count - sign.count)
    var texts = state.terminal.wrapped(sentence, to: room)
    let last = texts.popLast() ?? ""
    let rest = String(repeating: " ", count: sign.count)
    var lines = texts.enumerated().map { index, text in
      Line(parts: [Part(indent + (index == 0 ? sign : rest) + text, role)], item: item)
    }
    var end = [Part(indent + (texts.isEmpty ? sign : rest) + last, role)]
    if let id {
      let metrics = state.terminal.metrics
      guard metrics.width(of: last) + metrics.width(of: id) + 2 <= room else {
        lines.append(Line(parts: end, item: item))
        lines.append(Line(parts: [Part(indent + rest + id, .textDim)], item: item))
        return lines
      }
      end.append(Part("  " + id, .textDim))
    }
    lines.append(Line(parts: end, item: item))
    return lines
  }
}
