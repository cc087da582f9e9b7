import Encodings
import JourneyTestSupport
import Testing

struct PatternMutationTests {
  private static let patterns = [
    #"^(?<code>\d{6})$"#, #"[\p{L}\s'-]{2,60}"#, #"(?i)^[^@\s]+@([a-z0-9-]+\.)+[a-z]{2,}$"#, #"(a|b)*?c(?=d)(?!e)\1"#,
  ].map { Array($0.utf8) }
  private static let pieces = [
    "(a+)+$", "(?:", "(?<n>", "(?R)", "(?1)", "(*ACCEPT)", "(*UTF)", "\\C", "\\K", "\\Q", "{65535}", "{0,65535}", "[[:alpha:]]", "(?#",
    "\\x{110000}",
    "\\p{", "|", "*", "+", "?", ")", "]", "\\",
  ]
  private static let subjects = [String(repeating: "a", count: 40) + "!", "jane@acme.test", "482913", "é👩‍👩‍👧\u{0}", ""]

  @Test
  func `any pattern is compiled or refused, and comes to an end on any text`() {
    let rounds = MutationRounds(usual: 500, of: "patterns")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: Self.pieces)
    var compiled = 0
    for round in 0..<rounds.count {
      let other = Self.patterns.randomElement(using: &random) ?? []
      let text = String(decoding: mutator.mutated(Self.patterns[round % Self.patterns.count], with: other, using: &random), as: UTF8.self)
      let start = ContinuousClock.now
      do throws(PatternError) {
        let pattern = try Pattern(text, ignoringCase: round.isMultiple(of: 2))
        compiled += 1
        for subject in Self.subjects {
          let match = try pattern.firstMatch(in: subject)
          if try pattern.wholeMatch(in: subject) != nil { #expect(match != nil, "seed \(rounds.seed): \(text)") }
        }
      } catch {
        #expect(!"\(error)".isEmpty)
      }
      #expect(ContinuousClock.now - start < .seconds(30), "seed \(rounds.seed): \(text)")
    }
    #expect(compiled > rounds.count / 10)
  }
}
