import CookieCore
import PantlerScreens
import ScreenKit
import StoreModel

/// The screens of one store, without a terminal and without files.
@MainActor struct Screen {
  private(set) var state: BrowserState
  private var driver: RecordingDriver
  private let profile = TerminalProfile(size: GridSize(width: 120, height: 40))
  private let theme: Theme
  private let contents: StoreContents
  private nonisolated static let store = StoreID(rawValue: "jar:/cookies.txt")

  /// Shows the cookies of one store, read and sorted.
  init(_ cookies: [Cookie]) throws {
    driver = RecordingDriver(profile)
    theme = try ThemeLibrary().theme(named: "dark", depth: .trueColor, background: .dark)
    state = BrowserState(terminal: profile, keymap: KeyPreset.vi.keymap)
    contents = Self.contents(of: cookies)
    finish(PantlerScreens.start(&state))
    show()
  }

  /// What is known of a store with these cookies.
  nonisolated static func contents(of cookies: [Cookie]) -> StoreContents {
    let snapshot = StoreSnapshot(
      store: store, cookies: cookies, fingerprint: nil, takenAt: Generated.now)
    let suffixes = PublicSuffixes.system
    return StoreContents(snapshot: snapshot, site: { suffixes.site(ofHost: $0) }) {
      RowIssueSet(judging: $0, at: snapshot.takenAt, publicSuffixes: suffixes)
    }
  }

  /// Handles a message and shows the frame that comes of it.
  ///
  /// - Returns: what is to be done next.
  mutating func take(_ message: Message) -> [Effect] {
    let effects = update(&state, on: message)
    show()
    return effects
  }

  /// Presses a key and shows the frame.
  mutating func press(_ key: Key) -> [Effect] { take(.terminal(.key(key))) }

  /// Does what is to be done, until nothing is left.
  ///
  /// - Parameter shows: whether every step is shown.
  mutating func finish(_ effects: [Effect], shows: Bool = false) {
    var waiting = effects
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      guard let message = answer(to: effect) else { continue }
      waiting += shows ? take(message) : update(&state, on: message)
    }
  }

  /// Forgets the frames that were shown.
  mutating func forgetFrames() { driver = RecordingDriver(profile) }

  private func answer(to effect: Effect) -> Message? {
    switch effect {
    case .discover:
      let app = App(id: "cookies.txt", name: "cookies.txt", engine: .jar)
      let description = StoreDescription(
        id: Self.store, app: app, kind: .shared, format: .netscape, path: "/cookies.txt",
        title: "shared storage")
      return .discovered(Discovery(stores: [description]), at: Generated.now)
    case .read(let store, let generation), .refresh(let store, let generation):
      return .loaded(store, generation: generation, contents)
    case .arrange(let request, let generation):
      return .arranged(generation: generation, request.catalog())
    case .continueScan(let generation): return .scanContinues(generation: generation)
    case .listTrash: return .trashListed([])
    default: return nil
    }
  }

  private func show() {
    let frame = render(state, theme: theme, size: profile.size)
    driver.present(frame.grid, cursor: frame.cursor)
  }
}
