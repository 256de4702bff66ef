import CookieCore
import ScreenKit
import StoreModel

/// A list of things of which one is chosen, or several are switched.
package struct Menu: Equatable, Sendable {
  /// What is chosen.
  enum Purpose: Equatable, Sendable {
    case sort, marks, columns, copy, clear
    /// Themes are shown as one moves; Esc goes back to the one before.
    case theme(original: String)
    /// The shared storage to compare a store with.
    case syncTarget(web: StoreID)
    /// The store that a question is asked of.
    case explainedStore
  }

  /// What choosing a line does.
  enum Action: Hashable, Sendable {
    case sort(Sorting.Key)
    case mark(MarkChoice)
    case column(ColumnID)
    case copy(CopyPart)
    case clear(ClearChoice)
    /// What the selected row has is cleared.
    case clearRow
    /// The range of time in which that has changed which is cleared.
    case window(ClearWindow)
    /// Whether what WebKit takes along with a type is cleared with it.
    case companions
    case theme(String)
    case syncWith(StoreID)
    case explainIn(StoreID)
  }

  /// One line.
  struct Item: Equatable, Sendable {
    var title: String
    /// Something more, such as a count.
    var detail = ""
    var action: Action
    /// Whether it is chosen or switched on; nil where that means nothing.
    var isOn: Bool?
    /// Why it cannot be chosen; nil when it can.
    var obstacle: String?
  }

  var purpose: Purpose
  var title: String
  var items: [Item]
  var viewport: ListViewport

  init(_ purpose: Purpose, title: String, items: [Item], selected: Int = 0) {
    self.purpose = purpose
    self.title = title
    self.items = items
    viewport = ListViewport(count: items.count, height: items.count)
    viewport.select(selected)
  }

  /// Whether what WebKit takes along with a type is cleared with it.
  var takesCompanions: Bool { items.contains { $0.action == .companions && $0.isOn == true } }

  /// The range of time in which that has changed which is cleared.
  var window: ClearWindow {
    for item in items {
      if case .window(let window) = item.action { return window }
    }
    return .anyTime
  }

  /// The line that Enter chooses.
  var selectedItem: Item? { viewport.selected.map { items[$0] } }
}

/// What the mark menu marks.
enum MarkChoice: CaseIterable, Hashable, Sendable {
  case allShown, invert, sameSite, sameName, withIssues, expired, none

  var title: String {
    switch self {
    case .allShown: "All shown"
    case .invert: "The others instead"
    case .sameSite: "Same site"
    case .sameName: "Same name"
    case .withIssues: "Shown with an issue"
    case .expired: "Shown and expired"
    case .none: "None"
    }
  }
}

/// What the copy menu copies.
enum CopyPart: CaseIterable, Hashable, Sendable {
  case name, value, pair, domain, identity, row

  var title: String {
    switch self {
    case .name: "Name"
    case .value: "Value"
    case .pair: "name=value"
    case .domain: "Domain"
    case .identity: "Name, domain, path and partition"
    case .row: "The row as text, value masked"
    }
  }

  /// Whether the text contains the value.
  var isSecret: Bool { self == .value || self == .pair }
}

/// The range of time, up to now, in which that has changed which `D` clears.
enum ClearWindow: CaseIterable, Hashable, Sendable {
  case anyTime, hour, day, week, month

  /// The line that switches it.
  var title: String { "Of these: what changed " + words }

  private var words: String {
    switch self {
    case .anyTime: "at any time"
    case .hour: "within the last hour"
    case .day: "within the last day"
    case .week: "within the last week"
    case .month: "within the last 30 days"
    }
  }

  /// Its length in seconds; nil where every time is meant.
  var seconds: Int64? {
    switch self {
    case .anyTime: nil
    case .hour: 3600
    case .day: 86_400
    case .week: 604_800
    case .month: 2_592_000
    }
  }

  /// The one that follows; the first after the last.
  var next: ClearWindow {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// What `D` clears.
enum ClearChoice: CaseIterable, Hashable, Sendable {
  case expired, session
  case allCookies, caches, everything

  var title: String {
    switch self {
    case .expired: "Cookies that have expired"
    case .session: "Session cookies"
    case .caches: "Caches but not cookies"
    case .allCookies: "Cookies only"
    case .everything: "All website data, cookies too"
    }
  }

  /// The types that are cleared.
  var types: Set<DataType> {
    switch self {
    case .caches: DataType.caches.filter { $0.removalRefusal == nil }
    case .everything: Set(DataType.allCases.filter { $0.removalRefusal == nil })
    default: [.cookies]
    }
  }

  /// The command that chooses the line by one key; nil where there is none.
  var command: Command? {
    switch self {
    case .caches: .clearCaches
    case .allCookies: .clearCookies
    case .everything: .clearEverything
    default: nil
    }
  }

  /// The types that WebKit takes along; none where cookies are chosen by what they are.
  var companions: Set<DataType> {
    self == .expired || self == .session ? [] : DataType.companions(of: types)
  }
}
