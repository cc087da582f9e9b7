import Diagnostics
import JourneyModel
import Testing

@testable import JourneyLanguage

/// Rules as values: what each is made of, and that it is made again of the same.
struct MatcherRuleTests {
  /// A matcher with every key, written with one value and with several where it takes several.
  private static let written = [
    "{equals: a}", "{contains: [a, b]}", "{starts_with: a}", "{ends_with: a}", "{matches: a+}", "{key: a}", "{html: a}",
    "{any_of: [a, {not: b}]}", "{not: a}", "{at_least: 1}", "{at_most: 2s}", "{length: {at_least: 1}}", "{includes: [a, b]}",
    "{exactly: []}", "{exactly: [a, b]}", "{each: {contains: a}}", "{ignore_case: a}", "{after: 2026-01-31}", "{before: 2026-01-31}",
    "present", "absent", "empty", "[a, b]", "{name: a, other: {contains: b}}", "{contains: a, not: b}",
  ]

  @Test(arguments: written) func `a rule whose parts are put in again is the same`(text: String) throws {
    let rule = try LanguageText(text).matcher().rule
    #expect(rule.map { $0 } == rule)
    #expect(rule.mapValues { $0 } == rule)
  }

  @Test func `every key is written above`() throws {
    let keys = try Self.written.compactMap { try LanguageText($0).matcher().rule.key }
    #expect(Set(keys) == Set(Matcher.Key.allCases))
  }

  @Test(arguments: written) func `every value in a rule is changed`(text: String) throws {
    let masked = try LanguageText(text).matcher().maskingConstants { value in if case .text = value { .text("***") } else { value } }
    // Patterns, numbers and dates are left as they are.
    let isPlain = ["matches", "at_", "length", "after", "before", "present", "absent", "empty", "exactly: []"].contains {
      text.contains($0)
    }
    #expect(masked.wording.contains("***") != isPlain, "\(masked.wording)")
    #expect(isPlain || !masked.wording.contains("'a'"), "\(masked.wording)")
  }
}
