import CookieCore
import PantlerCommands
import PantlerScreens
import StoreModel

/// What the interface needs of the program around it.
///
/// Each answers with a sentence for people when it fails.
struct InterfaceServices: Sendable {
  /// The clock; a fixed one gives the same screens from run to run.
  var now: @Sendable () -> Timestamp
  /// The links of the settings whose stores are found, and a sentence for each of the others.
  var links: @Sendable () async -> (found: [SyncLink], unknown: [String])
  /// Why pairs that were synced are not known, a sentence each.
  var unknownPairs: @Sendable () async -> [String]
  /// Adds guards to those of the configuration and takes others away; answers with what is there then.
  var changeGuards:
    @Sendable (_ added: [Guard], _ removed: [Guard]) async ->
      Result<[Guard], InterfaceSupport.Failure>
  /// Saves a filter by name; nil on success.
  var saveFilter: @Sendable (_ name: String, _ text: String) async -> String?
  /// Writes cookies to a file in the format that its name asks for.
  var export:
    @Sendable (_ cookies: [Cookie], _ path: String, _ replaces: Bool) async ->
      InterfaceSupport.Exported
  /// Writes events to a file, in JSON or as lines, as its name asks for.
  var saveLog:
    @Sendable (_ events: [StoreEvent], _ path: String, _ replaces: Bool) async ->
      InterfaceSupport.Exported
  /// Writes events to the log file of the settings for as long as they come, and says why it stopped; nil without one.
  var keepLog: (@Sendable (_ events: AsyncStream<StoreEvent>) async -> String?)?
  /// Keeps a plan in a file of its own, without the values of its cookies.
  var keepPlan: @Sendable (_ plan: Plan) async -> Kept
  /// Reads the cookies of a file.
  var readCookies: @Sendable (_ path: String) async -> Imported

  /// Brings the pages of the scene up, and says what went wrong; nothing without a scene.
  var beginScene: @Sendable (_ waits: @escaping @Sendable (String) -> Void) async -> [String]
  /// Has a live view do something.
  var live: @Sendable (_ act: LiveAct) async -> LiveAnswer

  /// What became of keeping a plan.
  enum Kept: Sendable {
    case at(path: String)
    case failed(String)
  }

  /// What became of reading a file.
  enum Imported: Sendable {
    case cookies([Cookie])
    case failed(String)
  }
}
