import JourneyTestSupport
import Testing

/// Words that readers stumble over: in what people read, and in comments, there are no more of them than the list has reasons for.
struct PlainWordsTests {
  private static let words =
    "told|tells|telling|whom|whoever|somebody|nobody|beside|besides|stands|anew|met|alike|otherwise|befalls|mend|mended|mends|whereof|"
    + "thereof|is no|are no|by itself|the usual|hangs on|says nothing|nothing is said"

  /// The part of a line that people read: all of a page, of code the comments and the texts in quotation marks.
  private static func prose(_ line: Substring, isPage: Bool) -> String {
    if isPage { return String(line) }
    let texts = line.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
    let comment = line.firstRange(of: "//").map { String(line[$0.lowerBound...]) }
    return (texts + [comment ?? ""]).joined(separator: " ")
  }

  private static func count(in path: String) throws -> Int {
    let pattern = try Regex("(?i)\\b(?:\(words))\\b").wordBoundaryKind(.simple)
    let isPage = path.hasSuffix(".md")
    return try Fixtures.text(of: path).split(separator: "\n").reduce(0) { $0 + prose($1, isPage: isPage).matches(of: pattern).count }
  }

  private static func allowed() throws -> [String: Int] {
    var allowed: [String: Int] = [:]
    for line in try Fixtures.text(of: ".ci/plain-words.txt").split(separator: "\n") where !line.hasPrefix("#") {
      let row = try #require(line.wholeMatch(of: /([0-9]+) ([^:]+): .+/), "'\(line)' is not a number, a file and a reason")
      allowed[String(row.2)] = Int(row.1)
    }
    return allowed
  }

  @Test func `coined words are only where the list has a reason for them`() throws {
    let allowed = try Self.allowed()
    #expect(allowed.values.reduce(0, +) <= 250)
    let paths = try Fixtures.files(below: "Sources", suffix: ".swift") + Fixtures.files(below: "Sources", suffix: ".md")
    #expect(paths.count > 1_000)
    for path in paths + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
      let count = try Self.count(in: path)
      #expect(count == allowed[path, default: 0], "\(path): .ci/plain-words.txt has a reason for \(allowed[path, default: 0]) places")
    }
  }
}
