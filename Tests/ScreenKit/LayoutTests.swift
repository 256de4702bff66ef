import ScreenKit
import Testing

@Suite("A list shows the selected row wherever it moves")
struct ListViewportTests {
  @Test func `moving scrolls as little as it can`() {
    var list = ListViewport(count: 10, height: 4)
    #expect(list.visible == 0..<4 && list.selected == 0)
    list.move(by: 4)
    #expect(list.visible == 1..<5 && list.selected == 4)
    list.move(by: -1)
    #expect(list.visible == 1..<5 && list.selectedLine == 2)
    list.moveToEnd()
    #expect(list.visible == 6..<10 && list.selected == 9 && list.showsEnd)
    list.move(by: 5)
    #expect(list.selected == 9)
    list.moveToStart()
    #expect(list.visible == 0..<4)
  }

  @Test func `pages keep a row in common and the selection its line`() {
    var list = ListViewport(count: 100, height: 10)
    list.select(3)
    list.movePages(1)
    #expect(list.visible == 9..<19 && list.selected == 12)
    list.moveHalfPages(-1)
    #expect(list.visible == 4..<14 && list.selected == 7)
    list.movePages(-3)
    #expect(list.visible == 0..<10 && list.selected == 0)
    list.center(on: 50)
    #expect(list.visible == 45..<55)
  }

  @Test func `scrolling takes the selection along only at the edge`() {
    var list = ListViewport(count: 100, height: 10)
    list.select(5)
    list.scroll(by: 3)
    #expect(list.visible == 3..<13 && list.selected == 5)
    list.scroll(by: 5)
    #expect(list.selected == 8)
    list.scroll(by: -100)
    #expect(list.visible == 0..<10 && list.selected == 8)
  }

  @Test func `a list may shrink, vanish and come back`() {
    var list = ListViewport(count: 100, height: 10)
    list.moveToEnd()
    list.resize(count: 5, height: 10)
    #expect(list.visible == 0..<5 && list.selected == 4)
    list.resize(count: 0, height: 10)
    #expect(list.visible.isEmpty && list.selected == nil && list.selectedLine == nil)
    list.move(by: 1)
    list.movePages(-1)
    list.scroll(by: 4)
    #expect(list.selected == nil && list.offset == 0)
    list.resize(count: 3, height: 0)
    list.moveToEnd()
    #expect(list.visible.isEmpty && list.selected == 2)
    list.resize(count: 3, height: 1)
    #expect(list.visible == 2..<3)
  }

  @Test func `a million rows are no different`() {
    var list = ListViewport(count: 1_000_000, height: 50)
    for _ in 0..<10_000 { list.movePages(1) }
    #expect(list.selected == 10_000 * 49)
    list.move(by: .max)
    #expect(list.visible == 999_950..<1_000_000)
    list.move(by: .min)
    #expect(list.selected == 0)
  }
}

@Suite("Tables give up their least important columns first")
struct TableLayoutTests {
  private let columns = [
    TableColumn("", priority: 9, minimum: 1),
    TableColumn("Site", priority: 10, minimum: 16, ideal: 24, stretch: 2),
    TableColumn("Ck", priority: 8, minimum: 3, alignment: .right),
    TableColumn("Types", priority: 5, minimum: 6, ideal: 12, stretch: 1),
    TableColumn("Size", priority: 6, minimum: 6, alignment: .right),
    TableColumn("Last used", priority: 4, minimum: 9),
  ]

  private func shape(_ width: Int) -> [[Int]] {
    TableLayout(columns, width: width).placements.map { [$0.column, $0.x, $0.width] }
  }

  @Test func `all fit`() {
    // 46 cells of minima and gaps, then Site and Types grow, then both stretch 2 : 1.
    #expect(
      shape(66) == [[0, 0, 1], [1, 2, 28], [2, 31, 3], [3, 35, 14], [4, 50, 6], [5, 57, 9]])
  }

  @Test func `ideals are filled by importance`() {
    #expect(shape(51)[1] == [1, 2, 21])
    #expect(shape(51)[3] == [3, 28, 6])
  }

  @Test(arguments: [
    (width: 46, shown: [0, 1, 2, 3, 4, 5]), (width: 45, shown: [0, 1, 2, 3, 4]),
    (width: 35, shown: [0, 1, 2, 4]), (width: 28, shown: [0, 1, 2]), (width: 20, shown: [0, 1]),
    (width: 17, shown: [1]), (width: 5, shown: [1]), (width: 0, shown: []),
  ])
  func columnsLeft(width: Int, shown: [Int]) {
    let layout = TableLayout(columns, width: width)
    #expect(layout.placements.map(\.column) == shown)
    if let last = layout.placements.last { #expect(last.x + last.width <= width) }
    let site = layout.placements.first { $0.column == 1 }?.width ?? 0
    #expect(site >= min(16, width))
  }
}

