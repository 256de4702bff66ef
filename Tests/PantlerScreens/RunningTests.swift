import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Web views of running apps")
struct RunningTests {
  private static let pool = ProcessPool(
    app: App(id: "org.example.Notes", name: "Notes", engine: .webkitgtk),
    appProcess: ProcessReference(id: 4100, name: "notes"),
    network: EngineProcess(
      id: 4121, name: "WebKitNetworkProcess", processorMilliseconds: 12_340,
      residentBytes: 47_185_920),
    views: [
      WebViewProcess(
        process: EngineProcess(
          id: 4125, name: "WebKitWebProcess", processorMilliseconds: 3_723_000,
          residentBytes: 104_857_600), storage: .persistent,
        directory: "/home/me/.local/share/notes", stores: [Samples.notes],
        evidence: "Its sandbox has a directory of this profile mounted."),
      WebViewProcess(
        process: EngineProcess(id: 4130, name: "WebKitWebProcess"), storage: .ephemeral,
        evidence: "Its sandbox has no profile mounted, so its session is in memory only."),
    ], stores: [Samples.notes], directories: ["/home/me/.local/share/notes"])

  private static func session(width: Int = 100, height: Int = 24) -> Session {
    var session = Session(width: width, height: height)
    session.running = ProcessPoolListing(pools: [pool])
    session.start()
    return session
  }

  @Test("pools with their web processes, and what is known of the selected one")
  func view() {
    var session = Self.session()
    session.press("4 j j")
    #expect(
      session.text == """
        | pantler  All stores ▸ Web views                   3 stores · 2 views · 10 cookies  [RW] ○ not live |
        |┌ Web views (2 in 1 pool) ─────────────────────────────────────────────────────────────────────────┐|
        |│  Process                                        Data      Store                        CPU Memory│|
        |│  ▾ Notes  pool 4121                             2 views   Notes ▸ default store       0:12   45 M│|
        |│      web process 4125, one view or more         on disk   Notes ▸ default store    1:02:03  100 M│|
        |│      web process 4130, one view or more         in memory                                ?      ?│|
        |│                                                                                                  │|
        |│                                                                                                  │|
        |│                                                                                                  │|
        |│                                                                                                  │|
        |├ Details ─────────────────────────────────────────────────────────────────────────────────────────┤|
        |│ App         Notes (pid 4100), pool 4121                                                          │|
        |│ Process     WebKitWebProcess 4130                                                                │|
        |│ Data        in memory                                                                            │|
        |│ Because     Its sandbox has no profile mounted, so its session is in memory only.                │|
        |└──────────────────────────────────────────────────────────────────────────────────────────────────┘|
        |┌ Log ── follow ● ── level info ── 0 dropped ──────────────────────────────────────────────────────┐|
        |│ Nothing happened yet.                                                                            │|
        |│                                                                                                  │|
        |│                                                                                                  │|
        |│                                                                                                  │|
        |└──────────────────────────────────────────────────────────────────────────────────────────────────┘|
        |                                                                                                    |
        | Enter open  h fold  s sync  R re-read  5 stores  : command  ? help  q back                         |
        """)
  }

  @Test("the view is looked at again while it is shown, and no longer")
  func refreshing() {
    var session = Self.session()
    #expect(session.timers.isEmpty)
    session.press("4")
    #expect(session.timers.count == 1)
    session.wait(BrowserState.runningInterval)
    #expect(session.timers.count == 1)
    let before = session.state
    session.wait(BrowserState.runningInterval)
    // Nothing but the number of the timer is another when nothing changed.
    var after = session.state
    after.running.token = before.running.token
    after.lastToken = before.lastToken
    #expect(after == before)
    session.press("1")
    session.wait(BrowserState.runningInterval)
    #expect(session.timers.isEmpty)
    #expect(session.effects.count { $0 == .listPools } == 4)
    session.press("-")
    #expect(session.timers.count == 1)
  }

  @Test("a second look in between leaves one timer")
  func oneTimer() {
    var session = Self.session()
    session.press("4 4 R")
    let due = session.timers
    session.timers = []
    let looks = session.effects.count { $0 == .listPools }
    for timer in due { session.send(timer.message) }
    #expect(session.effects.count { $0 == .listPools } == looks + 1)
  }

  @Test("the selection stays with its process when others come and go")
  func selection() {
    var session = Self.session()
    session.press("4 G")
    var other = Self.pool
    other.app.name = "Aardvark"
    other.network?.id = 90
    other.views[0].process.id = 91
    other.views.removeLast()
    session.running.pools.insert(other, at: 0)
    session.wait(BrowserState.runningInterval)
    #expect(session.state.selectedRow == .webView(4130, pool: 4121))
    session.running.pools[1].views.removeLast()
    session.wait(BrowserState.runningInterval)
    #expect(session.state.rows.count == 4)
    #expect(session.state.selectedRow != nil)
  }

  @Test("Enter goes to what a view keeps, or says that it is in memory only")
  func opening() {
    var session = Self.session()
    session.press("4 j Enter")
    #expect(session.state.scope == .store(Samples.notes))
    #expect(session.state.view == .sites)
    session.press("q j Enter")
    #expect(session.state.view == .webViews)
    #expect(session.state.notice?.text.contains("in the memory of Notes only") == true)
    session.press("k k h")
    #expect(session.state.rows.count == 1)
  }

  @Test("nothing running, and nothing to be seen, are said apart")
  func empty() {
    var session = Session.ready(width: 100, height: 24)
    session.press("4")
    #expect(session.text.contains("No WebKit app runs."))
    session.running.problems = ["The process table at /proc cannot be read."]
    session.wait(BrowserState.runningInterval)
    #expect(session.text.contains("The process table at /proc cannot be read."))
  }

  @Test("a dialog names the web processes of who uses the store")
  func dialog() {
    let stores = Samples.cookies.filter { $0.key == Samples.notes }
    var session = Session(width: 100, height: 30, stores: stores)
    session.holders[Samples.notes] = [
      ProcessReference(
        id: 4121, name: "WebKitNetworkProcess", owner: "Notes", webProcesses: [4125, 4130])
    ]
    session.start()
    session.press("2 Space Space d")
    #expect(session.text.contains("In use by: Notes (pid 4121) with web processes 4125, 4130"))
  }

  @Test("B: :sharing tells which web views have their cookies in common")
  func sharing() {
    var session = Self.session(height: 16)
    var other = Self.pool
    other.network = EngineProcess(id: 4321, name: "WebKitNetworkProcess")
    other.views[0].process.id = 4325
    other.views[1].process.id = 4330
    other.views[1].storage = .unknown
    session.running = ProcessPoolListing(pools: [Self.pool, other])
    session.press("4 R")
    session.type(":sharing")
    session.press("Enter")
    let text = session.text
    #expect(text.contains("1  Notes, web process 4125, one view or more  Notes ▸ default store"))
    #expect(text.contains("2  Notes, web process 4130, one view or more  in memory"))
    #expect(text.contains("4  Notes, web process 4330, one view or more  not known where"))
    #expect(text.contains("   1 2 3 4"))
    for row in ["1    - = ?", "2  -   - ?", "3  = -   ?", "4  ? ? ?"] {
      #expect(text.contains(row))
    }
  }

  @Test(":sharing needs two web views")
  func nothingShared() {
    var session = Session(width: 100, height: 24)
    session.start()
    session.type(":sharing")
    session.press("Enter")
    #expect(session.text.contains("No web view runs, so nothing is shared."))
  }
}
