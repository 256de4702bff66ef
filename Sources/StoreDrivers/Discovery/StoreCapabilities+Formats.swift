import StoreFormats
import StoreModel

extension StoreCapabilities {
  /// What can be done with a cookie file.
  ///
  /// - Parameter dialect: whose habits a text jar follows.
  static func file(
    _ format: StoreFormat, dialect: NetscapeJar.Dialect = .curl
  ) -> StoreCapabilities {
    let unrepresentable = StoreCodec.unrepresentable(by: format, dialect: dialect)
    var refusals: [Act: String] = [
      .listViews: "A file does not know its web views; a live engine does.",
      .deleteByType: "The file holds cookies only.",
      .sizes: "The file holds cookies only.",
      .writeWhileRunning:
        "A running program keeps its own copy and would overwrite the file; close it first.",
    ]
    if unrepresentable.contains(.session) {
      refusals[.seeSessionCookies] = "The program keeps session cookies in memory only."
    }
    // A change of the file is reported at once; the log waits for the end of a burst.
    return StoreCapabilities(
      refusals: refusals, unrepresentable: unrepresentable, observationDelayMilliseconds: 300)
  }

  /// What can be done with a cookie file whose app has website data beside it.
  static func profile(
    _ format: StoreFormat, dialect: NetscapeJar.Dialect = .curl
  ) -> StoreCapabilities {
    var capabilities = file(format, dialect: dialect)
    for act in [Act.deleteByType, .sizes] { capabilities.refusals[act] = nil }
    return capabilities
  }

  /// The same where the app keeps its cookies in memory and only website data is on the disk.
  var withoutCookieFile: StoreCapabilities {
    var capabilities = self
    capabilities.refusals[.write] =
      "There is no cookie file; the app keeps its cookies in memory only."
    return capabilities
  }

  /// What can be done with a jar of libsoup, whose running program and profile can be looked at.
  static func libsoup(_ format: StoreFormat) -> StoreCapabilities {
    var capabilities = profile(format, dialect: .libsoup)
    capabilities.refusals[.listViews] = nil
    return capabilities
  }
}
