import ScreenKit
import StoreModel

/// The lines of the details, of which only those that are looked at are made where there may be many.
struct DetailLines: RandomAccessCollection {
  /// The first lines.
  let beginning: [DetailText.Line]
  /// What belongs to no site, a line for each.
  let unattributed: [WebsiteDataListing.Unattributed]

  init(
    _ beginning: [DetailText.Line], unattributed: [WebsiteDataListing.Unattributed] = []
  ) {
    self.beginning = beginning
    self.unattributed = unattributed
  }

  var startIndex: Int { 0 }
  var endIndex: Int { beginning.count + unattributed.count }

  subscript(position: Int) -> DetailText.Line {
    position < beginning.count
      ? beginning[position] : DetailText.line(of: unattributed[position - beginning.count])
  }
}

extension BrowserState {
  /// Scrolls the details, at most to their ends.
  mutating func scrollDetails(by rows: Int) {
    let height = layout.panes[.details]?.inset().height ?? 0
    let last = max(0, DetailText.lines(self).count - height)
    detailsOffset = min(max(0, min(detailsOffset, last) + rows), last)
  }
}
