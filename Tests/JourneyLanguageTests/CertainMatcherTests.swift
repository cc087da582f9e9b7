import Diagnostics
import JourneyModel
import Testing

@testable import JourneyLanguage

/// Matchers that cannot fail are told, and no others.
struct CertainMatcherTests {
  @Test(arguments: [
    "{any_of: [{not: a}, {not: b}]}", "{not: {equals: a, contains: b}}", "{any_of: [{starts_with: a}, {not: {starts_with: ab}}]}",
    "{any_of: [empty, {length: {at_least: 1}}]}", "{length: {any_of: [{at_least: 3}, {at_most: 3}]}}", "{length: {not: 0.5}}",
    "{not: {matches: '(?!)'}}", "{matches: '(*ACCEPT)'}", "{matches: '(?!)|(?=)'}", "{any_of: [{ignore_case: A}, {not: A}]}",
    "{ignore_case: {any_of: [{contains: a}, {not: {contains: A}}]}}", "{any_of: [{not: 12}, {not: 13}]}",
    "{any_of: [{not: {starts_with: a}}, {not: {starts_with: b}}]}", "{any_of: [true, {not: true}]}",
    "{not: {matches: 'a^'}}", "{not: {matches: '$a'}}", "{not: {matches: '^a b^$'}}", "{matches: '.*'}", "{matches: '^.*'}",
    "{matches: '.*$'}", "{matches: '(?s)^.*$'}", "{matches: '^[\\s\\S]*$'}", "{contains: \"\"}", "{length: {at_least: 0}}",
    "{not: {matches: '\\z.'}}", "{not: {matches: 'a\\A'}}", "{not: {equals: a, matches: '^b'}}",
    "{placeholder: {}}", "{matches: '(?!x)'}", "{matches: '(?!admin).*'}", "{matches: '(?<!x)'}", "{matches: '(?!a)|b'}",
    "{matches: 'x?(?!y)'}", "{matches: '(?<!a)^'}", "{not: {starts_with: A, matches: '^B'}}", "{not: {ends_with: a, matches: 'b$'}}",
    "{not: {length: {at_least: 5, at_most: 3}}}", "{not: {contains: abc, length: 2}}", "{not: {equals: a, length: 2}}",
    "{not: {after: 2027-01-02, before: 2027-01-01}}", "{not: {any_of: [a, b], starts_with: c}}", "{not: {at_least: 5, at_most: 3}}",
  ])
  func `an expectation that everything meets checks that there is something, and is told once`(_ text: String) throws {
    let told = try LanguageText(text).decodedMatcher().told
    #expect(told.count == 1 && told.allSatisfy { $0.contains("warning [checks-presence]") }, "\(told)")
  }

  @Test(arguments: ["{not: {contains: ''}}", "{not: {matches: '.*'}}", "{not: {any_of: [a, {not: a}]}}"])
  func `an expectation whose opposite everything meets never holds, and is told once`(_ text: String) throws {
    let told = try LanguageText(text).decodedMatcher().told
    #expect(told.count == 1 && told.allSatisfy { $0.contains("so 'not' never holds") }, "\(told)")
  }

  @Test(arguments: [
    "{any_of: [present, absent]}", "{any_of: [absent, a, {not: a}]}", "{any_of: [{any_of: [absent, b]}, {not: b}]}",
  ])
  func `an expectation that nothing meets as well checks nothing, and is told once`(_ text: String) throws {
    let told = try LanguageText(text).decodedMatcher().told
    #expect(told.count == 1 && told.allSatisfy { $0.contains("warning [checks-nothing]") }, "\(told)")
  }

