internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel

/// Conditions that can never be judged, found before the run as far as the file defines the names.
extension NameScopeChecks {
  mutating func checkCondition(_ condition: NamedMatcher) {
    let name = condition.name.value
    if let problem = missingPart(condition) {
      diagnostics.append(problem)
      return
    }
    for value in values(of: name) {
      guard case .undecidable(let reason) = Self.judge(condition.matcher, value) else { continue }
      diagnostics.append(
        value.holdsSecret
          ? Diagnostic(.secretInMatcher, "'\(name)' is a secret, which can only be compared with 'equals'", at: condition.matcher.range)
          : Diagnostic(
            .wrongType, "the condition cannot be judged if '\(name)' is \(ShownValue.text(value)): \(reason)",
            at: condition.matcher.range, suggestion: Self.advice(name, value)))
      return
    }
    if let problem = unknownTenant(condition) ?? neverTrue(condition) { diagnostics.append(problem) }
  }

  /// A value that is compared with itself is never different.
  mutating func checkItself(_ matcher: NamedMatcher) {
    let name = matcher.name.value
    guard let range = matcher.matcher.comparison(withVariable: name) else { return }
    diagnostics.append(
      Diagnostic(
        .checksNothing, "'\(name)' is compared with itself", at: range, severity: .warning,
        suggestion: "write the value that it is compared with"))
  }

  /// The names that examples and the matrix bind; `tenant` and `app` may be others in a run, and variables of the scenario win.
  static func caseNames(of scenario: Scenario) -> Set<String> {
    let axes = scenario.matrix?.axes.map(\.name.value) ?? []
    let columns = scenario.examples?.rows.flatMap { $0.values.map(\.name.value) } ?? []
    return Set(axes + columns).subtracting(scenario.vars.map(\.name.value) + ["tenant", "app"])
  }

  /// A condition on a tenant that is in no tenants file is never true, or always.
  private func unknownTenant(_ condition: NamedMatcher) -> Diagnostic? {
    guard condition.name.value == "tenant", let tenants, !tenants.isEmpty else { return nil }
    if let name = condition.matcher.comparedTexts.first(where: { !tenants.contains($0.value) }) {
      return .unknown(
        .unknownTenant, "no tenant '\(name.value)' in tenants.yaml", name, among: tenants.sorted(), severity: .warning)
    }
    guard tenants.allSatisfy({ Self.judge(condition.matcher, .text($0)) == .differs }) else { return nil }
    return Diagnostic(
      .unknownTenant, "no tenant in tenants.yaml is \(condition.matcher.wording), so the condition is never true",
      at: condition.matcher.range, severity: .warning)
  }

  /// A condition that is false in every case; a fragment may be used with other values elsewhere.
  private func neverTrue(_ condition: NamedMatcher) -> Diagnostic? {
    let name = condition.name.value
    guard uses.isEmpty, caseNames.contains(name), scope.bound.contains(name) else { return nil }
    let values = values(of: name)
    guard !values.isEmpty, values.allSatisfy({ Self.judge(condition.matcher, $0) == .differs }) else { return nil }
    return Diagnostic(
      .neverTrue, "no case has a '\(name)' that is \(condition.matcher.wording), so the condition is never true",
      at: condition.matcher.range, severity: .warning)
  }

  /// A condition on a part that is not there always passes its step over; `nil` if it may be there.
  ///
  /// An account may lack what others of the tenant have, which is what conditions are for: only a slip is reported.
  private func missingPart(_ condition: NamedMatcher) -> Diagnostic? {
    let parts = condition.name.value.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, Self.judge(condition.matcher, nil) != .holds else { return nil }
    let (root, rest) = (String(parts[0]), parts[1].prefix { $0 != "." && $0 != "[" })
    if root == "account" {
      guard let attributes, !attributes.contains(String(rest)) else { return nil }
      guard let nearest = ClosestMatch.of(String(rest), in: attributes) else { return nil }
      return Diagnostic(
        .unboundVariable, "the account has no '\(rest)'", at: condition.name.range, suggestion: ClosestMatch.suggestion(nearest))
    }
    let maps = (scope.known[root] ?? []).map { value in if case .map(let members) = value { members.map(\.name) } else { [String]() } }
    guard !maps.isEmpty, maps.allSatisfy({ !$0.isEmpty && !$0.contains(String(rest)) }) else { return nil }
    let nearest = ClosestMatch.of(String(rest), in: maps.joined())
    return Diagnostic(
      .unboundVariable, "'\(root)' has no '\(rest)'", at: condition.name.range, suggestion: nearest.map(ClosestMatch.suggestion))
  }

  private func values(of name: String) -> [Value] {
    if name.hasPrefix("secret.") || Self.secretsOfAccounts.contains(name) { return [.secret(Secret("", name: name))] }
    return scope.known[name] ?? []
  }

  private static let secretsOfAccounts: Set<String> = ["account.password", "account.totp"]

  /// What a condition comes to; holds where it draws on names whose values come later.
  private static func judge(_ matcher: Matcher, _ value: Value?) -> Judgement {
    guard matcher.references.isEmpty else { return .holds }
    var bindings = Bindings(values: [:], generator: SeededGenerator(seed: 0, labels: []), now: Instant(milliseconds: 0))
    do throws(BindingFailure) {
      return try matcher.judge(MatchSubject(value, readsLiteralsAsText: true), in: &bindings)
    } catch {
      return .holds
    }
  }

  /// The round of a loop and the texts of a person are shown as they are written.
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
