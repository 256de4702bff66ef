/// How a cell looks: colours, weight, and the role they came from.
package struct Style: Hashable, Sendable {
  /// Marks that every terminal has in some form.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit a mark.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavy or bright letters.
    package static let bold = Attributes(rawValue: 1)

    /// Faint letters.
    package static let dim = Attributes(rawValue: 2)

    /// Slanted letters.
    package static let italic = Attributes(rawValue: 4)

    /// A line under the letters.
    package static let underline = Attributes(rawValue: 8)

    /// Ink and ground changed over.
    package static let reverse = Attributes(rawValue: 16)
  }

  /// The colour of the letters.
  package var foreground: Color

  /// The colour behind the letters.
  package var background: Color

  /// The marks.
  package var attributes: Attributes

  /// The role this style was made for; shown by tests, ignored by drivers.
  package var role: Role

  /// Makes a style.
  package init(
    foreground: Color = .terminalDefault, background: Color = .terminalDefault,
    attributes: Attributes = [], role: Role = .text
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.role = role
  }

  /// The terminal's own colours and no marks.
  package static let plain = Style()

  /// Returns this style with further marks.
  package func adding(_ more: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(more)
    return style
  }

  /// Whether both look the same, whatever they are for.
  package func looksLike(_ other: Style) -> Bool {
    foreground == other.foreground && background == other.background
      && attributes == other.attributes
  }
}
