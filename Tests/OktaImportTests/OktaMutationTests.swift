import Diagnostics
import Encodings
import JourneyTestSupport
import OktaImport
import TenantImport
import Testing

/// Answers that no org gives.
struct OktaMutationTests {
  private static let pieces = [
    "{", "}", "[", "]", "null", "true", "\"ANY\"", "\"include\"", "\"exclude\"", "\"conditions\"", "\"actions\"", "\"constraints\"",
    "\"ZONE\"", "\"2FA\"",
    "\"none\"", "\"Everyone\"", "\"PT0S\"", "\"PT99999999999999H\"", "\"'\"", "\"\\\"\"", "\"=1+1\"", "\"<b>\"", "\"\\u001b[31m\"",
    "\"No\"", "\"1e3\"",
    "{\"key\": \"webauthn\"}", "\"priority\": -1", "\"id\": \"\"",
  ]

  @Test func `whatever an org answers, the import ends, loses no member, and gives a file that is YAML`() throws {
    let texts = MadeOrg(
      app: [("A", #"{"network": {"connection": "ZONE", "include": ["z1"]}, "people": {"groups": {"include": ["g1"]}}}"#, MadeOrg.two)],
      session: [("S", #"{"riskScore": {"level": "LOW"}}"#, MadeOrg.anyFactor)]
    ).lists
    let rounds = MutationRounds(usual: 400, of: "OktaMutationTests")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: Self.pieces)
    var read = 0
    for _ in 0..<rounds.count {
      let place = Int.random(in: texts.indices, using: &random)
      let other = Array(texts[Int.random(in: texts.indices, using: &random)].text.utf8)
      let bytes = mutator.mutated(Array(texts[place].text.utf8), with: other, using: &random)
      let body: JSONValue
      do throws(JSONError) { body = try JSONReader.readUnambiguous(bytes, depthLimit: 64) } catch { continue }
      var answers = try MadeOrg().folder().answers.filter { $0.file != "\(texts[place].name).json" }
      answers.append(SourceAnswer(file: "mutant.json", url: "https://made.okta.test/api/v1/\(texts[place].name)", body: body))
      let imported: OktaImporter
      do throws(OktaImporter.Refusal) {
        imported = try OktaImporter(SourceFolder(answers: answers), name: "made")
      } catch { continue }
      read += 1
      let (_, diagnostics) = try MadeOrg.load(imported.tenant)
      let wrong = diagnostics.filter { $0.severity == .error }
      #expect(wrong.isEmpty, "seed \(rounds.seed): \(wrong.map(\.message)) in \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(read > 0)
  }

  /// Recorded answers, and what an org has besides: an authenticator and the rules of an app.
  private static func recorded() throws -> (answers: [SourceAnswer], usual: [SourceAnswer]) {
    let recorded = try OktaCorpusTests.answers().filter { (3..<20_000).contains(JSONWriter.text(of: $0.body).utf8.count) }
    let usual = try MadeOrg(app: [("A", "null", MadeOrg.two)]).lists.filter { name, _ in
      ["authenticators", "policies?type=ACCESS_POLICY", "policies/p1/rules"].contains(name)
    }.map { name, text in
      SourceAnswer(
        file: "\(name).json", url: "https://one.okta.test/api/v1/\(name)",
        body: try JSONReader.read(text.replacing("made.okta.test", with: "one.okta.test")))
    }
    return (recorded, usual)
  }

  /// Whether an org with such an answer is imported; no address of it is shown, and no member is lost.
  private static func isImported(_ body: JSONValue, _ url: String?, _ usual: [SourceAnswer], _ round: String) -> Bool {
    let imported: OktaImporter
    do throws(OktaImporter.Refusal) {
      imported = try OktaImporter(
        SourceFolder(answers: usual + [SourceAnswer(file: "mutant.json", url: url, body: body)]), name: "made")
    } catch { return false }
    let text = imported.tenant.yaml + imported.report.markdown + imported.report.json
    #expect(!text.contains("://one.okta"), "\(round)")
    for object in imported.report.objects {
      #expect(object.members().count == OktaCorpusTests.leaves(object.json), "\(round)")
    }
    return true
  }

  @Test(.enabled(if: OktaCorpusTests.folder != nil, "CORPUS_DIR is not set"))
  func `a recorded answer with other bytes in it is imported or refused`() throws {
    let (recorded, usual) = try Self.recorded()
    let texts = recorded.map { Array(JSONWriter.text(of: $0.body).utf8) }
    let rounds = MutationRounds(usual: 300, of: "OktaMutationTests, bytes")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: Self.pieces)
    var read = 0
    for round in 0..<rounds.count {
      let (one, other) = (Int.random(in: texts.indices, using: &random), Int.random(in: texts.indices, using: &random))
      let bytes = mutator.mutated(texts[one], with: texts[other], using: &random)
      let body: JSONValue
      do throws(JSONError) { body = try JSONReader.readUnambiguous(bytes, depthLimit: 64) } catch { continue }
      if Self.isImported(body, recorded[one].url, usual, "JOURNEY_SEED=\(rounds.seed), round \(round)") { read += 1 }
    }
    #expect(read > 0)
    if rounds.count > 300 { print("OktaMutationTests, bytes: \(read) of \(rounds.count) were imported") }
  }

  @Test(.enabled(if: OktaCorpusTests.folder != nil, "CORPUS_DIR is not set"))
  func `a recorded answer with other values in it is imported or refused`() throws {
    let (recorded, usual) = try Self.recorded()
    let rounds = MutationRounds(usual: 200, of: "OktaMutationTests, values")
    var mutator = ValueMutator(seed: rounds.seed)
    var read = 0
    for round in 0..<rounds.count {
      let (one, other) = (mutator.place(of: recorded.count), mutator.place(of: recorded.count))
      let body = mutator.mutated(recorded[one].body, with: recorded[other].body)
      if Self.isImported(body, recorded[one].url, usual, "JOURNEY_SEED=\(rounds.seed), round \(round)") { read += 1 }
    }
    #expect(read * 2 > rounds.count, "\(read)")
    if rounds.count > 200 { print("OktaMutationTests, values: \(read) of \(rounds.count) were imported") }
  }
}

/// Puts other values into JSON, which stays JSON.
private struct ValueMutator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func place(of count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private static let values: [JSONValue] = [
    .null, .bool(true), .bool(false), .integer(-1), .integer(0), .number("9223372036854775807"), .string(""), .string("ANY"),
    .string("none"),
    .string("PT99999999999999H"), .string("=1+1"), .string("<b>"), .string("\u{1B}[31m"), .string("No"), .string("1e3"), .array([]),
    .object([]), .array([.null]), .object([.init("", .object([]))]), .string(String(repeating: "a", count: 3_000)),
  ]

  /// With one to four changes.
  mutating func mutated(_ json: JSONValue, with other: JSONValue) -> JSONValue {
    var mutant = json
    for _ in 0...place(of: 4) { mutant = changed(mutant, other, depth: 0) }
    return mutant
  }

  private mutating func changed(_ json: JSONValue, _ other: JSONValue, depth: Int) -> JSONValue {
    if depth > 0, place(of: 6) == 0 { return replacement(other) }
    switch json {
    case .array(var items) where !items.isEmpty:
      let at = place(of: items.count)
      switch place(of: 12) {
      case 0: items.append(items[at])
      case 1: items.remove(at: at)
      default: items[at] = changed(items[at], other, depth: depth + 1)
      }
      return .array(items)
    case .object(var members) where !members.isEmpty:
      let at = place(of: members.count)
      switch place(of: 12) {
      case 0: members.remove(at: at)
      case 1: members.append(.init("moon\(place(of: 9))", replacement(other)))
      default: members[at].value = changed(members[at].value, other, depth: depth + 1)
      }
      return .object(members)
    case .null, .bool, .number, .string, .array, .object: return depth > 0 ? replacement(other) : json
    }
  }

  /// A value of the list, or one from somewhere in another answer.
  private mutating func replacement(_ other: JSONValue) -> JSONValue {
    guard place(of: 2) == 0 else { return Self.values[place(of: Self.values.count)] }
    var value = other
    for _ in 0..<place(of: 7) {
      switch value {
      case .array(let items) where !items.isEmpty: value = items[place(of: items.count)]
      case .object(let members) where !members.isEmpty: value = members[place(of: members.count)].value
      case .null, .bool, .number, .string, .array, .object: return value
      }
    }
    return value
  }
}
