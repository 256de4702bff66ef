package import CookieCore
package import ScreenKit
package import StoreModel

/// Everything the interface knows and shows.
///
/// There is no clock in it: times are told as of `asOf`, the newest time that a message brought.
package struct BrowserState: Equatable, Sendable {
  // What is known
  /// The stores and their cookies.
  package var library = Library()
  /// Places that discovery could not look at.
  var problems: [StoreFailure] = []
  /// Whether stores are being looked for.
  var isDiscovering = true
  /// What keeps things from deletion.
  package var guards: [Guard] = []
  /// How many changes of guards are not stored yet.
  var openGuardChanges = 0
  /// What can be undone.
  var trash = TrashState()
  /// The log.
  package var log = LogState()
  /// What runs now.
  var running = RunningState()
  /// The links, and the pairs of stores that were brought together without one.
  var pairs: [SyncPair] = []
  /// Why links or pairs are missing from them, a sentence each.
  var unknownPairs: [String] = []
  /// Whether the links are being compared, and whether that has to be done again.
  var comparing = Comparing.idle

  /// How far comparing the links is.
  enum Comparing: Equatable, Sendable { case idle, underWay, again }
  /// The newest time that is known.
  package var asOf = Timestamp(microseconds: 0)

  // What is shown
  /// The view in the middle.
  package var view = ViewKind.sites
  /// The stores in scope.
  package var scope = Scope.everything
  /// The stores that the program was started with; going back leads no further.
  package var firstScope = Scope.everything
  /// The only site shown; nil for all.
  var site: String?
  /// Where `q` goes back to, the newest last.
  var places: [Place] = []
  /// The view before this one, for `-`.
  var previousView: ViewKind?
  /// The merged and sorted content of the stores in scope.
  var catalog = Catalog()
  /// Counts the catalogs asked for.
  var catalogGeneration = 0
  /// Whether a catalog is being made elsewhere.
  var isArranging = false
  /// Counts the scans, so that a late continuation is recognised.
  var scanGeneration = 0
  /// How far the filter got, and what passed it.
  var scan = FilterScan()
  /// The rows of the list.
  var rows = RowList.mixed([])
  /// Selection and scrolling of each view's list.
  var viewports: [ViewKind: ListViewport] = [:]
  /// The selected row of each view, which the selection follows when rows move.
  var anchors: [ViewKind: RowID] = [:]
  /// The sources pane.
  var sources = SourcesState()
  /// Scrolling of the details.
  var detailsOffset = 0
  /// The filter of the lists.
  package var filter = FilterState()
  /// What `n` and `N` go to.
  var sought = ""
  /// The marks.
  package var marks = Marks()
  /// How many of the marked cookies the filter and the scope show.
  var shownMarkCount = 0
  /// What changed since the program began.
  var changedItems: Set<ItemID> = []
  /// Stores whose next reading may lack marked cookies because a plan took them.
  var forgivenStores: Set<StoreID> = []
  /// Where a range began, as a row of the present list; nil when none is open.
  var rangeStart: Int?
  /// The branches that are unfolded.
  var unfolded: Set<RowID> = []

  // How it is shown
  /// The terminal, its size among it.
  package var terminal: TerminalProfile
  /// What a person chose to see.
  package var looks = Looks()
  /// The keys.
  package var keymap: Keymap<KeyContext, Command>
  /// The focus.
  var focus = Pane.list
  /// The first keys of a longer sequence.
  var pendingKeys: [Key] = []

  // What is in front
  /// The line in which something is typed; nil when nothing is.
  var prompt: Prompt?
  /// Boxes and pages, the topmost last.
  package var overlays: [Overlay] = []
  /// The message on the line above the hints.
  package var notice: Notice?
  /// What is under way.
  package var activity: Activity?
  /// The keys or files in the details; nil when none were asked for.
  var dataEntries: DataEntries?
  /// Lines typed before.
  var filterHistory: [String] = []
  /// Command lines typed before.
  var commandHistory: [String] = []
  /// URLs asked about before.
  var urlHistory: [String] = []
  /// Saved filters by name.
  package var savedFilters: [String: String] = [:]

  // Timers and answers that are waited for
  /// Counts timers and requests, so that a late answer is recognised.
  var lastToken = 0
  /// The timer that masks values again; nil while they are masked.
  var unmaskToken: Int?
  /// The timer within which a second `C-c` quits.
  var quitToken: Int?
  /// Whether the program is ending.
  package var isEnding = false

  /// Makes the state of the first paint, before anything is read.
  package init(
    terminal: TerminalProfile, keymap: Keymap<KeyContext, Command> = KeyPreset.vi.keymap
  ) {
    self.terminal = terminal
    self.keymap = keymap
  }

  /// Returns a number that no timer or request had before.
  mutating func nextToken() -> Int {
    lastToken += 1
    return lastToken
  }
}

/// What a person chose to see.
package struct Looks: Equatable, Sendable {
  /// The names of the themes to choose from.
  package var themes: [String] = []
  /// The name of the theme in use.
  package var theme = "auto"
  /// Whether the terminal is dark or light, as far as it said.
  package var appearance: Theme.Appearance?
  /// Whether details are shown.
  var showsDetails = true
  /// Whether the focused pane is alone on the screen.
  var isZoomed = false
  /// How much of the screen the log takes.
  var logDock = LogDock.lines
  /// Whether values are shown.
  var isUnmasked = false
  /// Whether only rows with issues are shown.
  var onlyIssues = false
  /// Views whose rows are grouped.
  var treeViews: Set<ViewKind> = [.sites, .types, .stores, .webViews]
  /// How sites are sorted.
  var siteSorting = Sorting(.used, isDescending: true)
  /// How cookies are sorted.
  var cookieSorting = Sorting(.site)
  /// Columns that were switched off.
  var hiddenColumns: Set<ColumnID> = []
  /// The pictures that were asked for.
  var charts: Set<Chart> = []
  /// The preset of keys in use.
  package var preset = KeyPreset.vi
}

/// A picture in place of numbers.
enum Chart: String, CaseIterable, Hashable, Sendable {
  case size, expiry
}

/// The pane of apps and stores.
struct SourcesState: Equatable, Sendable {
  var viewport = ListViewport()
  var folded: Set<AppID> = []
}
