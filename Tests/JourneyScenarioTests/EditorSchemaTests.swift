import Diagnostics
import Encodings
import JourneyScenario
import JourneyTestSupport
import LocatedYAML
import Testing

/// What editors are told agrees with what the decoders read.
struct EditorSchemaTests {
  private static func validator(_ schema: EditorSchema) throws -> SchemaValidator {
    SchemaValidator(schema: try JSONReader.read(Array(schema.text.utf8)))
  }

  /// Each document of a file with where it is not as the schema has it.
  private static func problems(in path: String, _ schema: EditorSchema) throws -> [String] {
    var ignored: [Diagnostic] = []
    let (_, documents) = YAMLParser.documents(inBytes: try Fixtures.bytes(of: path), named: path, diagnostics: &ignored)
    let validator = try validator(schema)
    return documents.flatMap { validator.problems(of: JSONValue($0)) }.map { path + $0 }
  }

  /// Which schema a file below `journeys` is held against; `nil` where it is none of ours.
  private static func schema(of path: String) -> EditorSchema? {
    let parts = path.split(separator: "/").dropFirst()
    guard let name = parts.last, !parts.contains("_mock"), !parts.contains("_pipelines") else { return nil }
    if name.hasPrefix("tenants") { return .tenants }
    if name.hasPrefix("promises") { return .promises }
    if name.hasPrefix("_folder") { return .folder }
    return parts.contains("_fragments") || parts.contains("_through") ? .fragment : .scenario
  }

  @Test func `every shipped file is as its schema has it`() throws {
    var count = 0
    for path in try Fixtures.files(below: "journeys", suffix: ".yaml") {
      guard let schema = Self.schema(of: path) else { continue }
      #expect(try Self.problems(in: path, schema) == [])
      count += 1
    }
    #expect(count > 20)
  }

  /// Mistakes that can be seen without knowing anything around the file.
  @Test(arguments: [
    ("unknown-scenario-key", EditorSchema.scenario), ("unknown-scenario-key-far", .scenario), ("unknown-step-key", .scenario),
    ("unknown-nested-keys", .scenario), ("missing-journey", .scenario), ("missing-steps", .scenario), ("missing-head", .scenario),
    ("bad-duration", .scenario), ("bad-probe", .scenario), ("yes-for-true", .scenario), ("steps-is-map", .scenario),
    ("step-is-text", .scenario), ("key-beside-wrong-head", .scenario), ("key-too-deep-block", .scenario), ("widget-is-text", .scenario),
    ("number-out-of-bounds", .scenario), ("value-at-bare-head", .scenario), ("tenants-unknown-keys", .tenants),
    ("tenants-wrong-values", .tenants), ("tenants-kinds", .tenants),
  ])
  func `a wrong file is not as its schema has it`(name: String, schema: EditorSchema) throws {
    #expect(try Self.problems(in: "fixtures/broken/\(name).yaml", schema) != [])
  }

  @Test func `every word of the language that is a key stands in a schema with what it means`() throws {
    let texts = EditorSchema.allCases.map(\.text).joined()
    let keys = ScenarioVocabulary.sections.filter { !["Predefined variables", "Functions", "probes"].contains($0.title) }
    for word in keys.flatMap(\.words) where !["present", "absent", "empty"].contains(word.name) {
      #expect(texts.contains("\"\(word.name)\": {"), "\(word.name)")
      #expect(texts.contains(JSONWriter.text(of: .string(word.summary))), "\(word.name): \(word.summary)")
    }
  }

  @Test func `what an editor offers at a step is what fits its head`() throws {
    let validator = try Self.validator(.scenario)
    let fitting: JSONValue = ["journey": "x", "steps": [["finish": .null, "claims": ["email": "x"], "name": "end"]]]
    let other: JSONValue = ["journey": "x", "steps": [["finish": .null, "answers": ["a": "x"]]]]
    #expect(validator.problems(of: fitting) == [])
    #expect(validator.problems(of: other).count == 1)
  }
}
