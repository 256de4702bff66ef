import ScreenKit
import Testing

@testable import PantlerScreens

@Suite("Screens look as they should")
struct RenderTests {
  @Test("Sites at 80×24")
  func sites() {
    var session = Session.ready(width: 80, height: 24)
    session.press("j")
    #expect(
      session.text == """
        | pantler  All stores ▸ Sites                        10 cookies  [RW] ○ not live |
        |┌ Sites (7) ── sort: last used ▾ ──────────────────────────────────────────────┐|
        |│  Site                        Ck ! Guard   Size Last used▾ Expires  In use    │|
        |│  ▸ example.com                1 !           15 1 min      in 500 d           │|
        |│  ▸ example.org                4             55 2 min      in 6 d             │|
        |│  ▸ shop.test                  1             16 1 h        in 6 d             │|
        |│  ▸ bücher.example             1             14 2 h        in 6 d             │|
        |│  ▸ example.jp                 1             18 1 d        in 6 d             │|
        |│  ▸ news.example               1 !           16 3 d        2 d ago            │|
        |│  ▸ example.net                1             17 ?          in 6 d             │|
        |├ Details ─────────────────────────────────────────────────────────────────────┤|
        |│   sid  .example.org /  Secure HttpOnly  in 6 d                               █|
        |│   sid  .example.org /  Secure HttpOnly Lax  in 6 d                           █|
        |│   theme  .example.org /  Secure Lax  in 300 d                                █|
        |│   csrf  www.example.org /  Secure HttpOnly Lax  session                      │|
        |└──────────────────────────────────────────────────────────────────────────────┘|
        |┌ Log ── follow ● ── level info ── 0 dropped ──────────────────────────────────┐|
        |│ Nothing happened yet.                                                        │|
        |│                                                                              │|
        |│                                                                              │|
        |│                                                                              │|
        |└──────────────────────────────────────────────────────────────────────────────┘|
        |                                                                                |
        | Enter open  Space mark  d delete  / filter  s sync  : command  ? help  e edit  |
        """)
  }

  @Test("Cookies in a narrow and low window")
  func cookies() {
    var session = Session.ready(width: 60, height: 12)
    session.press("2 j")
    #expect(
      session.text == """
        | pantler  All stores ▸ Cookies              [RW] ○ not live |
        |┌ Cookies (10) ── sort: site ▴ ────────────────────────────┐|
        |│  Name         Domain▴             Flags ! Guard Expires  │|
        |│  _ga          .example.com        S---  !       in 500 d █|
        |│  日本         .example.jp         SH--          in 6 d   █|
        |│  token        api.example.net     SHo-          in 6 d   █|
        |│  sid          .example.org        SH--          in 6 d   │|
        |│  sid          .example.org        SH--          in 6 d   │|
        |│  theme        .example.org        S---          in 300 d │|
        |└──────────────────────────────────────────────────────────┘|
        |                                                            |
        | Enter open  Space mark  d delete  / filter  s sync         |
        """)
  }

  @Test("The box of a deletion at 80×24")
  func deletion() {
    var session = Session.ready(width: 80, height: 24)
    session.press("2 Space j Space d")
    session.wait(500)
    #expect(
      session.text == """
        | pantler  All stores ▸ Cookies                      10 cookies  [RW] ○ not live |
        |┌ Cookies (10) ── sort: site ▴ ────────────────────────────────────────────────┐|
        |│  Name         Domain▴                Flags ! Guard Expires   Store           │|
        |│● _ga          .example.com           S---  !       in 500 d  Firefox …release█|
        |│  日本         .example.jp            SH--          in 6 d    Firefox …release█|
        |│┌ Delete 2 cookies from 2 stores ────────────────────────────────────────────┐█|
        |││ 2 cookies (2 sites)                                                        │█|
        |││ Sites: example.com 1 · example.net 1                                       ││|
        |││ In: Firefox ▸ default-release: 1                                           ││|
        |││ In: cookies.txt ▸ shared storage: 1                                        ││|
        |├│ You may be signed out: HttpOnly cookies are among them.                    │┤|
        |││ Can be undone from Trash (u).                                              │█|
        |││ Same as: pantler rm firefox:default-release --plan plan-7f20c1aa.json (and ││|
        |││ 1 more; c copies all)                                                      ││|
        |││                                                                            ││|
        |└│        [>Cancel<]   [ View list ]   [ Export first ]   [ Delete 2 ]        │┘|
        |┌└────────────────────────────────────────────────────────────────────────────┘┐|
        |│ Nothing happened yet.                                                        │|
        |│                                                                              │|
        |│                                                                              │|
        |│                                                                              │|
        |└──────────────────────────────────────────────────────────────────────────────┘|
        |                                                                                |
        | y yes  n cancel  Tab next  Enter press  v view list  E export first   2 marked |
        """)
  }

  @Test("The selected row, a mark and the focused button have roles of their own")
  func roles() {
    var session = Session.ready(width: 80, height: 24)
    session.press("2 Space")
    let theme = Theme(name: "test", styles: [:])
    let list = session.frame(theme: theme)
    #expect(list[GridPoint(x: 1, y: 3)].style.role == .listMarked)
    #expect(list[GridPoint(x: 40, y: 4)].style.role != .listMarked)
    #expect(list.row(4).contains { $0.style.role == .listSelected })
    session.press("j Space d")
    session.wait(500)
    let box = session.frame(theme: theme)
    let focused = (0..<24).filter { y in
      box.row(y).contains { $0.style.role == .dialogButtonFocused }
    }
    #expect(focused.count == 1)
    #expect(box.rowText(focused[0]).contains("[>Cancel<]"))
  }
}
