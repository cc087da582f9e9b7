import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

@testable import FlowDialect

/// Hostile answers: cut, doubled, with other numbers and pieces. None may crash a walk, or stop it for long.
struct FlowMutationTests {
  private static let pieces = [
    #""type":"select","#, #""options":[{}],"#, #""messages":{"global":{"text":"x"}},"#, #""layout":{"type":"vertical","items":[]},"#,
    #""render":{"type":"html"},"#, "<b>&amp;", "null", "[]", "{}", "\\ud800", #""validator":{"regexp":"(a+)+$"},"#, #""id":"a.b.c","#,
  ]

  @Test
  func `answers that nobody would send give screens or clear errors`() throws {
    let sources = try ExchangeFixture.names(in: "flow").compactMap { try ExchangeFixture($0).response["json"].map { JSONWriter.write($0) } }
    let rounds = MutationRounds(usual: 2_000, of: "flow answers")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: Self.pieces)
    var screens = 0
    for round in 0..<rounds.count {
      let other = sources.randomElement(using: &random) ?? []
      let bytes = mutator.mutated(sources[round % sources.count], with: other, using: &random)
      let start = ContinuousClock.now
      if try Self.show(bytes, as: FlowAppProfile.all[round % FlowAppProfile.all.count]) { screens += 1 }
      #expect(ContinuousClock.now - start < .seconds(5), "seed \(rounds.seed), round \(round)")
    }
    #expect(screens > rounds.count / 20)
  }

  /// Reads, decodes, maps, prints and fills in; whether a screen came of it.
  private static func show(_ bytes: [UInt8], as app: FlowAppProfile) throws -> Bool {
    let json: JSONValue
    do { json = try JSONReader.read(bytes, counts: .answer) } catch { return false }
    if let problem = app.decoder?.problem(with: json) { #expect(!problem.isEmpty) }
    let state: FlowState
    do { state = try FlowState(json) } catch {
      #expect(!error.sentence.isEmpty)
      return false
    }
    _ = FlowFallback(app: app).obstacle(of: state.merged(over: state), answer: state)
    var mapping = FlowMapping(app: app)
    let screen = mapping.screen(from: state)
    #expect(try Screen(json: JSONReader.read(screen.jsonBytes, counts: .unlimited)).id == screen.id)
    for form in screen.forms.prefix(10) {
      let answers = form.widgets.prefix(10).map { Answer(widget: $0.id, value: .text("x")) }
      do { _ = try FlowSubmission(app: app).body(of: form, Submission(form: form.id, answers: answers)) } catch {
        #expect(!error.sentence.isEmpty)
      }
    }
    return true
  }
}
