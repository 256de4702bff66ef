import ScreenKit
import Testing

@Suite("A grid holds one cluster a cell and cuts off what does not fit")
struct CellGridTests {
  @Test func `text lands in cells, between bars`() {
    var grid = CellGrid(size: GridSize(width: 7, height: 2))
    grid.write("> sid", at: .origin, style: .plain)
    grid.write(" theme", at: GridPoint(x: 0, y: 1), style: .plain)
    #expect(
      grid.text == """
        |> sid  |
        | theme |
        """)
  }

  @Test func `roles are shown as letters`() {
    var grid = CellGrid(size: GridSize(width: 4, height: 1))
    grid.write("ab", at: GridPoint(x: 1, y: 0), style: Style(role: .listSelected))
    #expect(grid.roleText([.text: " ", .listSelected: "s"]) == "| ss |")
    #expect(grid.roleText([:]) == "|....|")
  }

  @Test func `writing over half of a wide cluster blanks the other half`() {
    var grid = CellGrid(size: GridSize(width: 6, height: 1))
    grid.write("日本語", at: .origin, style: .plain)
    grid.write("x", at: GridPoint(x: 1, y: 0), style: .plain)
    #expect(grid.text == "| x本語|")
    grid.write("y", at: GridPoint(x: 2, y: 0), style: .plain)
    #expect(grid.text == "| xy 語|")
    grid.write("界", at: GridPoint(x: 3, y: 0), style: .plain)
    #expect(grid.text == "| xy界 |")
    #expect(grid.row(0).map(\.width) == [1, 1, 1, 2, 0, 1])
    grid.fill(Rect(x: 4, y: 0, width: 1, height: 1), with: "-", style: .plain)
    #expect(grid.text == "| xy - |")
  }

  @Test func `a wide cluster over two wide ones leaves no halves`() {
    var grid = CellGrid(size: GridSize(width: 4, height: 1))
    grid.write("日本", at: .origin, style: .plain)
    grid.write("界", at: GridPoint(x: 1, y: 0), style: .plain)
    #expect(grid.text == "| 界 |")
    #expect(grid.row(0).map(\.width) == [1, 2, 0, 1])
  }

  @Test("FR-34: a wide character that does not fit in the last cell is replaced, not cut")
  func wideAtEdge() {
    var grid = CellGrid(size: GridSize(width: 3, height: 1))
    #expect(grid.write("a日本", at: .origin, style: .plain) == 3)
    #expect(grid.text == "|a日|")
    grid = CellGrid(size: GridSize(width: 4, height: 1))
    #expect(grid.write("a日本", at: .origin, style: .plain) == 4)
    #expect(grid.text == "|a日 |")
    grid.write("日本", at: GridPoint(x: -1, y: 0), style: .plain)
    #expect(grid.text == "| 本 |")
  }

  @Test func `clips cut text on both sides`() {
    var grid = CellGrid(size: GridSize(width: 8, height: 1))
    let clip = Rect(x: 2, y: 0, width: 4, height: 1)
    #expect(grid.write("0123456789", at: .origin, style: .plain, clip: clip) == 6)
    #expect(grid.text == "|  2345  |")
    #expect(grid.write("xyz", at: GridPoint(x: 0, y: 4), style: .plain) == 0)
    #expect(grid.write("xyz", at: GridPoint(x: 20, y: 0), style: .plain) == 0)
  }

  @Test func `a grid drawn on another keeps wide clusters whole`() {
    var small = CellGrid(size: GridSize(width: 4, height: 1))
    small.write("a日b", at: .origin, style: .plain)
    var grid = CellGrid(size: GridSize(width: 6, height: 1))
    grid.draw(small, at: GridPoint(x: 4, y: 0))
    #expect(grid.text == "|    a |")
    grid.draw(small, at: GridPoint(x: -2, y: 0))
    #expect(grid.text == "| b  a |")
  }

  @Test(
    "FR-35: drawing everything into the smallest windows does no harm",
    arguments: [(1, 1), (2, 2), (14, 3), (80, 1), (0, 0), (1, 60)])
  func tinyWindows(width: Int, height: Int) {
    var grid = CellGrid(size: GridSize(width: width, height: height))
    let glyphs = GlyphSet.unicode
    grid.drawBox(grid.bounds, style: .plain, glyphs: glyphs, joining: true)
    grid.drawTitle(
      [TitlePart("Sites (41)", .plain), TitlePart("日本", .plain)], on: grid.bounds, glyphs: glyphs)
    grid.drawDivider(inRow: height / 2, of: grid.bounds, style: .plain, glyphs: glyphs)
    grid.drawDivider(inColumn: width / 2, of: grid.bounds, style: .plain, glyphs: glyphs)
    grid.write("window too small 日本", at: .origin, style: .plain)
    let inner = grid.bounds.inset()
    grid.fill(inner, style: .plain)
    grid.drawButtons(ButtonRow([.init("Cancel")], focused: 0), in: inner, theme: .plain)
    let viewport = ListViewport(count: 100, height: inner.height)
    grid.drawScrollbar(viewport, in: inner, theme: .plain, glyphs: glyphs)
    _ = grid.bounds.centered(GridSize(width: 80, height: 25))
    for y in 0..<height {
      #expect(grid.row(y).reduce(0) { $0 + Int($1.width) } == width)
    }
  }

  @Test func `boxes join where they meet`() {
    var grid = CellGrid(size: GridSize(width: 9, height: 5))
    let glyphs = GlyphSet.unicode
    grid.drawBox(grid.bounds, style: .plain, glyphs: glyphs)
    grid.drawDivider(inRow: 2, of: grid.bounds, style: .plain, glyphs: glyphs)
    grid.drawDivider(inColumn: 4, of: grid.bounds, style: .plain, glyphs: glyphs)
    #expect(
      grid.text == """
        |┌───┬───┐|
        |│   │   │|
        |├───┼───┤|
        |│   │   │|
        |└───┴───┘|
        """)
  }

  @Test func `boxes and titles in ASCII`() {
    var grid = CellGrid(
      size: GridSize(width: 22, height: 3), metrics: TextMetrics(isASCIIOnly: true))
    grid.drawBox(grid.bounds, style: .plain, glyphs: .ascii)
    let titles = [TitlePart("Sites (3)", .plain), TitlePart("sort: name", .plain)]
    grid.drawTitle(titles, on: grid.bounds, glyphs: .ascii)
    #expect(
      grid.text
        == """
        |+ Sites (3) -- sort~ +|
        ||                    ||
        |+--------------------+|
        """)
  }
}