@Suite("Numbers are drawn as bars")
struct BarsTests {
  @Test func `sparklines`() {
    #expect(Bars.sparkline([0, 1, 4, 8], width: 6, glyphs: .unicode) == "  ▁▂▅█")
    #expect(Bars.sparkline([9, 9, 0, 1, 4, 8], width: 4, glyphs: .unicode) == "▁▂▅█")
    #expect(Bars.sparkline([0, 8, 1000], width: 3, glyphs: .ascii) == "_.#")
    #expect(Bars.sparkline([], width: 2, glyphs: .unicode) == "  ")
    #expect(Bars.sparkline([0, 0], width: 2, glyphs: .unicode) == "▁▁")
    #expect(Bars.sparkline([-5, .max], width: 2, glyphs: .unicode) == "▁█")
    #expect(Bars.sparkline([1], width: 0, glyphs: .unicode) == "")
  }

  @Test func `bars`() {
    #expect(Bars.bar(5, of: 10, width: 4, glyphs: .unicode) == "██  ")
    #expect(Bars.bar(1, of: 1_000_000, width: 4, glyphs: .unicode) == "▏   ")
    #expect(Bars.bar(9, of: 32, width: 4, glyphs: .unicode) == "█▏  ")
    #expect(Bars.bar(99, of: 10, width: 4, glyphs: .ascii) == "####")
    #expect(Bars.bar(0, of: 0, width: 3, glyphs: .unicode) == "   ")
  }

  @Test func `progress is full only when all is done`() {
    #expect(Bars.progress(999, of: 1000, width: 4, glyphs: .unicode) == "███░")
    #expect(Bars.progress(1000, of: 1000, width: 4, glyphs: .ascii) == "####")
    #expect(Bars.progress(0, of: 0, width: 2, glyphs: .ascii) == "##")
  }

  @Test func `the thumb touches an end only when the list is there`() {
    var list = ListViewport(count: 1000, height: 10)
    #expect(Bars.scrollThumb(of: list, length: 10) == 0..<1)
    list.scroll(by: 1)
    #expect(Bars.scrollThumb(of: list, length: 10) == 1..<2)
    list.scroll(by: 988)
    #expect(Bars.scrollThumb(of: list, length: 10) == 8..<9)
    list.scroll(by: 1)
    #expect(Bars.scrollThumb(of: list, length: 10) == 9..<10)
    #expect(Bars.scrollThumb(of: ListViewport(count: 3, height: 10), length: 10) == 0..<10)
    #expect(Bars.scrollThumb(of: list, length: 0) == 0..<0)
  }
}

@Suite("Buttons stand in the middle and wrap when they must")
struct ButtonRowTests {
  private let row = ButtonRow(
    [.init("Cancel"), .init("Delete 37", role: .dialogButtonDanger)], focused: 0)

  @Test func `in a line`() {
    var grid = CellGrid(size: GridSize(width: 30, height: 1))
    let places = grid.drawButtons(row, in: grid.bounds, theme: .plain)
    #expect(grid.text == "|  [>Cancel<]   [ Delete 37 ]  |")
    #expect(places?.map(\.x) == [2, 15])
  }

  @Test func `in two lines, or not at all`() {
    var grid = CellGrid(size: GridSize(width: 15, height: 2))
    #expect(grid.drawButtons(row, in: grid.bounds, theme: .plain)?.count == 2)
    #expect(
      grid.text == """
        |  [>Cancel<]   |
        | [ Delete 37 ] |
        """)
    #expect(row.places(in: Rect(x: 0, y: 0, width: 15, height: 1), metrics: .standard) == nil)
    #expect(row.places(in: Rect(x: 0, y: 0, width: 12, height: 5), metrics: .standard) == nil)
  }
}
