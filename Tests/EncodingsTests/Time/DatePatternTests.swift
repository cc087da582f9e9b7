import Encodings
import Testing

struct DatePatternTests {
  @Test(arguments: [
    ("yyyy-MM-dd", "2026-01-05"), ("HH:mm:ss", "16:07:09"), ("yyyy-MM-dd'T'HH:mm:ss.SSSX", "2026-01-05T16:07:09.042Z"),
    ("d.M.yy H:m:s", "5.1.26 16:7:9"), ("EEE, dd MMM yyyy hh:mm a h", "Mon, 05 Jan 2026 04:07 PM 4"),
    ("'at o''clock' ''HH", "at o'clock '16"),
    ("", ""), ("yyyy年", "2026年"),
  ])
  func `a pattern writes its fields`(_ pattern: String, _ expected: String) throws {
    let milliseconds = try #require(DateText.millisecondsSinceEpoch("2026-01-05T16:07:09.042Z"))
    #expect(try DatePattern(pattern).text(millisecondsSinceEpoch: milliseconds) == expected)
  }

  @Test(arguments: [("0", "12"), ("12", "12"), ("13", "01"), ("11", "11")])
  func `the half day's clock has a twelve`(_ hour: String, _ expected: String) throws {
    let milliseconds = try #require(Int64(hour)) * 3_600_000
    #expect(try DatePattern("hh").text(millisecondsSinceEpoch: milliseconds) == expected)
  }

  @Test func `what has no meaning is refused`() {
    #expect(throws: DatePatternError.unknownLetters("YYYY")) { try DatePattern("YYYY-MM-dd") }
    #expect(throws: DatePatternError.unknownLetters("T")) { try DatePattern("yyyy-MM-ddTHH") }
    #expect(throws: DatePatternError.unclosedQuote) { try DatePattern("yyyy 'x") }
  }
}
