internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel

/// Conditions that can never be judged, found before anything is walked as far as the file says what a name stands for.
extension NameFlow {
  mutating func checkCondition(_ condition: NamedMatcher) {
    let name = condition.name.value
    for value in values(of: name) {
      guard case .undecidable(let reason) = Self.judge(condition.matcher, value) else { continue }
      diagnostics.append(
        value.holdsSecret
          ? Diagnostic(.secretInMatcher, "'\(name)' is a secret, which can only be compared with 'equals'", at: condition.matcher.range)
          : Diagnostic(
            .wrongType, "the condition cannot be judged where '\(name)' is \(ShownValue.text(value)): \(reason)",
            at: condition.matcher.range, suggestion: Self.advice(name, value)))
      return
    }
  }

  private func values(of name: String) -> [Value] {
    if name.hasPrefix("secret.") || Self.secretsOfAccounts.contains(name) { return [.secret(Secret("", name: name))] }
    return scope.known[name] ?? []
  }

  private static let secretsOfAccounts: Set<String> = ["account.password", "account.totp"]

  /// What a condition comes to; holds where it draws on names whose values come later.
  private static func judge(_ matcher: Matcher, _ value: Value) -> Judgement {
    guard matcher.references.isEmpty else { return .holds }
    var bindings = Bindings(values: [:], generator: SeededGenerator(seed: 0, labels: []), now: Instant(milliseconds: 0))
    do throws(BindingFailure) {
      return try matcher.judge(MatchSubject(value, readsLiteralsAsText: true), in: &bindings)
    } catch {
      return .holds
    }
  }

  /// The round of a loop and the texts of a person are told as they are written.
  private static func advice(_ name: String, _ value: Value) -> String? {
    switch value {
    case .number, .bool, .text: "write '\(name): \(value.quoted)'"
    case .null, .list, .map, .secret: nil
    }
  }
}

extension Capture.Source {
  /// What is known of a captured value: codes and links out of a message are secrets.
  var known: [Value] {
    switch self {
    case .code, .link: [.secret(Secret("", name: "captured"))]
    case .widget, .message, .json, .header, .url, .fact: []
    }
  }
}
