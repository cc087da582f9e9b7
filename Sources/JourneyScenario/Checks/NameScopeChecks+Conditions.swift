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
    if let problem = unknownTenant(condition) ?? unknownApp(condition) ?? neverTrue(condition) { diagnostics.append(problem) }
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
    guard condition.name.value == "tenant", let tenants = known.tenants, !tenants.isEmpty else { return nil }
    if let name = condition.matcher.comparedTexts.first(where: { !tenants.contains($0.value) }) {
      return .unknown(
        .unknownTenant, "no tenant '\(name.value)' in tenants.yaml", name, among: tenants.sorted(), severity: .warning)
    }
    guard tenants.allSatisfy({ Self.judge(condition.matcher, .text($0)) == .differs }) else { return nil }
    return Diagnostic(
      .unknownTenant, "no tenant in tenants.yaml is \(condition.matcher.wording), so the condition is never true",
      at: condition.matcher.range, severity: .warning)
  }

  /// A condition on an app that no dialect has is never true, or always.
  private func unknownApp(_ condition: NamedMatcher) -> Diagnostic? {
    guard condition.name.value == "app", let apps = known.apps, !apps.isEmpty,
      let name = condition.matcher.comparedTexts.first(where: { !apps.contains($0.value) })
    else { return nil }
    return .unknown(.unknownApp, "no tenant has an app '\(name.value)'", name, among: apps.sorted(), severity: .warning)
  }

  /// A condition that is false in every case; a fragment may be used with other values elsewhere.
  private func neverTrue(_ condition: NamedMatcher) -> Diagnostic? {
    let name = condition.name.value
    guard uses.isEmpty, exactNames.contains(name), scope.bound.contains(name), isNeverTrue(condition) else { return nil }
    let isOfCase = caseNames.contains(name)
    let why =
      isOfCase ? "no case has a '\(name)' that is \(condition.matcher.wording)" : "'\(name)' is never \(condition.matcher.wording) here"
    return Diagnostic(.neverTrue, "\(why), so the condition is never true", at: condition.matcher.range, severity: .warning)
  }

  /// Whether a condition is false for all that its name may be here, as far as that is known.
  func isNeverTrue(_ condition: NamedMatcher) -> Bool {
    let values = values(of: condition.name.value)
    return !values.isEmpty && values.allSatisfy { Self.judge(condition.matcher, $0) == .differs }
  }

  /// The names all of whose values are known: those of cases and of rounds. A variable may be given another value by the command line.
  static func exactNames(of scenario: Scenario, without variables: Set<String>) -> Set<String> {
    var captured: Set<String> = []
    (scenario.before + scenario.steps + scenario.after).forEachStep { captured.formUnion($0.captures.map(\.name.value)) }
    return caseNames(of: scenario).union([BoundByItself.index.rawValue]).subtracting(captured).subtracting(variables)
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
  private static func judge(_ matcher: Matcher, _ value: Value?) -> Judgement { matcher.judgement(of: value) ?? .holds }

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
