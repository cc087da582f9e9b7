import Encodings
import Testing

struct PatternTests {
  @Test func `a match has its text, place and groups`() throws {
    let match = try #require(try Pattern(#"(?<day>\d+)(x)?-(?<what>[a-zá]+)"#).firstMatch(in: "é 12-ab-á 3-c"))
    #expect(match.whole == "12-ab")
    #expect(match.utf8Offset == 3)
    #expect(match.groups == ["12", nil, "ab"])
    #expect(match.namedGroups == ["day": "12", "what": "ab"])
  }

  @Test func `what does not fit gives nothing`() throws {
    #expect(try Pattern("b").firstMatch(in: "aaa") == nil)
    #expect(try Pattern("").firstMatch(in: "")?.whole == "")
    #expect(try Pattern("a{2}").wholeMatch(in: "aaa") == nil)
    #expect(try Pattern("a|ab").wholeMatch(in: "ab")?.whole == "ab")
  }

  @Test func `case, classes and the end are read as documented`() throws {
    #expect(try Pattern("ÁB", ignoringCase: true).firstMatch(in: "xáb")?.whole == "áb")
    #expect(try Pattern("áb").firstMatch(in: "ÁB") == nil)
    #expect(try Pattern(#"^\d$"#).firstMatch(in: "٣") == nil)
    #expect(try Pattern(#"^\w+$"#).firstMatch(in: "abc\n") == nil)
    #expect(try Pattern("^.$").firstMatch(in: "😀")?.whole == "😀")
  }

  struct Invalid: Sendable, CustomTestStringConvertible {
    let pattern: String
    let offset: Int
    var testDescription: String { pattern }
  }

  @Test(arguments: [
    Invalid(pattern: "(a", offset: 2), Invalid(pattern: "áé[b", offset: 4), Invalid(pattern: "ab\\", offset: 3),
    Invalid(pattern: "*a", offset: 0),
  ])
  func `a wrong pattern is refused with its place`(_ row: Invalid) {
    #expect {
      try Pattern(row.pattern)
    } throws: { error in
      guard case .invalid(let offset, let reason) = error as? PatternError else { return false }
      return offset == row.offset && !reason.isEmpty
    }
  }

  @Test(arguments: ["\\C", String(repeating: "(", count: 101) + String(repeating: ")", count: 101), String(repeating: "a", count: 16_385)])
  func `a pattern that would be unsafe or too large is refused`(_ pattern: String) {
    #expect(throws: PatternError.self) { try Pattern(pattern) }
  }

  // The last one is quadratic: PCRE2's own limit, counted anew at each start, would let it run on
  @Test(arguments: [
    ("(a+)+$", String(repeating: "a", count: 5000) + "!"), ("(a|aa)+$", String(repeating: "a", count: 200_000) + "!"),
    ("(?:.|\\n)*?c$", String(repeating: "a", count: 3_000_000) + "cb"), ("a.*c$", String(repeating: "a", count: 200_000) + "cb"),
  ])
  func `a catastrophic pattern ends with a clear error`(_ pattern: String, _ subject: String) throws {
    let pattern = try Pattern(pattern)
    #expect(throws: PatternError.limitExceeded) { try pattern.firstMatch(in: subject) }
  }

  @Test func `a long text is fine and a longer one is refused`() throws {
    let text = String(repeating: "x", count: 4_194_298)
    let pattern = try Pattern(#"code=(\d)"#)
    #expect(try pattern.firstMatch(in: text + "code=7")?.groups == ["7"])
    #expect(throws: PatternError.textTooLong(limit: 4_194_304)) { try pattern.firstMatch(in: text + "code=77") }
  }

  @Test func `one pattern serves many tasks at once`() async throws {
    let pattern = try Pattern(#"n=(?<n>\d+)"#)
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { try pattern.firstMatch(in: "n=\(number)")?.namedGroups["n"] == "\(number)" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `patterns are equal by what was written`() throws {
    #expect(try Pattern("a") == Pattern("a"))
    #expect(try Pattern("a") != Pattern("a", ignoringCase: true))
    #expect(try Set([Pattern("a"), Pattern("a"), Pattern("b")]).count == 2)
  }
}
