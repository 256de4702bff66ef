import CookieCore
import Testing

@Suite("Times are written by RFC 3339 and read back")
struct TimestampTextTests {
  @Test(
    "Both ways",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (2_000_000_000_000_000, "2033-05-18T03:33:20Z"),
      (-1, "1969-12-31T23:59:59.999999Z"), (1_500_000, "1970-01-01T00:00:01.5Z"),
      (253_402_300_800_000_000, "+010000-01-01T00:00:00Z"),
      (-62_167_219_200_000_001, "-000001-12-31T23:59:59.999999Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00Z"),
    ])
  func both(microseconds: Int64, text: String) {
    #expect(Timestamp(microseconds: microseconds).rfc3339 == text)
    #expect(Timestamp(rfc3339: text) == Timestamp(microseconds: microseconds))
  }

  @Test("The first and the last time survive", arguments: [Int64.min, .min + 1, .max])
  func extremes(microseconds: Int64) {
    let time = Timestamp(microseconds: microseconds)
    #expect(Timestamp(rfc3339: time.rfc3339) == time)
  }

  @Test(
    "Zones and looser forms",
    arguments: [
      ("2033-05-18T05:33:20+02:00", 2_000_000_000), ("2033-05-18t03:33:20z", 2_000_000_000),
      ("2033-05-17T23:33:20.000-0400", 2_000_000_000), ("2033-05-18 03:33:20", 2_000_000_000),
    ])
  func zones(text: String, seconds: Int64) {
    #expect(Timestamp(rfc3339: text) == Timestamp(seconds: seconds))
  }

  @Test(
    "What is no time is refused",
    arguments: [
      "", "2033", "2033-13-01T00:00:00Z", "2033-02-29T00:00:00Z", "2033-05-18T24:00:00Z",
      "2033-05-18T03:33Z",
      "2033-05-18T03:33:20Zx", "2033-05-18T03:33:20.Z", "tomorrow",
    ])
  func refused(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }
}
