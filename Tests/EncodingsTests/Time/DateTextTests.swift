import Encodings
import Testing

struct DateTextTests {
  // RFC 3339 section 5.8
  @Test(
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050_520), ("1996-12-19T16:39:57-08:00", 851_042_397_000),
      ("1990-12-31T23:59:60Z", 662_688_000_000), ("1990-12-31T15:59:60-08:00", 662_688_000_000),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130), ("2026-11-21t06:47:00.1239z", 1_795_243_620_123),
      ("1970-01-01 00:00:00Z", 0),
    ] as [(String, Int64)])
  func `RFC 3339 texts are read`(_ text: String, _ milliseconds: Int64) {
    #expect(DateText.millisecondsSinceEpoch(text) == milliseconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T06:47:00", "2026-11-21T06:47Z", "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z",
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-21T06:47:00.Z", "2026-11-21T06:47:00+1", "2026-11-21T06:47:00Z ",
    "2026-11-21T06:47:00+24:00", "+026-11-21T06:47:00Z",
  ])
  func `all else is no RFC 3339 text`(_ text: String) {
    #expect(DateText.millisecondsSinceEpoch(text) == nil)
  }

  @Test(
    arguments: [
      (1_795_243_620, "2026-11-21T06:47:00Z", "Sat, 21 Nov 2026 06:47:00 GMT"),
      (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
      (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
      (951_782_400, "2000-02-29T00:00:00Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
      (.max, "9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
      (.min, "0000-01-01T00:00:00Z", "Sat, 01 Jan 0000 00:00:00 GMT"),
    ] as [(Int64, String, String)])
  func `moments are written`(_ seconds: Int64, _ rfc3339: String, _ http: String) {
    #expect(DateText.rfc3339(secondsSinceEpoch: seconds) == rfc3339)
    #expect(DateText.http(secondsSinceEpoch: seconds) == http)
  }

  @Test func `milliseconds have three digits`() {
    #expect(DateText.rfc3339(millisecondsSinceEpoch: 1_007) == "1970-01-01T00:00:01.007Z")
    #expect(DateText.rfc3339(millisecondsSinceEpoch: -1) == "1969-12-31T23:59:59.999Z")
  }

  @Test func `every day of four centuries goes to a date and back`() throws {
    let first = try #require(CivilDate(year: 1900, month: 1, day: 1))
    for days in first.daysSinceEpoch..<(first.daysSinceEpoch + 146_097) {
      let date = CivilDate(daysSinceEpoch: days)
      guard date.daysSinceEpoch == days, CivilDate(year: date.year, month: date.month, day: date.day) == date else {
        Issue.record("day \(days) became \(date)")
        return
      }
    }
    #expect(DateText.day("2026-11-21")?.daysSinceEpoch == 20_778)
    #expect(DateText.day("2026-11-31") == nil)
  }
}
