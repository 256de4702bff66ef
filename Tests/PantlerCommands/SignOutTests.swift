import CookieCore
import StoreModel
import Testing

@testable import PantlerCommands

@Suite("Signing out of a site from the command line")
struct SignOutCommandTests {
  let bench: Bench

  init() throws {
    bench = try Bench()
    bench.stores.add("jar:b", [cookie("sid"), cookie("keep", domain: "news.example")])
    bench.stores.add("jar:c", [cookie("sid")])
    bench.stores.add("web:a", [cookie("sid"), cookie("host", domain: "intranet")])
  }

  private func link(_ direction: String = "both") throws {
    _ = try bench.write(
      "{links: {mine: {web: 'web:a', shared: 'jar:b', direction: '\(direction)'}}}",
      to: ".config/pantler/config.json5")
  }

  @Test("H: the copies in linked stores are found without being named, and all are read again")
  func linked() async throws {
    try link()
    let result = await bench.run("signout", "shop.example", "jar:b", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(bench.stores.names("web:a") == ["host"])
    #expect(bench.stores.names("jar:b") == ["keep"])
    #expect(bench.stores.names("jar:c") == ["sid"])
    #expect(
      result.errors.contains("Read again: no cookie of shop.example is left in jar:b, web:a."))
    #expect(
      result.errors.contains("Not touched, and not in WebKit's own records: intranet (1 cookie)"))
    #expect(await bench.run("undo", "--yes").status == 0)
    #expect(bench.stores.names("web:a") == ["host", "sid"])
    #expect(bench.stores.names("jar:b") == ["keep", "sid"])
  }

  @Test("the source is cleared before its copy, whichever way the link leads")
  func order() async throws {
    for (direction, stores) in [("both", ["web:a", "jar:b"]), ("toWeb", ["jar:b", "web:a"])] {
      try link(direction)
      let plan = await bench.run("signout", "shop.example", "jar:b", "--dry-run")
      #expect(
        plan.lines.map { String($0.split(separator: " ").last ?? "") } == stores, "\(direction)")
    }
  }

  @Test("a pair that was synced once is a link, too")
  func pair() async {
    _ = await bench.run("sync", "web:a", "jar:c", "--yes")
    let result = await bench.run("signout", "shop.example", "web:a", "--yes")
    #expect(
      result.errors.contains(
        "jar:c goes along: it was synced with web:a on 2027-01-15 08:00:00; “pantler sync web:a jar:c "
          + "--forget” ends that."))
    #expect(bench.stores.names("jar:c") == ["host"])
    #expect(bench.stores.names("jar:b") == ["keep", "sid"])
  }

  @Test("what the link guards stays, and so does in its copy what the link does not carry")
  func limits() async throws {
    for store in ["web:a", "jar:b"] {
      bench.stores.change(store) { $0 += [cookie("_ga"), cookie("pin")] }
    }
    _ = try bench.write(
      "{links: {mine: {web: 'web:a', shared: 'jar:b', filter: '!name:_ga', guards: ['name:pin']}}}",
      to: ".config/pantler/config.json5")
    let result = await bench.run("signout", "shop.example", "web:a", "--yes")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("jar:b goes along: the link “mine” joins it to web:a."))
    #expect(result.errors.contains("Skipped: 2 cookies, guarded"))
    #expect(bench.stores.names("web:a") == ["host", "pin"])
    #expect(bench.stores.names("jar:b") == ["_ga", "keep", "pin"])
  }

  @Test("a store of a link that cannot be looked at is told, and the sign-out is partly done")
  func unseen() async throws {
    _ = try bench.write(
      "{links: {mine: {web: 'web:a', shared: 'jar:gone'}}}", to: ".config/pantler/config.json5")
    let result = await bench.run("signout", "shop.example", "web:a", "--yes")
    #expect(result.status == 3)
    #expect(result.errors.contains("The link mine: There is no store"))
    #expect(bench.stores.names("web:a") == ["host"])
    let nothing = await bench.run("signout", "elsewhere.example", "--yes")
    #expect(nothing.status == 3)
    bench.stores.failReading("jar:c", .denied(path: "/memory/jar:c"))
    let all = await bench.run("signout", "shop.example", "jar:b", "jar:c", "--yes")
    #expect(all.status == 3)
    #expect(all.errors.contains("jar:c: "))
  }

  @Test("H: what else the site keeps is offered by name, and deleted on request")
  func data() async {
    bench.stores.addData("web:a", .localStorage, site: "shop.example")
    bench.stores.addData("web:a", .hstsCache, site: "shop.example")
    bench.stores.addData("web:a", .diskCache, site: "shop.example")
    let asked = await bench.run("signout", "shop.example", answers: ["n"])
    #expect(asked.status == 1)
    #expect(
      asked.errors.contains(
        "shop.example also keeps 1 localStorage, 1 hstsCache; --with-data deletes that too."))
    #expect(asked.errors.contains("credentials"))
    let one = await bench.run(
      "signout", "shop.example", "--types", "hstsCache", "--yes")
    #expect(one.status == 0, "\(one.errors)")
    #expect(bench.stores.data("web:a") == ["diskCache shop.example", "localStorage shop.example"])
    let rest = await bench.run("signout", "shop.example", "--with-data", "--yes")
    #expect(rest.status == 0, "\(rest.errors)")
    #expect(rest.errors.contains("Left out: credentials"))
    #expect(bench.stores.data("web:a") == ["diskCache shop.example"])
    #expect(await bench.run("undo", "--yes").status == 0)
    #expect(bench.stores.data("web:a").count == 2)
    let refused = await bench.run("signout", "shop.example", "--types", "credentials", "--yes")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("key store of the desktop"))
  }

  @Test("H: a host without a registrable domain is signed out of by its cookies")
  func unlisted() async {
    let result = await bench.run("signout", "intranet", "--yes")
    #expect(result.status == 0)
    #expect(result.errors.contains("WebKit's own records do not list intranet"))
    #expect(bench.stores.names("web:a") == ["sid"])
  }
}
