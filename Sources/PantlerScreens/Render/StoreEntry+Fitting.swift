import ScreenKit
import StoreModel

extension StoreEntry {
  /// The app's name and the store's, cut to a width so that something of both is left.
  ///
  /// What tells stores of one app apart stands at the end, and is kept whole where it leaves room for the app.
  func name(fitting width: Int, _ metrics: TextMetrics, _ glyphs: GlyphSet) -> String {
    let name = glyphs.signs(in: self.name)
    // In fewer columns two halves of names would be neither.
    guard width >= 16 else { return metrics.truncated(name, to: width, ellipsis: glyphs.ellipsis) }
    let ending = glyphs.signs(in: " ▸ " + description.title)
    let leavesRoom = metrics.width(of: ending) + 4 <= width
    return metrics.cutInMiddle(
      name, to: width, keepingSuffix: leavesRoom ? ending : "", ellipsis: glyphs.ellipsis)
  }
}
