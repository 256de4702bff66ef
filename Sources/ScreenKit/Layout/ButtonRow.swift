/// A row of buttons: `[ Cancel ]   [ Delete 37 ]`.
package struct ButtonRow: Equatable, Sendable {
  /// A button.
  package struct Button: Equatable, Sendable {
    /// What it says.
    package let title: String

    /// How it looks when it has not the focus.
    package let role: Role

    /// Makes a button.
    package init(_ title: String, role: Role = .dialogButton) {
      self.title = title
      self.role = role
    }
  }

  /// The buttons from left to right.
  package let buttons: [Button]

  /// The button that Enter presses.
  package let focused: Int?

  /// Makes a row.
  package init(_ buttons: [Button], focused: Int?) {
    self.buttons = buttons
    self.focused = focused
  }

  /// The cells between two buttons of a line.
  private static let gap = 3

  /// Places the buttons in a block, in as many lines as they need, each line in the middle.
  ///
  /// - Returns: the place of each button, or nil when not all of them fit.
  package func places(in rect: Rect, metrics: TextMetrics) -> [Rect]? {
    let widths = buttons.map { metrics.width(of: $0.title) + 4 }
    guard widths.allSatisfy({ $0 <= rect.width }) else { return nil }
    var lines: [Range<Int>] = []
    var (start, used) = (0, 0)
    for (index, width) in widths.enumerated() {
      if index > start, used + Self.gap + width > rect.width {
        lines.append(start..<index)
        (start, used) = (index, width)
      } else {
        used += (index > start ? Self.gap : 0) + width
      }
    }
    if start < widths.count { lines.append(start..<widths.count) }
    guard lines.count <= rect.height else { return nil }
    return lines.enumerated().flatMap { number, line -> [Rect] in
      let total = widths[line].reduce(0, +) + Self.gap * (line.count - 1)
      var x = rect.x + (rect.width - total) / 2
      return widths[line].map { width in
        defer { x += width + Self.gap }
        return Rect(x: x, y: rect.y + number, width: width, height: 1)
      }
    }
  }
}

extension CellGrid {
  /// Draws buttons in a block and returns their places, or nil and nothing when they do not fit.
  @discardableResult
  package mutating func drawButtons(_ row: ButtonRow, in rect: Rect, theme: Theme) -> [Rect]? {
    guard let places = row.places(in: rect, metrics: metrics) else { return nil }
    for (index, place) in places.enumerated() {
      let button = row.buttons[index]
      // The focus is shown by signs too, for those who see no colour.
      let isFocused = index == row.focused
      let text = isFocused ? "[>\(button.title)<]" : "[ \(button.title) ]"
      let focusedRole: Role =
        button.role == .dialogButtonDanger ? .dialogButtonDangerFocused : .dialogButtonFocused
      let role = isFocused ? focusedRole : button.role
      write(text, at: place.origin, style: theme[role], clip: rect)
    }
    return places
  }
}
