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
}
