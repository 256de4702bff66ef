/// What a piece of text means on the screen; themes say how each looks.
///
/// The raw value is the name in theme files. A role that a theme leaves out looks like the one
/// its name begins with (`title.live` like `title`), and in the end like `text`.
package enum Role: String, CaseIterable, Sendable {
  // Plain text and its ground
  case text
  case textDim = "text.dim"
  case textStrong = "text.strong"
  case textMatch = "text.match"

  // The top line
  case title
  case titleApp = "title.app"
  case titleBreadcrumb = "title.breadcrumb"
  case titleCount = "title.count"
  case titleLive = "title.live"
  case titleStale = "title.stale"
  case titleReadonly = "title.readonly"
  case titleReadwrite = "title.readwrite"

  // Panes
  case border
  case borderFocused = "border.focused"
  case paneTitle = "pane.title"
  case paneTitleFocused = "pane.title.focused"
  case paneInfo = "pane.info"
  case paneFilter = "pane.filter"
  case paneSort = "pane.sort"

  // Lists, tables and trees
  case listHeader = "list.header"
  case listHeaderSorted = "list.header.sorted"
  case listSelected = "list.selected"
  case listSelectedUnfocused = "list.selectedUnfocused"
  case listMarked = "list.marked"
  case listGroup = "list.group"
  case listEmpty = "list.empty"
  case listMore = "list.more"
  case treeBranch = "tree.branch"
  case treeCount = "tree.count"

  // Things with names
  case appName = "name.app"
  case storeName = "name.store"
  case viewName = "name.view"
  case siteName = "name.site"
  case typeName = "name.type"

  // Cookies and values
  case cookieName = "cookie.name"
  case cookieDomain = "cookie.domain"
  case cookiePath = "cookie.path"
  case cookieSecure = "cookie.secure"
  case cookieHTTPOnly = "cookie.httpOnly"
  case cookieSameSite = "cookie.sameSite"
  case cookieSession = "cookie.session"
  case cookieExpired = "cookie.expired"
  case cookieExpiresSoon = "cookie.expiresSoon"
  case cookiePartitioned = "cookie.partitioned"
  case value
  case valueMasked = "value.masked"
  case valueUnknown = "value.unknown"
  case number
  case time

  // States of rows
  case issue
  case issueSevere = "issue.severe"
  case guarded
  case inUse

  // Changes and comparisons
  case changeAdded = "change.added"
  case changeRemoved = "change.removed"
  case changeChanged = "change.changed"
  case changeConflict = "change.conflict"
  case changeSame = "change.same"

  // The log
  case logTime = "log.time"
  case logSource = "log.source"
  case logCause = "log.cause"
  case logRepeat = "log.repeat"
  case logDebug = "log.debug"
  case logInfo = "log.info"
  case logWarning = "log.warning"
  case logError = "log.error"

  // Dialogs
  case dialog
  case dialogBorder = "dialog.border"
  case dialogTitle = "dialog.title"
  case dialogDim = "dialog.dim"
  case dialogCommand = "dialog.command"
  case dialogDanger = "dialog.danger"
  case dialogWarning = "dialog.warning"
  case dialogOK = "dialog.ok"
  case dialogButton = "dialog.button"
  case dialogButtonFocused = "dialog.button.focused"
  case dialogButtonDanger = "dialog.button.danger"
  case dialogButtonDangerFocused = "dialog.button.danger.focused"
  case dialogButtonDisabled = "dialog.button.disabled"

  // Menus
  case menu
  case menuSelected = "menu.selected"
  case menuKey = "menu.key"
  case menuDisabled = "menu.disabled"

  // Prompts and fields
  case input
  case inputPrompt = "input.prompt"
  case inputCursor = "input.cursor"
  case inputSelection = "input.selection"
  case inputHint = "input.hint"
  case inputValid = "input.valid"
  case inputError = "input.error"
  case completion
  case completionSelected = "completion.selected"

  // The bottom line and messages
  case hint
  case hintKey = "hint.key"
  case hintText = "hint.text"
  case hintDisabled = "hint.disabled"
  case message
  case messageSuccess = "message.success"
  case messageWarning = "message.warning"
  case messageError = "message.error"

  // Help
  case help
  case helpHeading = "help.heading"
  case helpKey = "help.key"
  case helpDisabled = "help.disabled"

  // Pictures
  case sparkline
  case chartBar = "chart.bar"
  case chartBarAlternate = "chart.bar.alternate"
  case chartAxis = "chart.axis"
  case chartLabel = "chart.label"
  case progress
  case progressRest = "progress.rest"
  case scrollbar
  case scrollbarThumb = "scrollbar.thumb"

  /// The role whose look is taken where a theme says nothing; nil for plain text.
  package var fallback: Role? {
    var name = rawValue[...]
    while let dot = name.lastIndex(of: ".") {
      name = name[..<dot]
      if let role = Role(rawValue: String(name)) { return role }
    }
    return self == .text ? nil : .text
  }

  /// The position among all roles.
  package var index: Int { Self.positions[self] ?? 0 }

  private static let positions = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
