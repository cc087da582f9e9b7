import Encodings
import FoundationEssentials
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

@testable import IDXDialect

/// Hostile bodies: cut, types swapped, members removed or doubled, nested deep. None may crash a walk, or stop it for long.
///
/// `IDX_MUTATIONS=100000 IDX_MUTATION_SEED=7 swift test --filter MutationTests` makes as many as wanted.
struct MutationTests {
  static let environment = ProcessInfo.processInfo.environment
  static let count = environment["IDX_MUTATIONS"].flatMap { Int($0) } ?? 3_000
  static let seed = environment["IDX_MUTATION_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  /// The bodies of our own exchanges, and the vendor's where they are to be had.
  private static func sources() throws -> [JSONValue] {
    let own = ["introspect-identify", "identify-select", "challenge-email", "answer-wrong", "answer-code", "recover", "identify-denied"]
    var bodies = try own.map { try ExchangeFixture($0).body }
    for entry in try Corpus.entries() { bodies.append(try JSONReader.read(Corpus.bytes(entry.file))) }
    return bodies
  }

  @Test
  func `bodies that nobody would send give screens or clear errors`() throws {
    var mutator = BodyMutator(generator: SeededGenerator(seed: Self.seed))
    let sources = try Self.sources()
    var outcomes: [String: Int] = [:]
    print("IDX_MUTATIONS=\(Self.count) IDX_MUTATION_SEED=\(Self.seed)")
    for number in 0..<Self.count {
      let bytes = mutator.bytes(from: sources[number % sources.count])
      let start = ContinuousClock.now
      outcomes[Self.outcome(of: bytes, &mutator), default: 0] += 1
      #expect(ContinuousClock.now - start < .seconds(5), "body \(number) took too long")
    }
    print("mutated bodies by outcome: \(outcomes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))")
    #expect(outcomes.values.reduce(0, +) == Self.count)
  }

  /// Reads, maps, prints, and fills in each form at random.
  private static func outcome(of bytes: [UInt8], _ mutator: inout BodyMutator) -> String {
    let json: JSONValue
    do { json = try JSONReader.read(bytes) } catch { return "no JSON" }
    guard let response = IDXResponse(json) else { return "not the engine's" }
    var mapping = IDXMapping(response)
    let snapshot = mapping.snapshot()
    #expect(Set(snapshot.screen.forms.map(\.id)).count == snapshot.screen.forms.count)
    #expect(snapshot.screen.jsonBytes.isEmpty == false)
    var refused = 0
    for form in snapshot.screen.forms.prefix(20) {
      guard let wire = snapshot.forms[form.id] else { continue }
      let answers = form.widgets.prefix(20).map { Answer(widget: $0.id, value: mutator.answer) }
      var filling = IDXSubmission(Submission(form: form.id, answers: answers, isForced: mutator.flips()), form: wire, shown: form)
      do { _ = try filling.body() } catch { refused += error.sentence.isEmpty ? 0 : 1 }
    }
    return snapshot.screen.id.base == "terminal" ? "terminal" : refused > 0 ? "screen, a form refused" : "screen"
  }
}
