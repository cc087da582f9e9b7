internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Follows a scenario from its first step to its last and knows which names are bound where.
struct NameScopeChecks {
  var diagnostics: [Diagnostic] = []
  var scope: NameScope
  private let file: SourceFile
  let isSignedIn: Bool
  private let mayLackNames: Bool
  /// The attributes of the accounts it may sign in as; `nil` if they are not known.
  let attributes: Set<String>?
  /// What conditions may name, of all tenants.
  let known: KnownNames
  /// The names that only `examples` and `matrix` bind, so that all their values are known.
  let caseNames: Set<String>
  /// These, and others of which all values are known.
  let exactNames: Set<String>
  /// Where each name is captured, wherever that is.
  var places: [String: SourceRange] = [:]
  /// The captures of the scenario's own file, in order.
  private var captured: [Located<String>] = []
  private(set) var used: Set<String> = []
  /// What the scenario asks of the environment: secrets and variables.
  private(set) var needs: [Reference] = []
  /// The places of the fragments around, the innermost last.
  var uses: [SourceRange] = []
  /// The condition of the step at hand.
  var condition: String?

  /// - Parameter mayLackNames: whether names may be bound that could not be read.
  init(_ scenario: Scenario, variables: Set<String>, attributes: Set<String>?, known: KnownNames, mayLackNames: Bool) {
    self.mayLackNames = mayLackNames
    self.known = known
    caseNames = Self.caseNames(of: scenario)
    exactNames = Self.exactNames(of: scenario, without: variables)
    file = scenario.file
    isSignedIn = !scenario.accounts.isEmpty
    self.attributes = attributes
    scope = NameScope(NameScope.everywhere)
    if !isSignedIn { scope.bound.remove("account") }
    scope.bound.formUnion(variables)
    scope.bind(BoundByItself.caseLabel.rawValue)
    bindCase(of: scenario)
    for variable in scenario.vars {
      use(variable.value.references)
      scope.bind(variable.name.value, to: variable.value.constant.map { [$0] } ?? [])
    }
    // What the command line gives wins, and is not known here.
    for name in variables { scope.known[name] = nil }
    use(scenario.start.references)
  }

  /// The row, the cell, and the label of the row.
  private mutating func bindCase(of scenario: Scenario) {
    for axis in scenario.matrix?.axes ?? [] { scope.bind(axis.name.value, to: axis.values.map { .text($0.value) }) }
    guard let rows = scenario.examples?.rows, !rows.isEmpty else { return }
    let outer = scope
    for row in rows {
      scope = outer
      for member in row.values {
        use(member.value.references)
        scope.bind(member.name.value)
      }
    }
    scope = outer
    for name in Set(rows.flatMap { $0.values.map(\.name.value) }) {
      let values = rows.compactMap { row in row.values.first { $0.name.value == name }?.value.constant }
      guard let row = rows.first(where: { row in !row.values.contains { $0.name.value == name } }) else {
        scope.bind(name, to: values)
        continue
      }
      scope.known[name] = values
      scope.doubt(
        name,
        NameScope.Doubt(
          reason: "the example '\(row.label)' has none", note: "this example has no '\(name)'", place: row.range, condition: nil))
    }
  }

  /// All steps of a scenario, then what was captured and never used.
  mutating func follow(_ scenario: Scenario) {
    follow(scenario.before)
    follow(scenario.steps)
    // Clean-up always follows; what was captured on some ways is there on those.
    for name in scope.doubtful.keys { scope.bind(name) }
    follow(scenario.after)
    for capture in captured where !used.contains(capture.value) {
      diagnostics.append(Diagnostic(.unusedCapture, "'\(capture.value)' is captured and never used", at: capture.range, severity: .warning))
    }
    use(ofTitle: scenario)
    checkColumns(of: scenario)
  }

  /// A title may use what a row has; what it must not use is reported elsewhere.
  private mutating func use(ofTitle scenario: Scenario) {
    used.formUnion(scenario.title.references.map(\.name))
  }

  /// Columns that no step uses are likely misspelt, there or where they are used.
  private mutating func checkColumns(of scenario: Scenario) {
    var seen: Set<String> = []
    for column in scenario.examples?.rows.flatMap({ $0.values.map(\.name) }) ?? [] where seen.insert(column.value).inserted {
      guard !used.contains(column.value) else { continue }
      diagnostics.append(
        Diagnostic(
          .unusedColumn, "no step uses the value '\(column.value)' of the examples", at: column.range, severity: .warning,
          suggestion: "write ${\(column.value)} where it is meant, or remove it"))
    }
  }

  mutating func follow(_ steps: [Step]) {
    for step in steps { follow(step) }
  }

