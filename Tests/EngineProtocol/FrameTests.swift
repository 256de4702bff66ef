import EngineProtocol
import StoreModel
import Testing

@Suite("Messages are one line each, and what is not understood survives")
struct FrameTests {
  private func frame(_ text: String) -> EngineFrame? { EngineFrame(line: Array(text.utf8)) }
  private func text(_ frame: EngineFrame?) -> String {
    String(decoding: frame?.line ?? [], as: UTF8.self)
  }

  @Test(
    "unknown members stay in their places",
    arguments: [
      #"{"id":1,"request":{"describe":{}},"trace":[1,2.5,null,true,"x"]}"#,
      #"{"id":3,"reply":{"pools":{"pools":[{"colour":"red","id":"p1","name":"p1","views":[]},{"id":"p2","name":"p2","views":[]}]}}}"#,
      #"{"id":2,"request":{"load":{"address":{"method":"GET","priority":9,"url":"http://a.test/"},"view":"v1"}}}"#,
    ])
  func unknownMembers(line: String) throws {
    let found = try #require(frame(line))
    #expect(found.rest != nil)
    if case .unknown = found.message { Issue.record("the message is known") }
    #expect(text(found) == line + "\n")
  }

  @Test(
    "an unknown message is kept whole, with its number and name",
    arguments: [
      (
        line: #"{"id":7,"request":{"fly":{"to":"moon"}}}"#,
        message: EngineMessage.unknown(id: 7, name: "fly")
      ),
      (line: #"{"notification":{"rain":{}}}"#, message: .unknown(id: nil, name: "rain")),
      (line: #"{"goodbye":1}"#, message: .unknown(id: nil, name: "")),
      (line: #"{"request":{"describe":{}}}"#, message: .unknown(id: nil, name: "describe")),
      (
        line: #"{"id":1,"request":{"stop":{"view":3}}}"#, message: .unknown(id: 1, name: "stop")
      ),
      (
        line:
          #"{"notification":{"cookiesChanged":{"cause":"moon","count":1,"sequence":1,"store":"s1"}}}"#,
        message: .unknown(id: nil, name: "cookiesChanged")
      ),
    ])
  func unknownMessages(line: String, message: EngineMessage) throws {
    let found = try #require(frame(line))
    #expect(found.message == message)
    #expect(text(found) == line + "\n")
  }

  @Test("no object is no message", arguments: ["", "[]", "1", "null", "{", "{\"id\":}", "\u{0}"])
  func noMessage(line: String) {
    #expect(frame(line) == nil)
  }

  @Test func `a message is found however the bytes are cut`() {
    let line = EngineFrame(.request(id: 1, .stop(view: "v1"))).line
    for size in 1...line.count {
      var reader = FrameReader()
      var findings: [FrameReader.Finding] = []
      var rest = (line + line)[...]
      while !rest.isEmpty {
        findings += reader.take(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      let wanted = FrameReader.Finding.frame(EngineFrame(.request(id: 1, .stop(view: "v1"))))
      #expect(findings + reader.end() == [wanted, wanted])
    }
  }

  @Test func `after garbage the next message is found`() {
    let stop = EngineFrame(.request(id: 1, .stop(view: "v1")))
    let stream =
      Array("\u{1B}[2J warning: no display\r\n\r\n".utf8) + [0xFF, 0x00, 0x0A] + stop.line
      + Array(repeating: 0x7B, count: 400) + [0x0A] + stop.line + Array("{\"id\":2,".utf8)
    var reader = FrameReader(limit: 300)
    #expect(
      reader.take(stream) == [
        .garbage(byteCount: 24), .garbage(byteCount: 2), .frame(stop), .tooLong(byteCount: 301),
        .frame(stop),
      ])
    #expect(reader.end() == [.garbage(byteCount: 8)])
    #expect(reader.end() == [])
  }

  @Test(
    arguments: [
      (oldest: 1, newest: 1, isUnderstood: true), (oldest: 1, newest: 4, isUnderstood: true),
      (oldest: 2, newest: 4, isUnderstood: false), (oldest: 3, newest: 1, isUnderstood: false),
    ])
  func versions(oldest: Int, newest: Int, isUnderstood: Bool) {
    let hello = EngineHello(engine: "x", version: newest, oldestVersion: oldest)
    #expect(hello.isUnderstood == isUnderstood)
  }

  @Test(
    "an identified store needs a UUID",
    arguments: [
      (uuid: "8f0c2a5e-1b7d-4a77-9a52-0d6f5b8f2c11", isValid: true),
      (uuid: "00000000-0000-0000-0000-000000000000", isValid: false),
      (uuid: "8F0C2A5E-1B7D-4A77-9A52-0D6F5B8F2C11", isValid: false), (uuid: "", isValid: false),
      (uuid: "8f0c2a5e1b7d4a779a520d6f5b8f2c11", isValid: false),
      (uuid: "../../../etc-0000-0000-0000-000000000001", isValid: false),
    ])
  func identifiers(uuid: String, isValid: Bool) {
    #expect(LiveStore.Kind.identified(uuid: uuid).isValid == isValid)
  }
}
