import PantlerScreens
import ScreenKit

/// What a person did.
enum FrontEvent: Sendable {
  case did(Message)
  /// They wrote something that is taken when the state is shown next.
  case wrote
}

/// What shows the state to a person, and passes on what they do.
@MainActor protocol InterfaceFront: AnyObject {
  /// What a person does, in order; ends when they are gone.
  var events: AsyncStream<FrontEvent> { get }

  /// Shows the state as it is now.
  ///
  /// - Parameter isBusy: whether effects are being carried out whose answers are waited for.
  /// - Returns: what comes next where a person had written it before; showing goes on after that.
  func present(_ state: BrowserState, isBusy: Bool) -> [Message]

  /// Shows everything anew at the next time.
  func invalidate()

  /// Gives the terminal back to the shell until the program is continued.
  func suspend()

  /// Hands over a text that a person wants to take elsewhere.
  func copy(_ text: String) -> CopyOutcome

  /// Lets go of the terminal; safe to call twice.
  func restore()
}
