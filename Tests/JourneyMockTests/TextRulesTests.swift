import Encodings
import Testing

@testable import JourneyMock

struct TextRulesTests {
  private static func rules(_ change: (inout TextRules) throws -> Void) rethrows -> TextRules {
    var rules = TextRules()
    try change(&rules)
    return rules
  }

  @Test(arguments: [
    (rules { $0.minimum = 3 }, ["abc", "äöü"], ["ab"]), (rules { $0.maximum = 2 }, ["ab"], ["abc"]),
    (rules { $0.length = 2 }, ["12"], ["1", "123"]),
    (rules { $0.mustContain = ["UPPERCASE", "NUMERIC"] }, ["A1"], ["a1", "Aa"]),
    (rules { $0.mustContain = ["LOWERCASE", "SPECIAL"] }, ["a!"], ["a1", "A!"]),
    (rules { $0.restricted = "<>" }, ["a"], ["a<", ">"]),
    (rules { $0.maxRepetitionLength = 2 }, ["aabb", "aabaa"], ["aaa", "baaa"]),
    (rules { $0.maxSequenceLength = 2 }, ["12a3", "1357", "211"], ["123", "x321", "890", "109", "a0123"]),
    (rules { $0.maxSequenceLength = 0 }, ["abc"], ["a1"]),
  ])
  func `a rule refuses what every source calls wrong`(rules: TextRules, right: [String], wrong: [String]) {
    for text in right + [""] { #expect(rules.allow(text), "'\(text)'") }
    for text in wrong { #expect(!rules.allow(text), "'\(text)'") }
  }

  @Test(arguments: [("^[a-z]+$", "abc", "ab1"), ("[0-9]{3}", "x123y", "12"), ("[a-z]", "A-b", "ABC")])
  func `a pattern refuses what it fits nowhere, since the samples differ in whether it has to fit the whole`(
    pattern: String, right: String, wrong: String
  ) throws {
    let rules = try Self.rules { $0.pattern = try Pattern(pattern) }
    #expect(rules.allow(right))
    #expect(!rules.allow(wrong))
  }

  @Test(arguments: [
    ("2024-02-29", true), ("2000-02-29", true), ("2023-02-29", false), ("1900-02-29", false), ("1990-02-30", false), ("1990-13-01", false),
    ("1990-00-10", false), ("1990-01-00", false), ("1990-1-1", false), ("90-01-01", false), ("1990/01/01", false), ("1990-01-0x", false),
    ("1990-01-01 ", false), ("-990-01-01", false), ("1990-12-31", true),
  ])
  func `a date is a day of the calendar`(text: String, isDate: Bool) {
    #expect(TextRules.isDate(text) == isDate)
    #expect(Self.rules { $0.isDate = true }.allow(text) == isDate)
    #expect(TextRules().allow(text))
  }

  @Test func `a date may be its bounds themselves, and a bound that is no date bounds nothing`() {
    var rules = Self.rules {
      $0.isDate = true
      $0.earliest = "1990-01-02"
      $0.latest = "1990-01-04"
    }
    let days = ["1990-01-01", "1990-01-02", "1990-01-03", "1990-01-04", "1990-01-05"]
    #expect(days.filter(rules.allow) == Array(days[1...3]))
    rules.earliest = "yesterday"
    rules.latest = "2/2/1990"
    #expect(days.filter(rules.allow) == days)
  }
}
