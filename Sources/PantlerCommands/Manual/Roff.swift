/// A manual page in the language of `man`.
struct Roff {
  private(set) var text: String

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - name: the name in lower case.
  ///   - section: the section of the manual.
  ///   - purpose: one line, without a full stop.
  init(_ name: String, section: Int, version: String, purpose: String) {
    text = ".TH \"\(name.uppercased())\" \"\(section)\" \"\" \"Pantler \(version)\" \"\"\n"
    heading("NAME")
    text += "\(Self.escaped(name)) \\- \(Self.escaped(purpose))\n"
  }

  mutating func heading(_ title: String) { text += ".SH \"\(Self.escaped(title))\"\n" }

  mutating func subheading(_ title: String) { text += ".SS \"\(Self.escaped(title))\"\n" }

  /// Adds a paragraph.
  mutating func paragraph(_ words: String) { text += ".PP\n" + Self.lines(words) }

  /// Adds a term with what it means below.
  mutating func term(_ term: String, _ meaning: String) {
    text += ".TP\n.B \"\(Self.escaped(term))\"\n" + Self.lines(meaning)
  }

  /// Adds lines that stay as they are.
  mutating func example(_ lines: [String]) {
    text += ".PP\n.RS 4\n.nf\n" + lines.map(Self.line).joined() + ".fi\n.RE\n"
  }

  private static func lines(_ words: String) -> String {
    words.split(separator: "\n").map { line(String($0)) }.joined()
  }

  /// A line of text; one that begins with a dot or an apostrophe would be a command.
  private static func line(_ words: String) -> String {
    let first = words.first
    return (first == "." || first == "'" ? "\\&" : "") + escaped(words) + "\n"
  }

  private static func escaped(_ words: String) -> String {
    words.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
      .replacing("'", with: "\\(aq").replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
  }
}
