import ScreenKit
import Testing
import Themes

@Suite("Every theme can be read, by everybody and on every terminal")
struct ThemeTests {
  private static let names = BuiltInThemes.files.keys.sorted()
  private let library = ThemeLibrary()

  @Test("every file loads, knows only roles that exist, and has enough contrast", arguments: names)
  func contrast(name: String) throws {
    let theme = try library.theme(named: name, depth: .trueColor)
    let least = name.hasPrefix("high-contrast") ? 7.0 : 4.5
    #expect(theme.minimumContrast >= least)
    for role in Role.allCases where name != "mono" {
      let style = theme[role]
      let ink = try #require(style.foreground.rgb, "\(role.rawValue) has no ink of its own")
      let ground = try #require(style.background.rgb, "\(role.rawValue) has no ground of its own")
      #expect(ink.contrast(with: ground) >= least, "\(role.rawValue)")
    }
  }

  @Test("FR-36: every theme is readable at every depth", arguments: names, ColorDepth.allCases)
  func everyDepth(name: String, depth: ColorDepth) throws {
    let theme = try library.theme(named: name, depth: depth)
    for role in Role.allCases {
      let style = theme[role]
      if depth == .mono { #expect(style.foreground == .terminalDefault) }
      guard let ink = style.foreground.rgb, let ground = style.background.rgb else { continue }
      let least = depth <= .ansi16 ? 3 : theme.minimumContrast
      #expect(ink.contrast(with: ground) >= least, "\(role.rawValue)")
      if case .palette(let number) = style.foreground, depth < .trueColor {
        #expect(Int(number) < depth.rawValue)
      }
    }
    for role in [Role.listSelected, .listSelectedUnfocused, .messageError, .logError, .issue] {
      #expect(!theme[role].looksLike(theme[.text]), "\(role.rawValue) looks like plain text")
    }
    let selected = theme[.listSelected]
    #expect(
      selected.background != theme[.text].background || selected.attributes.contains(.reverse))
    #expect(!theme[.dialogButtonFocused].looksLike(theme[.dialogButton]))
    #expect(!theme[.dialogButtonDangerFocused].looksLike(theme[.dialogButtonDanger]))
    #expect(!theme[.inputError].looksLike(theme[.input]))
  }

  @Test("roles stay readable on the ground of a selected row", arguments: names)
  func onSelection(name: String) throws {
    let theme = try library.theme(named: name, depth: .trueColor)
    for ground in [Role.listSelected, .listSelectedUnfocused, .menuSelected, .dialog] {
      for role in Role.allCases {
        let style = theme.style(role, on: ground)
        #expect(style.background == theme[ground].background)
        guard let ink = style.foreground.rgb, let paper = style.background.rgb else { continue }
        #expect(ink.contrast(with: paper) >= theme.minimumContrast, "\(role.rawValue)")
      }
    }
  }

  @Test func `without colour only bold, underline and reverse are left`() throws {
    let theme = try library.theme(named: "nord", depth: .mono)
    for role in Role.allCases {
      #expect(theme[role].background == .terminalDefault)
      #expect(theme[role].attributes.isSubset(of: [.bold, .underline, .reverse]))
    }
    #expect(theme[.listSelected].attributes.contains(.reverse))
    #expect(theme.name == "nord")
  }

  @Test("red means red in eight colours", arguments: ["dark", "nord", "gruvbox", "light"])
  func hues(name: String) throws {
    let theme = try library.theme(named: name, depth: .ansi8)
    #expect(theme[.messageError].foreground == .palette(1))
    #expect(!theme[.messageWarning].looksLike(theme[.messageError]))
  }

  @Test func `auto goes by the ground of the terminal`() throws {
    #expect(try library.theme(named: "auto", depth: .trueColor).name == "dark")
    let light = try library.theme(named: "auto", depth: .trueColor, background: .light)
    #expect(light.name == "light")
    #expect(light.appearance == .light)
  }

