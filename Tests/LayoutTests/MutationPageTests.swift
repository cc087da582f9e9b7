import JourneyTestSupport
import Testing

/// The page on mutants, held against the list of operators.
struct MutationPageTests {
  @Test func `the page tells of every operator, in the order of the code, and of no other`() throws {
    let source = try Fixtures.text(of: "Sources/MockMutation/MutationOperator.swift")
    let known = source.split(separator: "\n").compactMap { line -> Substring? in
      guard let match = line.wholeMatch(of: /\ \ case (\w+)( = "([a-z-]+)")?/) else { return nil }
      return match.3 ?? match.1
    }
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Mutation.md")
    let rows = page.split(separator: "\n").drop { !$0.hasPrefix("| operator |") }.prefix { $0.hasPrefix("|") }
    let told = rows.flatMap { row in row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map(\.1) }
    #expect(known.count > 20)
    #expect(told == known)
  }
}
