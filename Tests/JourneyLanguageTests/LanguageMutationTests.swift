import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel
import JourneyTestSupport
import LocatedYAML
import Testing

struct LanguageMutationTests {
  private static let seeds = [
    "${name} and ${account.phones[0]}", "${none, 'default'} $${x}", "${now('+1d', 'yyyy-MM-dd')}", "${lower(url_encode(email))}",
    "${digits(6)}${uuid()}${unique_email('acme.test')}", "${totp(account.totp)}${login_hint(account)}", "é${secret.JANE}ő${sha256(\"a\")}",
  ]
  private static let pieces = [
    "$", "{", "}", "${", "$${", "'", "\"", "(", ")", "[", "]", ".", ",", " ", "0", "99999999999", "é", "\u{0}", "\n", "email", "now(",
  ]

  private func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0...scalars.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0 where place < scalars.count: scalars.remove(at: place)
      case 1: scalars.insert(contentsOf: scalars.prefix(place), at: place)
      default: scalars.insert(contentsOf: Self.pieces.randomElement(using: &generator)?.unicodeScalars.map { $0 } ?? [], at: place)
      }
    }
    return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  @Test func `any text is read, placed inside of its file, and bound or refused`() {
    let rounds = MutationRounds(usual: 5000, of: "templates")
    var generator = SeededGenerator(seed: rounds.seed)
    var bindings = Bindings.sample()
    var bound = 0
    for round in 0..<rounds.count {
      let text = mutated(Self.seeds[round % Self.seeds.count], &generator)
      let file = SourceFile(name: "t", text: text)
      var diagnostics: [Diagnostic] = []
      let range = SourceRange(file: file, start: SourcePosition(line: 1, column: 1), end: file.end)
      let template = Template.parse(text, range: range, diagnostics: &diagnostics)
      for diagnostic in diagnostics {
        #expect(
          diagnostic.range.map { range.start <= $0.start && $0.start <= $0.end && $0.end <= range.end } == true,
          "seed \(rounds.seed): \(text)")
      }
      do throws(BindingFailure) {
        let value = try template.evaluate(in: &bindings)
        if case .text(let text) = value, diagnostics.isEmpty, text.contains("horse") { Issue.record("a secret became a text: \(text)") }
        bound += 1
      } catch {
        #expect(!error.message.contains("horse"))
      }
    }
    #expect(bound > rounds.count / 10)
  }

  @Test func `any matcher that can be read can be compared`() {
    let texts = [
      "{contains: [a, b], ends_with: c}", "[{any_of: [a, {not: b}]}, {length: {at_least: 2}}]",
      "{a: {matches: '^a+$'}, b: {each: {ignore_case: x}}}",
      "{exactly: [present, a, {includes: [b]}]}", "{equals: {a: [1, null]}}", "{after: 2026-01-31, before: \"${now()}\"}",
    ]
    let subjects: [Value] = ["abc", ["a", "b"], .map([.init("a", "aa"), .init("b", ["x", 1])]), .number("1e5"), .null, true]
    let rounds = MutationRounds(usual: 5000, of: "matchers")
    var generator = SeededGenerator(seed: rounds.seed)
    var bindings = Bindings.sample()
    var compared = 0
    for round in 0..<rounds.count {
      let file = SourceFile(name: "t", text: mutated(texts[round % texts.count], &generator))
      var diagnostics: [Diagnostic] = []
      for node in YAMLParser.documents(in: file, diagnostics: &diagnostics) {
        guard let matcher = Matcher.decode(node, diagnostics: &diagnostics) else {
          #expect(!diagnostics.isEmpty)
          continue
        }
        for subject in subjects {
          do throws(BindingFailure) {
            let isFit = try matcher.judge(MatchSubject(subject), in: &bindings) == .holds
            let differences = try matcher.differences(from: MatchSubject(subject), in: &bindings)
            #expect(differences.isEmpty == isFit, "seed \(rounds.seed): \(file.text)")
            compared += 1
          } catch {
            #expect(!error.message.isEmpty)
          }
        }
      }
    }
    #expect(compared > rounds.count / 5)
  }
}