  /// - Parameter isHead: whether its branch of `either` is taken only where it fits, so that it is never passed over.
  mutating func follow(_ step: Step, isHead: Bool = false) {
    for matcher in step.when {
      useName(matcher.name)
      checkCondition(matcher)
      checkItself(matcher)
    }
    use(step.when)
    let outer = condition
    if !step.when.isEmpty, !isHead { condition = Self.spelling(of: step.when) }
    followHead(step)
    for capture in step.captures {
      if case .link(let matcher?) = capture.source { use(matcher.references, own: step.captures) }
    }
    for capture in step.captures { bind(capture, in: step, isHead: isHead) }
    if case .screen(let screen) = step.kind {
      for answer in screen.answers { use(answer.value.references) }
      if let press = screen.press { use(press.value.references) }
    }
    if case .token(let token) = step.kind, let press = token.press { use(press.value.references) }
    condition = outer
  }

  static let passedOver = "the step that captures it may be skipped"

  private mutating func bind(_ capture: Capture, in step: Step, isHead: Bool) {
    places[capture.name.value] = capture.name.range
    if uses.isEmpty, capture.name.range.file == file { captured.append(capture.name) }
    scope.known[capture.name.value] = nil
    guard step.maySkip && !isHead || condition != nil else { return scope.bind(capture.name.value, to: capture.source.known) }
    scope.doubt(
      capture.name.value,
      NameScope.Doubt(reason: Self.passedOver, note: "it is captured here", place: capture.name.range, condition: condition))
  }

  /// The text of `when`, so that the same condition is recognised again.
  private static func spelling(of when: [NamedMatcher]) -> String {
    when.map { matcher in
      let range = matcher.matcher.range
      var text = matcher.name.value + ":"
      for line in range.start.line...max(range.start.line, range.end.line) {
        guard let source = range.file.line(line)?.unicodeScalars else { continue }
        let from = line == range.start.line ? range.start.column - 1 : 0
        let to = line == range.end.line ? range.end.column - 1 : source.count
        text += String(source.dropFirst(from).prefix(max(to - from, 0)))
      }
      return text
    }.joined(separator: "\n")
  }
}

/// Names that are used.
extension NameScopeChecks {
  mutating func use(_ matchers: [NamedMatcher], own: [Capture] = []) {
    for matcher in matchers { use(matcher.matcher.references, own: own) }
  }

  /// The name of a variable in `when` and `check`, with its path.
  mutating func useName(_ name: Located<String>) {
    let root = name.value.prefix { $0 != "." && $0 != "[" }
    use([Reference(name: String(root), range: name.range)], asKey: true)
  }

  /// - Parameter asKey: whether they are keys, which have no defaults.
  mutating func use(_ references: [Reference], own: [Capture] = [], asKey: Bool = false) {
    for reference in references {
      if uses.isEmpty { used.insert(reference.name) }
      if reference.isOfEnvironment { needs.append(reference) }
      if scope.bound.contains(reference.name) {
        checkAccount(reference)
      } else if reference.fallback == nil {
        report(reference, own, asKey: asKey)
      }
    }
  }

  private mutating func checkAccount(_ reference: Reference) {
    guard reference.name == "account", reference.fallback == nil, let attributes, case .member(let name)? = reference.path.first,
      !attributes.contains(name)
    else { return }
    diagnostics.append(
      .unknown(
        .unboundVariable, "the account has no '\(name)'", Located(name, at: reference.range), among: attributes.sorted(),
        notes: uses.last.map { [.init("the fragment is used here", at: $0)] } ?? []))
  }

  private mutating func report(_ reference: Reference, _ own: [Capture], asKey: Bool) {
    let name = reference.name
    if let doubt = scope.doubtful[name] {
      if let condition = doubt.condition, condition == self.condition { return }
      diagnostics.append(
        Diagnostic(
          places[name] == nil ? .unboundVariable : .captureInBranch, "'\(name)' may have no value here: \(doubt.reason)",
          at: reference.range,
          suggestion: asKey
            ? "give it a first value: 'vars: {\(name): …}' next to 'journey'" : "write ${\(name), 'default'} for a fallback value",
          notes: [.init(doubt.note, at: doubt.place)]))
    } else if let capture = own.first(where: { $0.name.value == name }) {
      diagnostics.append(
        Diagnostic(
          .captureTooEarly, "'\(name)' is captured by this step; it can be used in 'answers' and in later steps", at: reference.range,
          notes: [.init("'\(name)' is captured here", at: capture.name.range)]))
    } else if mayLackNames, name != BoundByItself.index.rawValue {
      return
    } else if name == "account" {
      diagnostics.append(
        Diagnostic(
          .unboundVariable, "no variable 'account' here, because the scenario has no key 'account'", at: reference.range,
          suggestion: "write 'account: <name>' next to 'journey'",
          notes: uses.last.map { [.init("the fragment is used here", at: $0)] } ?? []))
    } else {
      diagnostics += NameCheck.unknownNames(in: [reference], known: scope.bound)
    }
  }
}

extension Reference {
  /// Whether it is the environment's to give.
  fileprivate var isOfEnvironment: Bool { (name == "secret" || name == "env") && !path.isEmpty }
}
