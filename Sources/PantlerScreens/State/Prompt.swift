import ScreenKit
import StoreModel

/// The line in which something is typed.
struct Prompt: Equatable, Sendable {
  /// What is typed.
  enum Kind: Equatable, Sendable {
    case filter
    case find
    case command
    /// A path to write the chosen cookies to.
    case exportPath(ExportRequest)
    /// A path to read cookies from.
    case importPath
    /// The URL that a question about cookies begins with.
    case explainURL(ExplainDraft)
    /// A part of the question on the page in front.
    case explain(ExplainPage.Field)
    /// The address that a live view is to load; nil for a new view.
    case address(LiveView.ID?)
  }

  var kind: Kind
  var field: TextField
  /// What the line was before, to go back to on Esc.
  var original = ""
  /// Completions of the word before the cursor.
  var completions: [String] = []
  /// The completion shown, after Tab.
  var completion: Int?
  /// Why the line is not understood, and at which column.
  var complaint: Complaint?

  /// What is wrong with a line.
  struct Complaint: Equatable, Sendable {
    var message: String
    /// The column of the first character that does not fit, from 1; nil when the whole line is meant.
    var column: Int?
  }

  init(_ kind: Kind, text: String = "", history: [String] = []) {
    self.kind = kind
    field = TextField(text, history: history, isSelected: kind.suggests)
    original = text
  }

  /// What stands before the text.
  var label: String {
    switch kind {
    case .filter: "/"
    case .find: "find "
    case .command: ":"
    case .exportPath: "export to "
    case .importPath: "import from "
    case .explainURL, .explain(.url): "URL "
    case .explain(.site): "page of "
    case .explain(.topLevelSite): "top site "
    case .explain(.time): "clock "
    case .explain(.container): "container "
    case .explain(.receivedFrom): "from "
    case .explain(.setCookie): "Set-Cookie: "
    case .address(nil): "open "
    case .address(let view?): "\(view) go to "
    }
  }
}

extension Prompt.Kind {
  /// Whether a word of the language, such as quit, can be an answer.
  var takesWords: Bool {
    switch self {
    case .explainURL, .explain(.url), .explain(.receivedFrom), .explain(.time), .address: false
    case .filter, .find, .command, .exportPath, .importPath, .explain: true
    }
  }
}

extension Prompt {
  /// What to write, in a few words.
  var hint: String {
    switch kind {
    case .filter: "words, or fields such as site:example.org"
    case .command: "Tab completes"
    case .find: "n next, N previous"
    case .exportPath(let request):
      "\(AmountText.count(request.count, "cookie")); "
        + (ExportRequest.namesFormat(field.text) ? ".json .txt .binarycookies" : "written as JSON")
    case .importPath: "Enter plans it; nothing is changed yet"
    case .explain(.site): "a site, none for mixed frames, empty for the user"
    case .explain(.topLevelSite): "a site; empty for that of the page"
    case .explain(.time): "a date, or 30d for in 30 days; empty for now"
    case .explain(.container): "such as userContextId=1; empty for none"
    case .explain(.receivedFrom): "empty for the URL"
    case .explain(.setCookie): "what follows “Set-Cookie: ”"
    case .explainURL, .explain(.url): "what is sent there, and why the rest is not"
    case .address: "an address such as https://shop.example/"
    }
  }
}

extension Prompt.Kind {
  /// Whether what stands in the line at first is a suggestion, and no text of one's own to go on with.
  fileprivate var suggests: Bool {
    switch self {
    case .filter, .find, .command, .explain(.setCookie): false
    case .exportPath, .importPath, .explainURL, .explain, .address: true
    }
  }
}

/// Something under way that a person may want to cancel.
package struct Activity: Equatable, Sendable {
  /// The request that it answers.
  var token: Int
  /// What is being done, such as `Deleting`.
  var title: String
  var done = 0
  /// How much there is to do; nil when unknown.
  var total: Int?
  /// Whether it can be cancelled.
  var canCancel = true
}
