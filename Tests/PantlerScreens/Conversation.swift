import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

/// A session that is talked to in lines.
struct Conversation {
  var session: Session
  var presenter: LinearPresenter
  /// What was said at the beginning.
  let greeting: [String]

  init(
    stores: [StoreID: [Cookie]] = Samples.cookies, pageSize: Int = 20,
    prepare: (inout Session) -> Void = { _ in }
  ) {
    session = Session(stores: stores)
    session.state.terminal = LinearPresenter.profile
    prepare(&session)
    session.start()
    presenter = LinearPresenter(pageSize: pageSize)
    greeting = presenter.greeting(session.state)
  }

  /// Types a line and returns what is said.
  mutating func say(_ line: String) -> [String] {
    #expect(LinearPresenter.isArmed(session.state), "a line is taken only when it can be answered")
    let reading = presenter.read(line, session.state)
    for message in reading.messages { session.send(message) }
    session.wait(500)
    return reading.lines + (reading.messages.isEmpty ? [] : presenter.answer(session.state))
  }

  /// Types several lines and returns what is said to the last.
  mutating func say(_ lines: [String]) -> [String] {
    var said: [String] = []
    for line in lines { said = say(line) }
    return said
  }
}
