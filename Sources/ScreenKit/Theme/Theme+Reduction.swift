extension Theme {
  /// Returns this theme in the colours that a terminal has.
  ///
  /// Each colour becomes the nearest one; where ink and ground come too close by that, the ink
  /// becomes the nearest one that can be read. What must be told from plain text and no longer
  /// can gets a mark, so a state is never lost.
  package func reduced(to depth: ColorDepth) -> Theme {
    guard depth < self.depth else { return self }
    var styles: [Role: Style] = [:]
    for role in Role.allCases {
      styles[role] = depth == .mono ? self[role].withoutColor : reduced(self[role], to: depth)
    }
    if depth < .palette256 { Self.separate(&styles) }
    return Theme(
      name: name, appearance: appearance, depth: depth, minimumContrast: minimumContrast,
      styles: styles)
  }

  private func reduced(_ style: Style, to depth: ColorDepth) -> Style {
    guard let ink = style.foreground.rgb, let ground = style.background.rgb else { return style }
    var result = style
    let paper = Palette.nearest(to: ground, depth: depth)
    result.background = .palette(paper)
    // People set the colours of small palettes themselves, so no exact contrast can be promised
    // there. Bold letters need less (WCAG 2.2, 1.4.3) and are brighter on most such terminals.
    let isSmall = depth <= .ansi16
    let least = isSmall ? min(3, minimumContrast) : minimumContrast
    let number = Palette.nearest(to: ink, on: paper, contrast: least, depth: depth)
    result.foreground = .palette(number)
    if isSmall, Palette.rgb(number).contrast(with: Palette.rgb(paper)) < minimumContrast {
      result.attributes.insert(.bold)
    }
    return result
  }

  /// Marks the roles that look like their ground's plain text although they must not.
  private static func separate(_ styles: inout [Role: Style]) {
    for (role, ground, mark) in distinct {
      guard let style = styles[role], let plain = styles[ground], style.looksLike(plain) else {
        continue
      }
      styles[role] = style.adding(mark)
    }
  }

  /// Roles that must differ from what stands around them, and what makes them differ.
  private static let distinct: [(role: Role, from: Role, mark: Style.Attributes)] = [
    (.listSelected, .text, .reverse), (.listSelectedUnfocused, .text, .underline),
    (.listSelectedUnfocused, .listSelected, .underline), (.listMarked, .text, .bold),
    (.listHeaderSorted, .listHeader, .underline), (.issue, .text, .bold),
    (.issueSevere, .text, .bold), (.guarded, .text, .bold), (.inUse, .text, .bold),
    (.changeAdded, .text, .bold), (.changeRemoved, .text, .underline),
    (.changeConflict, .text, [.bold, .underline]), (.logWarning, .text, .bold),
    (.logError, .text, [.bold, .underline]), (.dialogButtonFocused, .dialogButton, .reverse),
    (.dialogButtonDanger, .dialogButton, .bold),
    (.dialogButtonDangerFocused, .dialogButton, .reverse),
    (.dialogButtonDangerFocused, .dialogButtonDanger, .reverse),
    (.dialogDanger, .dialog, .bold), (.menuSelected, .menu, .reverse),
    (.completionSelected, .completion, .reverse), (.inputCursor, .input, .reverse),
    (.inputSelection, .input, .reverse), (.inputError, .input, [.bold, .underline]),
    (.messageError, .message, [.bold, .underline]), (.textMatch, .text, .underline),
    (.borderFocused, .border, .bold), (.paneTitleFocused, .paneTitle, .bold),
    (.hintKey, .hint, .bold), (.scrollbarThumb, .scrollbar, .bold),
  ]
}

extension Style {
  /// The same marks without colour and without those that not every terminal shows.
  fileprivate var withoutColor: Style {
    Style(attributes: attributes.intersection([.bold, .underline, .reverse]), role: role)
  }
}

extension Palette {
  /// Returns the number of the nearest ink that has the contrast asked for, or the best there is.
  static func nearest(
    to ink: RGB, on paper: UInt8, contrast: Double, depth: ColorDepth
  ) -> UInt8 {
    let ground = rgb(paper)
    let first = nearest(to: ink, depth: depth)
    if rgb(first).contrast(with: ground) >= contrast { return first }
    let candidates = numbers(of: depth)
    let readable = candidates.filter { rgb($0).contrast(with: ground) >= contrast }
    if let best = readable.min(by: { rgb($0).distance(to: ink) < rgb($1).distance(to: ink) }) {
      return best
    }
    return candidates.max {
      rgb($0).contrast(with: ground) < rgb($1).contrast(with: ground)
    } ?? first
  }
}
