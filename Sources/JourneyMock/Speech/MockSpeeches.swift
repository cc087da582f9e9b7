import Diagnostics

/// The dialects that mock tenants may speak.
///
/// Each target with a speech has a value of this type with that one; `+` puts them together.
public struct MockSpeeches: Sendable {
  /// In the order registered; the first is suggested where a file says none.
  package let all: [any MockSpeech]

  /// The dialects of these speeches.
  package init(_ speeches: [any MockSpeech]) { all = speeches }

  /// The speeches of both; of two for one dialect that of the first counts.
  public static func + (first: MockSpeeches, second: MockSpeeches) -> MockSpeeches {
    let known = first.all.map(\.dialect)
    return MockSpeeches(first.all + second.all.filter { !known.contains($0.dialect) })
  }

  /// The keys that some dialect has.
  var keys: SpeechKeys { all.reduce(into: SpeechKeys()) { $0.add($1.keys) } }

  /// The speech whose standard a tenant extends; `nil` if there is none, which is reported.
  func speech(extendedBy tenant: TenantDefinition, diagnostics: inout [Diagnostic]) -> (any MockSpeech)? {
    let known = all.map(\.standard.name)
    guard let base = tenant.base else {
      diagnostics.append(
        Diagnostic(
          .missingKey, "a tenant needs 'extends', which selects its dialect", at: tenant.name.range,
          suggestion: known.first.map { "write 'extends: \($0)'" }))
      return nil
    }
    if let speech = all.first(where: { $0.standard.name == base.value }) { return speech }
    diagnostics.append(
      Diagnostic(
        .badValue, "there is nothing called '\(base.value)' to extend; expected one of \(known.joined(separator: ", "))",
        at: base.range, suggestion: ClosestMatch.of(base.value, in: known).map { "did you mean '\($0)'?" }))
    return nil
  }
}
