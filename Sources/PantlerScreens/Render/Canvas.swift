import ScreenKit

/// A grid with what is needed to draw on it.
struct Canvas {
  var grid: CellGrid
  let theme: Theme
  let glyphs: GlyphSet
  /// Where the text cursor stands; nil when nothing is typed.
  var cursor: GridPoint?

  var metrics: TextMetrics { grid.metrics }

  /// One part of a line of text.
  struct Part: Equatable, Sendable {
    var text: String
    var role: Role
    init(_ text: String, _ role: Role) {
      self.text = text
      self.role = role
    }
  }

  /// Writes parts one after the other, cut with an ellipsis where the room ends.
  ///
  /// Without a ground named, each part stands on its own.
  ///
  /// - Returns: the columns taken.
  @discardableResult
  mutating func line(_ parts: [Part], in rect: Rect, on ground: Role? = nil) -> Int {
    var x = rect.x
    for part in parts where x < rect.right {
      let text = metrics.truncated(
        signs(part.text, part.role), to: rect.right - x, ellipsis: glyphs.ellipsis)
      x += grid.write(
        text, at: GridPoint(x: x, y: rect.y), style: style(part.role, on: ground), clip: rect)
    }
    return x - rect.x
  }

  /// Writes a text of a certain width, cut or padded.
  mutating func field(
    _ text: String, _ role: Role, in rect: Rect, alignment: TextAlignment = .left,
    on ground: Role? = nil
  ) {
    let shown = metrics.fitted(
      signs(text, role), to: rect.width, alignment: alignment, ellipsis: glyphs.ellipsis)
    grid.write(shown, at: rect.origin, style: style(role, on: ground), clip: rect)
  }

  /// Our own signs in ASCII, where nothing else can be shown; text from stores is escaped instead.
  func signs(_ text: String, _ role: Role) -> String {
    guard !role.isFromStore || text == "–" else { return text }
    return glyphs.signs(in: text)
  }

  mutating func fill(_ rect: Rect, _ role: Role) { grid.fill(rect, style: theme[role]) }

  func style(_ role: Role, on ground: Role?) -> Style {
    ground.map { theme.style(role, on: $0) } ?? theme[role]
  }

  /// Draws a pane's border with its title.
  mutating func pane(_ rect: Rect, isFocused: Bool, title: [Part], joining: Bool = false) {
    let border: Role = isFocused ? .borderFocused : .border
    grid.drawBox(rect, style: theme[border], glyphs: glyphs, joining: joining)
    grid.drawTitle(
      title.map { TitlePart(signs($0.text, $0.role), theme[$0.role]) }, on: rect, glyphs: glyphs)
  }

  /// Draws a box in front of everything.
  mutating func box(_ rect: Rect, title: String) {
    fill(rect, .dialog)
    grid.drawBox(rect, style: theme[.dialogBorder], glyphs: glyphs)
    grid.drawTitle(
      [TitlePart(signs(title, .dialogTitle), theme[.dialogTitle])], on: rect, glyphs: glyphs)
  }
}

extension Role {
  /// Whether text of this role comes from a store as it is.
  fileprivate var isFromStore: Bool {
    switch self {
    case .cookieName, .cookieDomain, .cookiePath, .cookiePartitioned, .siteName, .value: true
    default: false
    }
  }
}
