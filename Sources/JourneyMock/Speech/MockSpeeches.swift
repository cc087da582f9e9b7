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

  /// The standard that a tenant extends, and the speech that it is of; `nil` if there is none, which is reported.
  func standard(
    extendedBy tenant: TenantDefinition, diagnostics: inout [Diagnostic]
  ) -> (file: SourceFile, speech: any MockSpeech)? {
    let standards = all.filter(\.isWhole).flatMap { speech in
      ([speech.standard] + speech.furtherStandards).map { (file: $0, speech: speech) }
    }
    let known = standards.map(\.file.name)
    guard let base = tenant.base else {
      diagnostics.append(
        Diagnostic(
          .missingKey, "a tenant needs 'extends', which selects its dialect", at: tenant.name.range,
          suggestion: known.first.map { "write 'extends: \($0)'" }))
      return nil
    }
    if let standard = standards.first(where: { $0.file.name == base.value }) { return standard }
    diagnostics.append(
      Diagnostic(
        .badValue, "there is nothing called '\(base.value)' to extend; expected one of \(known.joined(separator: ", "))",
        at: base.range, suggestion: ClosestMatch.of(base.value, in: known).map { "did you mean '\($0)'?" }))
    return nil
  }

  /// The dialects that a tenant has in addition to the one that it extends, in the order written; what is not possible is reported.
  func speeches(besides own: any MockSpeech, of tenant: TenantDefinition, diagnostics: inout [Diagnostic]) -> [any MockSpeech] {
    guard let first = tenant.speaks.first else { return [] }
    if !tenant.speaks.contains(where: { $0.value == own.dialect }) {
      diagnostics.append(
        Diagnostic(
          .badValue, "a tenant speaks the dialect that it extends, too", at: first.range, suggestion: "add '\(own.dialect)' to 'speaks'"))
    }
    var others: [any MockSpeech] = []
    for name in tenant.speaks where name.value != own.dialect {
      // A whole speech has tokens and paths of its own, which two cannot share.
      let possible = all.filter { !$0.isWhole && own.takesOthers }
      guard let speech = possible.first(where: { $0.dialect == name.value }) else {
        let known = [own.dialect] + possible.map(\.dialect)
        diagnostics.append(
          Diagnostic(
            .badValue, "a tenant of \(own.dialect) cannot speak '\(name.value)'\(NameAdvice.expected(known))",
            at: name.range, suggestion: ClosestMatch.of(name.value, in: known).map { "did you mean '\($0)'?" }))
        continue
      }
      if !others.contains(where: { $0.dialect == speech.dialect }) { others.append(speech) }
    }
    return others
  }
}
