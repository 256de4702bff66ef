import StoreModel

/// Running apps as people read of them.
enum RunningText {
  /// `in memory`, `on disk`, `on disk?`, or `?`.
  static func storage(_ view: WebViewProcess) -> String {
    switch view.storage {
    case .persistent: "on disk"
    case .probablyPersistent: "on disk?"
    case .ephemeral: "in memory"
    case .unknown: "?"
    }
  }

  /// Processor time in whole seconds: `0:07`, `12:30`, `1:02:03`.
  static func processorTime(_ milliseconds: Int?) -> String {
    guard let milliseconds else { return "?" }
    let seconds = milliseconds / 1000
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