  @Test(arguments: [
    "{equals: Email, starts_with: X}", "{contains: zz, equals: Email}", "{equals: Email, length: 4}", "{equals: Abc, not: Abc}",
    "{equals: Email, matches: '^e'}", "{equals: Email, any_of: [Mail, Post]}", "{any_of: [Email, Mail], starts_with: X}",
    "{equals: Email, contains: '${x}', ends_with: X}", "{equals: 5, at_least: 6}", "{equals: [a], length: 2}",
    "{equals: [a], includes: [b]}",
    "{equals: Email, at_least: 3}", "{equals: EMAIL, ignore_case: true}", "{equals: 2026-01-01, after: 2026-05-01}",
    "{at_least: 5, at_most: 3}", "{at_least: 2s, at_most: 1s}", "{length: {at_least: 5, at_most: 3}}",
    "{length: {at_most: -1}}", "{length: 2.5}", "{length: -1}", "{contains: abcdef, length: 3}", "{starts_with: ab, length: {at_most: 1}}",
    "{matches: '^abc', length: 2}", "{exactly: [a, b], length: 3}", "{after: 2027-01-02, before: 2027-01-01}",
    "{after: 2027-01-01, before: 2027-01-01}", "{starts_with: A, matches: '^B'}", "{starts_with: A, not: {starts_with: A}}",
    "{contains: ab, not: {contains: a}}", "{ends_with: a, matches: 'b$'}", "{matches: '^a$', not: {contains: a}}",
    "{ignore_case: {starts_with: A, matches: '^b'}}", "{ignore_case: {equals: A, starts_with: b}}", "{matches: 'a^'}", "{matches: '(?!)'}",
    "{any_of: [a, {equals: b, starts_with: c}]}", "{each: {equals: a, starts_with: b}}", "{any_of: [absent, a], starts_with: b}",
  ])
  func `an expectation that nothing meets never holds, and is told once`(_ text: String) throws {
    let told = try LanguageText(text).decodedMatcher().told
    #expect(
      told.count == 1 && told.allSatisfy { $0.contains("warning [never-true]") },
      "\(told)")
  }

  @Test(arguments: [
    "{equals: Email, starts_with: E}", "{equals: Email, length: 5}", "{equals: '${x}', starts_with: X}",
    "{equals: Email, contains: '${x}'}",
    "{equals: '12', at_least: 3}", "{equals: 12, matches: '^1'}", "{equals: true, starts_with: t}",
    "{any_of: [Email, Mail], starts_with: M}",
    "{at_least: 3, at_most: 5}", "{at_least: 3, at_most: 3}", "{length: {at_least: 3, at_most: 5}}", "{contains: abc, length: 3}",
    "{starts_with: ab, ends_with: bc, length: 3}", "{exactly: [a, b], length: 2}", "{after: 2027-01-01, before: 2027-01-02}",
    "{starts_with: Ab, matches: '^A'}", "{starts_with: A, matches: 'b$'}", "{contains: a, not: {contains: ab}}",
    "{contains: ab, not: {starts_with: ab}}", "{contains: a, not: {matches: '^a'}}", "{ignore_case: {starts_with: A, matches: '^a'}}",
    "{ignore_case: {equals: Ab, starts_with: aB}}", "{ignore_case: {contains: ab}, not: {any_of: [ab, AB]}}",
    "{starts_with: a, matches: '^[b]'}",
    "{at_least: 5, contains: '1'}", "{not: a, length: 1}",
    "{ignore_case: {not: {equals: A, starts_with: a}}}",
    "{length: {not: 3}, starts_with: abc}", "{includes: [a], each: {length: 1}}", "{at_least: 5, at_most: 5, not: 5}",
    "{equals: a, not: {ends_with: b}}",
  ])
  func `an expectation that some value meets holds at times`(_ text: String) throws {
    #expect(try LanguageText(text).decodedMatcher().told == [])
  }

  @Test(arguments: [
    Numbers("{at_least: 400, at_most: 399}", .status, true), Numbers("999", .status, true), Numbers("{length: 3}", .status, true),
    Numbers("{at_least: 600}", .status, true), Numbers("{any_of: [99, 600]}", .status, true), Numbers("200", .status, false),
    Numbers("{not: 999}", .status, false), Numbers("\"${x}\"", .status, false), Numbers("{at_most: 0s}", .duration, true),
    Numbers("{at_least: 2s, at_most: 1s}", .duration, true), Numbers("{at_most: 1ms}", .duration, false), Numbers("2.5", .length, true),
    Numbers("{at_least: 5, at_most: 3}", .length, true), Numbers("0", .length, false), Numbers("absent", .flag, false),
    Numbers("{any_of: [absent, true]}", .flag, false), Numbers("{not: {any_of: [true, false]}}", .flag, true),
  ])
  func `a number or flag that can never be there is told`(_ row: Numbers) throws {
    #expect(try LanguageText(row.yaml).matcher().neverHolds(on: row.extent) == row.isCertain)
  }

  @Test(arguments: [
    "{not: a}", "{any_of: [a, {not: {contains: a}}]}", "{not: {starts_with: a, ends_with: b}}", "{not: {contains: [a, b]}}",
    "{not: {starts_with: ab, ends_with: bc, length: 3}}", "{any_of: [{not: {starts_with: a}}, {not: {ends_with: b}}]}",
    "{not: {matches: '^x.*y$'}}", "{any_of: [{matches: '^a'}, {not: b}]}", "{any_of: [true, false]}", "{length: {not: 3}}",
    "{any_of: [{not: {contains: a}}, {not: {contains: b}}, {contains: ab}]}", "{not: empty}", "{any_of: [absent, {not: a}]}",
    "{any_of: [{at_least: 5}, {at_most: 3}]}", "{not: {at_least: 3}}", "{any_of: [{at_least: 5}, many]}", "{ignore_case: {not: a}}",
    "{any_of: [{ignore_case: {contains: A}}, {not: {contains: b}}], not: x}",
    "{any_of: [{ignore_case: a}, {not: {ignore_case: {contains: a}}}]}",
    "{not: {ignore_case: {starts_with: a, contains: bc}, not: {contains: BC}}}", "{any_of: [{after: 2026-01-31}, {not: 1}]}",
    "{any_of: [{not: \"${x}\"}, {not: b}]}", "{matches: '[(?!)]'}", "{matches: '^(?!admin)'}", "{any_of: [null, {not: a}]}",
    "{any_of: [[a], {not: [a, b]}]}", "{any_of: [{not: a}, {not: [b]}]}", "{any_of: [12, {not: \"12\"}]}",
    // A text of two lines, an empty one, and a sign that is missing refuse these.
    "{matches: '^.*$'}", "{matches: '.+'}", "{matches: '^.*\\z'}", "{not: {matches: '^.*$'}}", "{not: {matches: 'a|b^'}}",
    "{not: {matches: '(?m)a\\n^'}}", "{not: {matches: 'a{1}^'}}", "{not: {matches: '\\$a'}}", "{not: {matches: '^^a$$'}}",
    "{not: {matches: '[a^]'}}", "{not: {matches: '\\Z.'}}", "{not: {equals: a, matches: '^a'}}", "{not: {contains: a, matches: '^b'}}",
    "{not: {equals: a, matches: '${x}'}}", "{not: {ignore_case: {equals: aBc, matches: '^aB'}}}",
  ])
  func `an expectation that some value does not meet is not told`(_ text: String) throws {
    #expect(try LanguageText(text).decodedMatcher().told == [])
  }

  struct Numbers: Sendable, CustomTestStringConvertible {
    let yaml: String
    let extent: Matcher.Extent
    let isCertain: Bool
    var testDescription: String { "\(extent) \(yaml)" }

    init(_ yaml: String, _ extent: Matcher.Extent, _ isCertain: Bool) {
      (self.yaml, self.extent, self.isCertain) = (yaml, extent, isCertain)
    }
  }

  @Test(arguments: [
    Numbers("{at_least: 100, at_most: 599}", .status, true), Numbers("{not: 999}", .status, true), Numbers("present", .status, true),
    Numbers("{not: {at_least: 600}}", .status, true), Numbers("{at_least: 101}", .status, false), Numbers("{not: 599}", .status, false),
    Numbers("{any_of: [200, {not: 200}]}", .status, true), Numbers("\"${x}\"", .status, false),
    Numbers("{not: {at_most: 0s}}", .duration, true), Numbers("{at_least: 0}", .duration, true), Numbers("{at_most: 2s}", .duration, false),
    Numbers("{not: {at_most: 1ms}}", .duration, false), Numbers("{not: {at_least: 1s, at_most: 2s}}", .duration, false),
    Numbers("{at_least: 0}", .length, true), Numbers("{not: {at_most: -1}}", .length, true), Numbers("{not: 0}", .length, false),
    Numbers("{any_of: [{at_least: 4}, {at_most: 2}]}", .length, false),
    Numbers("{any_of: [true, false]}", .flag, true), Numbers("present", .flag, true),
    Numbers("true", .flag, false), Numbers("{not: true}", .flag, false), Numbers("{any_of: [true, \"${x}\"]}", .flag, false),
    Numbers("{any_of: [true, absent]}", .flag, false),
  ])
  func `a number or flag that can be anything there is told`(_ row: Numbers) throws {
    #expect(try LanguageText(row.yaml).matcher().cannotFail(on: row.extent) == row.isCertain)
  }

  @Test func `a pattern of a variable that matches every text has no value`() throws {
    var bindings = Bindings.sample(["e": "X*", "p": "^X+$"])
    #expect(throws: BindingFailure.self) { try LanguageText("{matches: \"${e}\"}").matcher().bound(in: &bindings) }
    #expect(try LanguageText("{matches: \"${p}\"}").matcher().judge(MatchSubject("XX"), in: &bindings) == .holds)
  }

  @Test(arguments: ["{length: 5}", "{not: {length: 6}}"])
  func `the length of a number is not judged, also where literals are texts`(_ text: String) throws {
    var bindings = Bindings.sample()
    let subject = MatchSubject(.number("12345"), readsLiteralsAsText: true)
    let judgement = try LanguageText(text).matcher().judge(subject, in: &bindings)
    #expect(judgement == .undecidable(reason: "the value is a number, not a text, a list or a map, which have a length"))
  }
}
