/// The look of every role at one colour depth.
package struct Theme: Equatable, Sendable {
  /// Whether letters are light on dark or dark on light.
  package enum Appearance: String, Codable, Sendable { case dark, light }

  /// The name it is chosen by.
  package let name: String

  /// Light on dark, or dark on light.
  package let appearance: Appearance

  /// How many colours its styles use.
  package let depth: ColorDepth

  /// The least contrast between letters and ground that it promises.
  package let minimumContrast: Double

  private let styles: [Style]
  private let luminances: [(ink: Double, ground: Double)?]

  /// Makes a theme from a style for each role; a role left out takes its fallback's.
  package init(
    name: String, appearance: Appearance = .dark, depth: ColorDepth = .trueColor,
    minimumContrast: Double = 4.5, styles known: [Role: Style]
  ) {
    self.name = name
    self.appearance = appearance
    self.depth = depth
    self.minimumContrast = minimumContrast
    styles = Role.allCases.map { role in
      var source: Role? = role
      while let candidate = source, known[candidate] == nil { source = candidate.fallback }
      var style = source.flatMap { known[$0] } ?? .plain
      style.role = role
      return style
    }
    luminances = styles.map { style in
      guard let ink = style.foreground.rgb, let ground = style.background.rgb else { return nil }
      return (ink.luminance, ground.luminance)
    }
  }

  /// The style of a role on its own ground.
  package subscript(role: Role) -> Style { styles[role.index] }

  /// Returns the style of a role as part of something with another ground, such as a selected row.
  ///
  /// The role keeps its ink where that is readable on the ground, and takes the ground's own ink
  /// where it is not. Marks of both add up, but a reversed ground stays reversed once.
  package func style(_ role: Role, on ground: Role) -> Style {
    let (over, under) = (styles[role.index], styles[ground.index])
    var result = under
    result.role = role
    result.attributes = over.attributes.union(under.attributes)
    guard
      let ink = luminances[role.index]?.ink, let paper = luminances[ground.index]?.ground,
      !under.attributes.contains(.reverse), !over.attributes.contains(.reverse)
    else { return result }
    let contrast = (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05)
    let least = depth <= .ansi16 ? min(3, minimumContrast) : minimumContrast
    if contrast >= least { result.foreground = over.foreground }
    return result
  }

  /// Reports whether both have the same name and the same styles.
  package static func == (lhs: Theme, rhs: Theme) -> Bool {
    lhs.name == rhs.name && lhs.appearance == rhs.appearance && lhs.depth == rhs.depth
      && lhs.minimumContrast == rhs.minimumContrast && lhs.styles == rhs.styles
  }

  /// The terminal's own colours with bold, underline and reverse where a difference must be seen.
  package static let plain = Theme(name: "plain", depth: .mono, styles: [.text: .plain])
}
