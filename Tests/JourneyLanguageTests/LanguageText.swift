import Diagnostics
import Encodings
import JourneyLanguage
public import JourneyModel
import LocatedYAML
import Testing

/// A line or more of YAML for a test, and what reading it reports.
struct LanguageText {
  let node: YAMLNode
  let file: SourceFile

  init(_ text: String) throws {
    var diagnostics: [Diagnostic] = []
    file = SourceFile(name: "t", text: text)
    node = try #require(YAMLParser.documents(in: file, diagnostics: &diagnostics).first)
    try #require(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
  }

  func matcher() throws -> Matcher {
    let (matcher, told) = decodedMatcher()
    return try #require(matcher, "\(told)")
  }

  func decodedMatcher(of kind: MatchedKind = .anything, besides: Set<String> = []) -> (matcher: Matcher?, told: [String]) {
    var diagnostics: [Diagnostic] = []
    let matcher = Matcher.decode(node, of: kind, besides: besides, diagnostics: &diagnostics)
    return (matcher, diagnostics.map(Self.line))
  }

  func decodedValue(_ reading: ScalarReading = .typed) -> (value: TemplateValue, told: [String]) {
    var diagnostics: [Diagnostic] = []
    let value = TemplateValue.decode(node, scalars: reading, diagnostics: &diagnostics)
    return (value, diagnostics.map(Self.line))
  }

  /// A constant value of the scenario language.
  static func value(_ text: String) throws -> Value {
    try #require(LanguageText(text).decodedValue().value.constant)
  }

  /// `1:5-1:9 [id] message (suggestion)`, with `warning` where it is one.
  static func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.range.map { "\($0.start.line):\($0.start.column)-\($0.end.line):\($0.end.column) " } ?? ""
    let severity = diagnostic.severity == .warning ? "warning " : ""
    return "\(place)\(severity)[\(diagnostic.id.rawValue)] \(diagnostic.message)" + (diagnostic.suggestion.map { " (\($0))" } ?? "")
  }
}

extension Bindings {
  static let jane = Secret("horse-11", name: "secret.JANE")

  /// Names for tests; now is 2026-11-21T06:47:00Z.
  static func sample(_ values: [String: Value] = [:]) -> Bindings {
    let account: Value = .map([
      .init("email", "jane@acme.test"), .init("phones", ["+361", "+362"]), .init("admin", true), .init("age", .number("1.10")),
      .init("password", .secret(jane)), .init("totp", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), .init("nickname", .null),
    ])
    let known: [String: Value] = [
      "account": account, "email": "jane@acme.test", "secret": .map([.init("JANE", .secret(jane))]), "env": .map([]), "word": "present",
    ]
    return Bindings(
      values: known.merging(values) { $1 }, generator: SeededGenerator(seed: 7), now: Instant(seconds: 1_795_243_620))
  }
}

extension Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}