  @Test(
    "added and removed stay apart for people with colour deficiencies",
    arguments: [
      (theme: "deuteranopia", matrix: Deficiency.deuteranopia),
      (theme: "deuteranopia", matrix: Deficiency.protanopia),
      (theme: "tritanopia", matrix: Deficiency.tritanopia),
    ])
  func deficiencies(name: String, matrix: Deficiency) throws {
    let theme = try library.theme(named: name, depth: .trueColor)
    let pairs: [(Role, Role)] = [
      (.changeAdded, .changeRemoved), (.cookieSecure, .cookieExpired), (.dialogOK, .dialogDanger),
    ]
    for (one, two) in pairs {
      let first = matrix.seen(try #require(theme[one].foreground.rgb))
      let second = matrix.seen(try #require(theme[two].foreground.rgb))
      let distance = zip(first, second).reduce(0) { $0 + abs($1.0 - $1.1) }
      #expect(distance > 120, "\(one.rawValue) and \(two.rawValue)")
    }
  }
}

/// How colours appear to people with a deficiency (Machado and others, 2009, severity 1).
struct Deficiency: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rows: [[Double]]

  static let protanopia = Deficiency(
    testDescription: "protanopia",
    rows: [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]])
  static let deuteranopia = Deficiency(
    testDescription: "deuteranopia",
    rows: [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]])
  static let tritanopia = Deficiency(
    testDescription: "tritanopia",
    rows: [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]])

  func seen(_ color: RGB) -> [Double] {
    let parts = [Double(color.red), Double(color.green), Double(color.blue)]
    return rows.map { row in zip(row, parts).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}

@Suite("A faulty theme file says where it is wrong")
struct ThemeFileTests {
  private func failure(_ files: [String: String], _ name: String = "mine") -> ThemeFailure? {
    var library = ThemeLibrary()
    for (file, text) in files { library.add(Array(text.utf8), named: file) }
    do {
      _ = try library.theme(named: name, depth: .trueColor)
      return nil
    } catch {
      return error
    }
  }

  @Test func `unknown roles and keys come with the nearest name`() {
    #expect(
      failure(["mine": "{ parent: 'dark', roles: { 'list.selectd': { bold: true } } }"])
        == .unknownRole(theme: "mine", role: "list.selectd", nearest: "list.selected"))
    #expect(
      failure(["mine": "{ parent: 'dark', pallete: {} }"])
        == .unknownKey(theme: "mine", key: "pallete", nearest: "palette"))
    #expect(
      failure(["mine": "{ parent: 'dark', roles: { text: { colour: '#fff' } } }"])
        == .unknownKey(theme: "mine", key: "colour", nearest: nil))
  }

  @Test func `colours are checked`() {
    #expect(
      failure(["mine": "{ parent: 'dark', palette: { ink: 'grey' } }"])
        == .badPaletteColor(theme: "mine", name: "ink", color: "grey"))
    #expect(
      failure(["mine": "{ parent: 'dark', roles: { title: { foreground: 'inc' } } }"])
        == .unknownColor(theme: "mine", role: "title", color: "inc"))
  }

  @Test func `parents must exist and come to an end`() {
    #expect(
      failure(["mine": "{ parent: 'none' }"]) == .unknownParent(theme: "mine", parent: "none"))
    #expect(
      failure(["mine": "{ parent: 'b' }", "b": "{ parent: 'mine' }"])
        == .cycle(["mine", "b", "mine"]))
    guard case .unknownTheme("absent", let known) = failure([:], "absent") else {
      Issue.record("an unknown theme was found")
      return
    }
    #expect(known.first == "auto" && known.contains("dark"))
  }

  @Test(arguments: [
    (text: "{ parent: 'dark',\n roles: [ }", line: 2, column: 11),
    (text: "{\n  // note\n  parent 'dark'\n}", line: 3, column: 10),
    (text: "{ /* never ends", line: 1, column: 3), (text: "", line: 1, column: 1),
    (text: "{ parent: 'dark }\n", line: 1, column: 18), (text: "{}}", line: 1, column: 3),
  ])
  func syntaxErrors(text: String, line: Int, column: Int) {
    #expect(failure(["mine": text]) == .malformed(theme: "mine", line: line, column: column))
  }

  @Test func `a value of the wrong kind names its path`() {
    guard
      case .wrongValue("mine", let path, _) = failure(["mine": "{ roles: { text: { bold: 'x' } } }"]
      )
    else {
      Issue.record("a wrong value was read")
      return
    }
    #expect(path == "roles.text.bold")
  }

  @Test func `a theme may carry the name of its parent and change one colour`() throws {
    var library = ThemeLibrary()
    library.add(Array("{ parent: 'dark', palette: { ink: '#abcdef' } }".utf8), named: "dark")
    let theme = try library.theme(named: "dark", depth: .trueColor)
    #expect(theme[.text].foreground == .rgb(RGB(red: 0xAB, green: 0xCD, blue: 0xEF)))
    #expect(theme[.dialog].foreground == theme[.text].foreground)
  }

  @Test(arguments: [
    (one: "#000000", two: "#ffffff", contrast: 21.0),
    (one: "#777777", two: "#ffffff", contrast: 4.48),
    (one: "#f00", two: "#000", contrast: 5.25),
  ])
  func contrastRatio(one: String, two: String, contrast: Double) throws {
    let ratio = try #require(RGB(hex: one)).contrast(with: try #require(RGB(hex: two)))
    #expect(abs(ratio - contrast) < 0.01)
  }
}
