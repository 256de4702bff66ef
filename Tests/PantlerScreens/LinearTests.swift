import CookieCore
import ScreenKit
import StoreModel
import Testing

@testable import PantlerScreens

@Suite("Lines of words do what keys do on the screens, and are answered in sentences")
struct LinearTests {
  @Test("It begins with what was found, a numbered list, and what to type")
  func greeting() {
    let said = Conversation().greeting
    #expect(said[0] == "Pantler. 3 stores, 10 cookies.")
    #expect(said[1] == "Sites, 7. Sorted by last used, descending.")
    #expect(said[2].hasPrefix("1. example.com, 1 cookie"))
    #expect(said.last == "Type the number of a line to open it, or help for what can be typed.")
    #expect(said.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } })
  }

  @Test("A number opens a site and tells all about a cookie; back goes back")
  func numbers() {
    var talk = Conversation()
    let list = talk.say("2")
    #expect(list[0] == "In example.org: Cookies, 4. Sorted by site.")
    #expect(list[1].hasPrefix("1. "))
    let details = talk.say("1")
    #expect(
      details.contains { $0.hasPrefix("Value: a41… (") }
        || details.contains { $0.hasPrefix("Value: 9c0…") })
    #expect(details.contains { $0.hasPrefix("Domain: .example.org") })
    #expect(talk.session.state.focus == .list)
    #expect(talk.say("back")[0] == "Sites, 7. Sorted by last used, descending.")
    #expect(talk.say("back") == ["There is nothing to go back to; quit leaves."])
    #expect(talk.say(["cookies", "history 1"])[1].hasPrefix("Log, "))
    #expect(talk.say("back")[0].hasPrefix("Cookies, 10."))
    #expect(talk.say("columns")[2] == "2. Domain, chosen")
    #expect(talk.say("2")[0] == "2. Domain, left out")
    _ = talk.say("")
    #expect(talk.say("sites")[0] == "Sites, 7. Sorted by last used, descending.")
    #expect(talk.say("99") == ["There is no line with the number 99 here."])
  }

  @Test("A number means what it was read out with, wherever that has gone")
  func identity() {
    var talk = Conversation(stores: [
      Samples.notes: [Samples.cookie("b", "example.org"), Samples.cookie("c", "example.org")]
    ])
    #expect(talk.say("cookies")[1].hasPrefix("1. b, "))
    talk.session.change(Samples.notes) { $0.insert(Samples.cookie("a", "example.org"), at: 0) }
    #expect(talk.say("delete 1")[0].hasPrefix("Delete b@example.org"))
    _ = talk.say("2")
    #expect(talk.session.stores[Samples.notes]?.map(\.name.text) == ["a", "c"])
    #expect(talk.say("1") == ["What was read with the number 1 is no longer there."])
  }

  @Test("Long lists are read a page at a time")
  func pages() {
    let many = (0..<45).map { Samples.cookie("c\($0 + 10)", "example.org") }
    var talk = Conversation(stores: [Samples.notes: many])
    let first = talk.say("cookies")
    #expect(first.count == 22 && first.last == "20 of 45; an empty line reads on.")
    #expect(talk.say("").first?.hasPrefix("21. c30,") == true)
    #expect(talk.say("more").count == 5)
    #expect(talk.say("") == ["That is all. list reads from the beginning."])
    #expect(talk.say("previous page").first?.hasPrefix("21. ") == true)
    #expect(talk.say("list").first == "Cookies, 45. Sorted by site.")
    // A line that was not read yet can be named all the same.
    #expect(talk.say("33").contains("Name: c42"))
  }

  @Test("A filter, marks and a deletion, cancelled first; an empty line is Cancel")
  func deletion() {
    var talk = Conversation()
    #expect(
      talk.say("filter name:sid").first
        == "Sites, 1 of 7. Sorted by last used, descending. Filter: name:sid.")
    #expect(talk.say("cookies").count == 3)
    #expect(talk.say("mark 1-2") == ["2 cookies marked."])
    #expect(talk.say("mark 1") == ["It is marked already."])
    #expect(talk.say("delete 1")[0].hasPrefix("2 cookies marked. delete is about them"))
    let question = talk.say("delete")
    #expect(question[0] == "Delete 2 cookies from 2 stores.")
    #expect(question.contains("1. Cancel, the default"))
    #expect(question.contains("4. Delete 2"))
    #expect(question.contains { $0.hasPrefix("You may be signed out") })
    #expect(talk.say("") == ["Nothing was changed."])
    #expect(talk.session.applied.isEmpty)
    _ = talk.say("delete")
    #expect(talk.say("2").first == "The items of the plan, 2.")
    #expect(talk.say("")[0] == "Delete 2 cookies from 2 stores.")
    #expect(talk.say("4")[0].hasPrefix("Deleted 2."))
    #expect(talk.session.applied.first?.items.count == 2)
    #expect(talk.session.state.marks.count == 0)
  }

  @Test("One cookie is asked about in one sentence, which no and an empty line refuse")
  func oneCookie() {
    var talk = Conversation()
    _ = talk.say("cookies")
    for refusal in ["", "1", "n", "cancel", "no such word", "Enter"] {
      #expect(talk.say("d")[0].contains("from "))
      _ = talk.say(refusal)
      if !talk.session.state.overlays.isEmpty { _ = talk.say("cancel") }
    }
    #expect(talk.session.applied.isEmpty)
    _ = talk.say("d")
    #expect(talk.say("y")[0].hasPrefix("Deleted 1."))
  }

  @Test("A whole store wants its number typed on a line of its own")
  func typedCount() {
    var talk = Conversation()
    _ = talk.say(["stores", "open 3", "cookies", "mark menu", "1"])
    let question = talk.say("delete")
    let count = talk.session.review?.acceptCount ?? 0
    #expect(question.contains("The number \(count) has to be typed to allow it."))
    #expect(!question.contains { $0.contains("[") })
    #expect(talk.say("4")[0].hasPrefix("Type \(count), the number of items"))
    #expect(talk.say("y")[0].hasPrefix("That is not \(count)"))
    #expect(talk.session.applied.isEmpty && talk.session.review != nil)
    #expect(talk.say("4")[0].hasPrefix("Type \(count)"))
    #expect(talk.say("\(count)")[0].hasPrefix("Deleted \(count)."))
    #expect(talk.session.applied.count == 1)
  }

  @Test("The sync dialog tells each line's direction; numbers change it, apply does it")
  func sync() {
    var talk = Conversation()
    _ = talk.say("stores")
    let slot = talk.session.state.rows.position(of: .store(slot: 2)).map { $0 + 1 } ?? 0
    let dialog = talk.say("sync \(slot)")
    #expect(dialog[0].hasPrefix("Sync Notes, default store, called this store, with cookies.txt"))
    #expect(
      dialog.contains {
        $0.contains("token@api.example.net") && $0.contains("it goes to this store")
      })
    #expect(dialog.last == "Type apply to do it. An empty line cancels.")
    let number = dialog.first { $0.contains("token@api") }?.prefix { $0 != "." } ?? ""
    let changed = talk.say(String(number))
    #expect(changed.count == 3 && changed[0].contains("it is left as it is"))
    #expect(
      changed[1].hasSuffix("0 deletions, 5 with a loss.") || changed[1].contains("0 deletions"))
    #expect(talk.say("") == ["Nothing was changed."])
    _ = talk.say("sync \(slot)")
    #expect(talk.say("apply")[0].hasPrefix("Synced"))
    #expect(talk.session.applied.first?.kind == .sync)
  }

  @Test(
    "A text is asked for; a Tab completes, an empty line keeps, cancel leaves, a mistake is told")
  func texts() {
    var talk = Conversation()
    #expect(talk.say("filter")[0].hasSuffix("An empty line leaves."))
    #expect(talk.say("expi\t")[0].hasPrefix("It can be completed to: expires"))
    #expect(talk.say("expires<")[0].hasPrefix("Not understood, at column 9: “expires<”; a value"))
    #expect(talk.say("name:sid")[0].contains("Filter: name:sid"))
    #expect(talk.say("/")[0].contains("Now it is “name:sid”: an empty line keeps it"))
    #expect(talk.say("cancel")[0].contains("changed"))
    #expect(talk.say(["/", ""])[0].contains("changed"))
    #expect(talk.session.state.filter.text == "name:sid")
    _ = talk.say(["/", "empty"])
    #expect(talk.session.state.filter.text.isEmpty)
    _ = talk.say(["/", "\\cancel"])
    #expect(talk.session.state.filter.text == "cancel")
  }

  @Test("A form is read line by line, and what the rules refuse stays with its reason")
  func form() {
    var talk = Conversation()
    _ = talk.say("cookies")
    let form = talk.say("add")
    #expect(form[0].hasPrefix("Add a cookie to"))
    #expect(form.contains("7. Secure: yes, over HTTPS only"))
    #expect(talk.say("1") == ["Name: type it. empty takes it away, an empty line leaves it."])
    #expect(talk.say("__Host-new")[0] == "1. Name: __Host-new")
    #expect(talk.say("7")[0] == "7. Secure: no, over HTTP too")
    #expect(talk.say("save").contains { $0.hasPrefix("Refused: ") })
    _ = talk.say("7")
    #expect(talk.say("save")[0].hasPrefix("Saved 1"))
    #expect(talk.session.applied.first?.items.first?.after?.name == "__Host-new")
    _ = talk.say("add")
    #expect(talk.say("") == ["Type a number to change its line, save, or cancel."])
    #expect(talk.say("cancel") == ["Nothing was changed."])
  }

  @Test("Why is asked with a URL behind it, and its lines are changed by number, key or word")
  func why() {
    var talk = Conversation(stores: [
      Samples.notes: [
        Samples.cookie("sid", "shop.test"), Samples.cookie("deep", "shop.test", path: "/admin"),
      ]
    ])
    _ = talk.say("cookies")
    let page = talk.say("why https://shop.test/")
    #expect(page[0] == "Why, in Notes, default store.")
    #expect(page.contains("1. URL (u): https://shop.test/"))
    #expect(page.contains { $0.hasSuffix("sent: sid, .shop.test, /") })
    #expect(page.contains("The cookie's path does not cover the request's path. (pathMismatch)"))
    #expect(
      talk.say("set-cookie a=b; Path=/").contains {
        $0.contains("Line 1: stored: a, shop.test, /")
      })
    #expect(talk.say("2").contains("2. Method (m): POST"))
    #expect(
      talk.say("made by https://news.example").contains { $0.contains("(sameSiteSubrequest)") })
    #expect(talk.say("clock")[0].hasPrefix("Clock: a date"))
    #expect(talk.say("soon")[0].hasPrefix("Not understood: “soon”; write 2033-05-18"))
    #expect(talk.say("cancel").isEmpty == false)
    #expect(talk.say("back")[0].hasPrefix("Cookies, 2."))
  }

  @Test("The log is told when it is asked for, newest first, or as it comes after log follow")
  func log() {
    func event(_ number: UInt64, _ name: String) -> StoreEvent {
      let cookie = Samples.cookie(name, "example.org")
      return StoreEvent(
        sequence: number, time: Samples.now, store: Samples.notes, kind: .added, after: cookie,
        cause: .response)
    }
    var talk = Conversation()
    talk.session.send(.events([event(1, "one")], dropped: 0, at: Samples.now))
    #expect(talk.presenter.news(talk.session.state).isEmpty)
    #expect(
      talk.say("log").contains { $0.hasPrefix("1. 03:33:20, Notes, default store, added, one@") })
    _ = talk.say("log follow")
    talk.session.send(.events([event(2, "two")], dropped: 0, at: Samples.now))
    #expect(
      talk.presenter.news(talk.session.state).contains { $0.contains("added, two@example.org") })
    #expect(talk.presenter.news(talk.session.state).isEmpty)
    _ = talk.say("log stop")
    talk.session.send(.events([event(3, "three")], dropped: 0, at: Samples.now))
    #expect(talk.presenter.news(talk.session.state).isEmpty)
  }

  @Test("A question that changes under a person is asked again")
  func meanwhile() {
    var talk = Conversation(stores: [
      Samples.notes: [Samples.cookie("b", "example.org"), Samples.cookie("c", "example.org")]
    ])
    _ = talk.say(["cookies", "delete 1"])
    talk.session.change(Samples.notes) { $0[0].value = "another" }
    #expect(
      talk.presenter.news(talk.session.state).first?.contains("r approves it as it is now") == true)
    #expect(talk.say("2").contains { $0.contains("changed") })
    #expect(talk.session.applied.isEmpty)
    _ = talk.say("r")
    #expect(talk.say("2")[0].hasPrefix("Deleted 1."))
  }

  @Test("Every key of the tables works by its name", arguments: KeyPreset.allCases)
  func everyKey(preset: KeyPreset) throws {
    for (context, table) in preset.keymap.tables where [.main, .table].contains(context) {
      for binding in table.bindings {
        var talk = Conversation()
        talk.session.state.keymap = preset.keymap
        let name = binding.sequence.description
        let said = talk.say(Int(name) == nil ? name : "key " + name)
        #expect(!said.isEmpty && !said[0].hasPrefix("I do not know"), "\(context) \(name)")
      }
    }
  }

  @Test("Every command that keys have is reached by a word where it works")
  func everyCommand() {
    let contexts: [KeyContext] = [.table, .main]
    for context in contexts {
      for row in DefaultKeys.rows[context] ?? [] {
        #expect(LinearWords.command(row.command.rawValue, in: contexts) != nil, "\(row.command)")
      }
    }
    #expect(LinearWords.command("sync", in: contexts) == .sync)
    #expect(LinearWords.command("Sign out", in: contexts) == .signOut)
  }

  @Test("Help tells what can be typed, and about one word; what is not known is said")
  func help() {
    var talk = Conversation()
    #expect(talk.say("help")[0] == "What can be typed:")
    #expect(talk.say("help delete")[0].hasPrefix("delete 3: "))
    #expect(talk.say("help edit")[0].hasPrefix("edit: Edits the cookie. Its keys: e, F4."))
    #expect(
      talk.say("delte") == [
        "I do not know “delte”. Did you mean delete? help tells what can be typed."
      ])
    #expect(talk.say("?")[0].hasPrefix("Every key"))
    #expect(talk.say("quit").isEmpty == false)
    #expect(talk.session.effects.last == .quit)
  }

  @Test(
    "A word that does something elsewhere is told that a question is open, and how to answer it",
    arguments: ["undo", "quit", "u", ":sites", "filter site:a", "exit", "trash"])
  func openQuestion(word: String) {
    var talk = Conversation()
    _ = talk.say("cookies")
    _ = talk.say("delete 1")
    let said = talk.say(word)
    #expect(said.first == "“\(word)” does nothing while a question is open.")
    #expect(said.contains("Type a number. An empty line takes the default."))
    #expect(said.last == "list reads the question again, and cancel leaves it and changes nothing.")
    #expect(talk.session.review != nil)
    #expect(talk.session.effects.last != .quit)
    #expect(
      talk.say("help").prefix(2) == [
        "A question is open.", "Type a number. An empty line takes the default.",
      ])
    #expect(talk.say("delte")[0].hasPrefix("I do not know “delte”."))
    #expect(talk.say("cancel").contains("Nothing was changed."))
    #expect(!talk.say("quit").isEmpty)
    #expect(talk.session.effects.last == .quit)
  }

  @Test("On a page that asks nothing, words of elsewhere do nothing and are told so")
  func wordsOfElsewhere() {
    var talk = Conversation()
    #expect(talk.say(["cookies", "why 1", ""])[0].hasPrefix("Why, in "))
    #expect(
      talk.say("delete") == [
        "“delete” does nothing here.", "Type help for what can be asked, back to close.",
      ])
    #expect(talk.say("list")[0].hasPrefix("Why, in "))
    _ = talk.say("back")
    #expect(talk.say("delete 1")[0].hasPrefix("Delete "))
  }

  @Test(
    "A word that is no URL leaves the question for one, and quit leaves Pantler",
    arguments: ["quit", "exit", "back", "stop", "close"])
  func leavingURL(word: String) {
    var talk = Conversation()
    #expect(talk.say(["cookies", "why 1"])[0].hasPrefix("URL: "))
    #expect(talk.say("help")[0].hasPrefix("URL: "))
    #expect(talk.session.state.prompt != nil)
    _ = talk.say(word)
    #expect(talk.session.state.prompt == nil)
    #expect(talk.session.state.overlays.isEmpty)
    #expect((talk.session.effects.last == .quit) == ["quit", "exit"].contains(word))
  }

  @Test("A filter that is not understood leaves the list as it is, and reads nothing again")
  func wrongFilter() {
    var talk = Conversation()
    _ = talk.say(["cookies", "filter name:sid"])
    let before = talk.session.state.filter
    let said = talk.say("filter name:(")
    #expect(said.count == 1)
    #expect(said[0].hasPrefix("Failed: Column 6"))
    #expect(talk.session.state.filter == before)
  }

  @Test("That website data is still being read is said at the beginning, and its end as well")
  func listing() throws {
    var session = Session()
    session.state.terminal = LinearPresenter.profile
    session.websiteData[Samples.notes] = WebsiteDataListing(
      roots: ["/home/me/Notes"], items: Samples.websiteData, overheadBytes: 0, unattributed: [],
      totalBytes: 46_000)
    session.isHeld = { if case .readData = $0 { true } else { false } }
    session.start()
    #expect(LinearPresenter.isReady(session.state))
    #expect(!LinearPresenter.isListed(session.state))
    var presenter = LinearPresenter()
    let still =
      "Website data is still being read, so what is told of it is not all. The end is told."
    #expect(presenter.greeting(session.state)[1] == still)
    #expect(presenter.news(session.state).isEmpty)
    #expect(presenter.progress(session.state) == "Reading website data: 0 files so far.")
    for effect in session.held { session.carryOut(effect) }
    #expect(LinearPresenter.isListed(session.state))
    let end = "All website data was read now; list reads what is in front again."
    #expect(presenter.news(session.state).first == end)
    #expect(presenter.news(session.state).isEmpty)
  }

  @Test("Values stay masked and text from stores is escaped in everything that is said")
  func hostile() {
    let cookie = Samples.cookie("evil\u{1B}[2J\u{202E}", "example.org", value: "topsecretvalue")
    var talk = Conversation(stores: [Samples.notes: [cookie], Samples.shared: [cookie]])
    var all = talk.greeting
    for line in [
      "cookies", "1", "delete 1", "", "why https://example.org/", "back", "history", "sources",
      "compare 1",
    ] {
      all += talk.say(line)
    }
    all += talk.say(["stores", "sync 2"])
    #expect(all.contains { $0.contains("evil\\x1b[2J\\u{202e}") })
    #expect(all.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\u{202E}") })
    #expect(all.allSatisfy { !$0.contains("topsecretvalue") })
    _ = talk.say(["back", "cookies"])
    #expect(talk.say("unmask")[0].hasPrefix("Values are shown"))
    #expect(talk.say("list").contains { $0.contains("value topsecretvalue") })
  }
}
