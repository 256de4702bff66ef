import ScreenKit
import Testing

@testable import NcursesDriver

@Suite("The environment decides colours, delays and questions")
struct TerminalOptionsTests {
  @Test(arguments: [
    (colors: -1, direct: false, claim: "truecolor", depth: ColorDepth.mono),
    (colors: 8, direct: false, claim: "", depth: .ansi8),
    (colors: 8, direct: false, claim: "truecolor", depth: .ansi8),
    (colors: 16, direct: false, claim: "", depth: .ansi16),
    (colors: 88, direct: false, claim: "", depth: .ansi16),
    (colors: 256, direct: false, claim: "", depth: .palette256),
    (colors: 256, direct: false, claim: "24bit", depth: .trueColor),
    (colors: 256, direct: false, claim: "yes", depth: .palette256),
    (colors: 256, direct: true, claim: "", depth: .trueColor),
    (colors: 16_777_216, direct: true, claim: "", depth: .trueColor),
  ])
  func depth(colors: Int, direct: Bool, claim: String, depth: ColorDepth) {
    let options = TerminalOptions(environment: ["COLORTERM": claim])
    #expect(options.depth(colors: colors, isDirect: direct) == depth)
    let refusing = TerminalOptions(environment: ["COLORTERM": claim, "NO_COLOR": "1"])
    #expect(refusing.depth(colors: colors, isDirect: direct) == .mono)
    let empty = TerminalOptions(environment: ["COLORTERM": claim, "NO_COLOR": ""])
    #expect(empty.depth(colors: colors, isDirect: direct) == depth)
  }

  @Test(
    "FR-40: the person's ESCDELAY wins",
    arguments: [
      (value: nil, delay: 50), (value: "300", delay: 300), (value: "0", delay: 50),
      (value: "soon", delay: 50), (value: "-4", delay: 50),
    ] as [(value: String?, delay: Int32)])
  func escapeDelay(value: String?, delay: Int32) {
    var environment: [String: String] = [:]
    environment["ESCDELAY"] = value
    #expect(TerminalOptions(environment: environment).escapeDelay == delay)
  }

  @Test(arguments: [
    (value: "15;0", background: Theme.Appearance.dark), (value: "0;15", background: .light),
    (value: "0;default;7", background: .light), (value: "7;8", background: .dark),
    (value: "", background: .dark), (value: "x", background: .dark),
  ])
  func background(value: String, background: Theme.Appearance) {
    let options = TerminalOptions(environment: ["COLORFGBG": value])
    #expect(options.assumedBackground == background)
  }

  @Test(arguments: [
    (term: "xterm-256color", tmux: "", modern: true, through: ClipboardRequest.Multiplexer.none),
    (term: "tmux-256color", tmux: "/tmp/x", modern: true, through: .tmux),
    (term: "screen", tmux: "", modern: true, through: .screen),
    (term: "screen-256color", tmux: "/tmp/x", modern: true, through: .tmux),
    (term: "linux", tmux: "", modern: false, through: .none),
    (term: "vt220", tmux: "", modern: false, through: .none),
    (term: "st-256color", tmux: "", modern: true, through: .none),
    (term: "stty", tmux: "", modern: false, through: .none),
  ])
  func families(term: String, tmux: String, modern: Bool, through: ClipboardRequest.Multiplexer) {
    let options = TerminalOptions(environment: ["TERM": term, "TMUX": tmux])
    #expect(options.isLikeXterm == modern)
    #expect(options.multiplexer == through)
  }

  @Test func `the first locale that is set decides`() {
    let environment = ["LC_ALL": "", "LC_CTYPE": "de_DE.UTF-8", "LANG": "C"]
    #expect(TerminalOptions(environment: environment).locale == "de_DE.UTF-8")
  }
}
