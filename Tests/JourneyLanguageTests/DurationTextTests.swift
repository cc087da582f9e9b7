import Diagnostics
import JourneyLanguage
import Testing

struct DurationTextTests {
  @Test(arguments: [
    ("500ms", 500, "500ms"), ("30s", 30_000, "30s"), ("15m", 900_000, "15m"), ("2h", 7_200_000, "2h"), ("1d", 86_400_000, "1d"),
    ("1m30s", 90_000, "1m30s"), ("90s", 90_000, "1m30s"), ("1.5s", 1500, "1s500ms"), ("0s", 0, "0s"), ("0ms", 0, "0s"),
    ("1d2h3m4s5ms", 93_784_005, "1d2h3m4s5ms"), ("0.001s", 1, "1ms"),
  ])
  func `a span is read and written`(_ text: String, _ milliseconds: Int, _ written: String) throws {
    let span = try DurationText.parse(text)
    #expect(span == .milliseconds(milliseconds))
    #expect(DurationText.format(span) == written)
  }

  @Test(arguments: [
    ("30", "'30' has no unit; units are ms, s, m, h and d (write '30s')"),
    ("5 min", "'5 min' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s' (write '5m')"),
    ("10 seconds", "'10 seconds' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s' (write '10s')"),
    ("30s1m", "'30s1m' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"),
    ("1s1s", "'1s1s' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"),
    ("-1s", "'-1s' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"),
    ("s", "'s' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"),
    ("", "'' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"),
    ("1.s", "'1.s' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'"),
    ("0.5ms", "'0.5ms' is finer than a millisecond"), ("99999999999999999999d", "'99999999999999999999d' is longer than a hundred years"),
    ("36526d", "'36526d' is longer than a hundred years"),
  ])
  func `what is no span says what one looks like`(_ text: String, _ told: String) {
    let failure = #expect(throws: DurationText.Failure.self) { try DurationText.parse(text) }
    #expect(failure.map { $0.message + ($0.suggestion.map { " (\($0))" } ?? "") } == told)
  }

  @Test func `a span of a file is placed`() throws {
    var diagnostics: [Diagnostic] = []
    #expect(DurationText.decode(try LanguageText("30").node, diagnostics: &diagnostics) == nil)
    #expect(DurationText.decode(try LanguageText("[30s]").node, diagnostics: &diagnostics) == nil)
    #expect(DurationText.decode(try LanguageText("30s").node, diagnostics: &diagnostics) == .seconds(30))
    #expect(
      diagnostics.map(LanguageText.line) == [
        "1:1-1:3 [bad-duration] '30' has no unit; units are ms, s, m, h and d (write '30s')",
        "1:1-1:6 [bad-duration] expected a time such as '30s'",
      ])
  }

  @Test func `a span before zero is written with its sign`() {
    #expect(DurationText.format(.seconds(-90)) == "-1m30s")
    #expect(DurationText.format(.milliseconds(-1)) == "-1ms")
  }
}
