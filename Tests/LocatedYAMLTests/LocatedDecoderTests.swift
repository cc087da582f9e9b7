import Diagnostics
import JourneyTestSupport
import LocatedYAML
import Testing

/// The kit that all decoders of YAML files share.
struct LocatedDecoderTests {
  private struct Decoder: LocatedDecoder {
    var diagnostics: [Diagnostic] = []
  }

  private enum Key: String, CaseIterable {
    case name, count
  }

  private static func node(_ text: String) throws -> YAMLNode {
    var diagnostics: [Diagnostic] = []
    let documents = YAMLParser.documents(in: SourceFile(name: "a.yaml", text: text), diagnostics: &diagnostics)
    return try #require(documents.first)
  }

  @Test func `every known key is handed over, and the others are reported with the nearest or all names`() throws {
    var decoder = Decoder()
    var found: [String] = []
    let mapping = try #require(try Self.node("{name: a, cuont: 1, other: 2}").mapping)
    decoder.entries(mapping, Key.self, in: "in a test") { _, key, entry in found.append("\(key): \(entry.value.scalar?.text ?? "")") }
    #expect(found == ["name: a"])
    #expect(
      decoder.diagnostics.map(\.message) == [
        "unknown key 'cuont' in a test", "unknown key 'other' in a test; expected one of name, count",
      ])
    #expect(decoder.diagnostics.map(\.suggestion) == ["did you mean 'count'?", nil])
  }

  @Test(arguments: [("[a, b]", ["a", "b"]), ("a", ["a"]), ("[]", []), ("[a, {b: c}]", ["a"])])
  func `an item that stands alone is a list of one`(text: String, expected: [String]) throws {
    var decoder = Decoder()
    let texts = decoder.list(try Self.node(text)) { $0.textScalar($1, key: "names")?.text }
    #expect(texts == expected)
    #expect(decoder.diagnostics.map(\.message) == (text.contains("{") ? ["'names' takes a text, found a map"] : []))
  }

  @Test(arguments: [("true", true, nil), ("no", false, "write false"), ("\"on\"", true, "write true"), ("[]", nil, nil)])
  func `a flag is true or false, and what is meant by other words is known`(text: String, expected: Bool?, advice: String?) throws {
    var decoder = Decoder()
    #expect(decoder.flag(try Self.node(text), key: "force") == expected)
    #expect(decoder.diagnostics.first?.suggestion == advice)
  }

  @Test func `names that are expected are listed in one wording`() {
    #expect(NameAdvice(for: "x", among: ["alpha", "beta"]).expected == "; expected one of alpha, beta")
    #expect(NameAdvice(for: "x", among: ["alpha"]).expected == "; expected alpha")
    #expect(NameAdvice(for: "x", among: ["alpha", "alpha"]).expected == "; expected alpha")
    #expect(NameAdvice(for: "x", among: [], none: "there are none").expected == "; there are none")
    #expect(NameAdvice(for: "x", among: []).expected == "")
    let near = NameAdvice(for: "alhpa", among: ["alpha", "beta"])
    #expect(near.expected == "")
    #expect(near.suggestion == "did you mean 'alpha'?")
  }
}
