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

  /// Marks the roles that look like what stands around them although they must not.
  private static func separate(_ styles: inout [Role: Style]) {
    for (role, ground) in grounds {
      guard let style = styles[role], let plain = styles[ground] else { continue }
      let isSeen = style.background != plain.background || style.attributes.contains(.reverse)
      if !isSeen { styles[role] = style.adding(.reverse) }
    }
    for (role, ground, mark) in inks {
      guard let style = styles[role], let plain = styles[ground], style.looksLike(plain) else {
        continue
      }
      styles[role] = style.adding(mark)
    }
  }

  /// Roles that must stand on another ground than what is around them.
  private static let grounds: [(role: Role, from: Role)] = [
    (.listSelected, .text), (.dialogButtonFocused, .dialogButton),
    (.dialogButtonDangerFocused, .dialogButton), (.menuSelected, .menu),
    (.completionSelected, .completion), (.inputCursor, .input), (.inputSelection, .input),
  ]

  /// Roles that must look different from what is around them, and what makes them so.
  private static let inks: [(role: Role, from: Role, mark: Style.Attributes)] = [
    (.listSelectedUnfocused, .text, .underline),
    (.listSelectedUnfocused, .listSelected, .underline), (.listMarked, .text, .bold),
    (.listHeaderSorted, .listHeader, .underline), (.issue, .text, .bold),
    (.issueSevere, .text, .bold), (.guarded, .text, .bold), (.inUse, .text, .bold),
    (.changeAdded, .text, .bold), (.changeRemoved, .text, .underline),
    (.changeConflict, .text, [.bold, .underline]), (.logWarning, .text, .bold),
    (.logError, .text, [.bold, .underline]), (.dialogDanger, .dialog, .bold),
    (.dialogButtonDanger, .dialogButton, .bold), (.inputError, .input, [.bold, .underline]),
    (.messageError, .message, [.bold, .underline]), (.messageError, .messageWarning, .underline),
    (.logError, .logWarning, .underline), (.textMatch, .text, .underline),
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
  ///
  /// In a small palette the hue counts most: a pale red is nearer to white, but it means red.
  static func nearest(
    to ink: RGB, on paper: UInt8, contrast: Double, depth: ColorDepth
  ) -> UInt8 {
    let ground = rgb(paper)
    let candidates = numbers(of: depth)
    let readable = candidates.filter { rgb($0).contrast(with: ground) >= contrast }
    let hue = depth <= .ansi16 ? ink.hue : nil
    let best = readable.min { one, two in
      let (first, second) = (rgb(one), rgb(two))
      let (near, far) = (first.turn(from: hue), second.turn(from: hue))
      return near != far ? near < far : first.distance(to: ink) < second.distance(to: ink)
    }
    if let best { return best }
    return candidates.max {
      rgb($0).contrast(with: ground) < rgb($1).contrast(with: ground)
    } ?? 0
  }
}

extension RGB {
  /// The hue in degrees, or nil for greys and colours close to grey.
  fileprivate var hue: Int? {
    let (r, g, b) = (Int(red), Int(green), Int(blue))
    let (high, low) = (max(r, g, b), min(r, g, b))
    let chroma = high - low
    guard chroma * 4 > high else { return nil }
    let angle: Int
    if high == r {
      angle = 60 * (g - b) / chroma
    } else if high == g {
      angle = 120 + 60 * (b - r) / chroma
    } else {
      angle = 240 + 60 * (r - g) / chroma
    }
    return (angle + 360) % 360
  }

  /// The degrees between this hue and another; none when no hue is asked for, many for greys.
  fileprivate func turn(from wanted: Int?) -> Int {
    guard let wanted else { return 0 }
    guard let hue else { return 360 }
    let turn = abs(hue - wanted)
    return min(turn, 360 - turn)
  }
}
