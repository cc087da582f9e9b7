internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario
internal import ModelCoding

extension Walk {
  /// Names that the steps of a fragment see in addition to its parameters.
  private static let namesOfEveryScope = ["account", "tenant", "app", "secret", "env"]

  /// Binds the case's variables and begins with the first program.
  mutating func begin() -> Course {
    mark = now
    do throws(BindingFailure) {
      try bindVariables()
      return .goOn
    } catch {
      return fail([Mismatch(error, of: "variables")])
    }
  }

  private mutating func bindVariables() throws(BindingFailure) {
    let variables = planned.variables
    let tenant = planned.tenant
    bindings.values["tenant"] = .text(tenant.name)
    bindings.values["app"] = .text(tenant.app ?? tenant.dialect.apps.first?.name ?? "")
    bindings.values["case"] = .text(variables.label ?? "")
    var bound: Set<String> = []
    for member in variables.fixed + variables.cell where bound.insert(member.name).inserted {
      bindings.values[member.name] = member.value
    }
    for member in variables.row where bound.insert(member.name.value).inserted {
      bindings.values[member.name.value] = try member.value.evaluate(in: &bindings)
      note(member)
    }
    for member in variables.vars where bound.insert(member.name.value).inserted {
      bindings.values[member.name.value] = try member.value.evaluate(in: &bindings)
      note(member)
    }
  }

  /// Remembers where the value of a variable comes from.
  mutating func note(_ member: TemplateValue.Member) {
    sources[member.name.value] = AnswerSource(of: member.value, known: sources)
  }

  mutating func startParameters(_ start: StartSpecification) throws(BindingFailure) -> StartParameters {
    StartParameters(
      keys: try evaluate(start.keys), parameters: try evaluate(start.parameters),
      headers: try evaluate(start.headers).hidingCredentials(CredentialName.isHeader))
  }

  mutating func evaluate(_ members: [TemplateValue.Member]) throws(BindingFailure) -> [Value.Member] {
    var values: [Value.Member] = []
    values.reserveCapacity(members.count)
    for member in members { values.append(Value.Member(member.name.value, try member.value.evaluate(in: &bindings))) }
    return values
  }

  /// What a name, or a path such as `claims.email`, is bound to.
  func variable(_ name: String) -> Value? {
    if let value = bindings.values[name] { return value }
    do throws(ValuePathError) {
      let path = try ValuePath(parsing: name)
      guard case .variable(let root) = path.root, let value = bindings.values[root] else { return nil }
      return path.value(in: value)
    } catch {
      return nil
    }
  }

  /// Captures: the name is bound here, and in the scope outside once this one is left.
  mutating func bind(_ name: String, to value: Value) {
    bindings.values[name] = value
    learn(value.secrets)
    for index in frames.indices.reversed() {
      guard case .scope(let outer, var captured) = frames[index] else { continue }
      captured[name] = value
      frames[index] = .scope(outer: outer, captured: captured)
      return
    }
  }

  mutating func enter(_ parameters: [TemplateValue.Member], _ step: StepReference) -> Course {
    do throws(BindingFailure) {
      let given = try evaluate(parameters)
      var inner: [String: Value] = [:]
      for name in Self.namesOfEveryScope { inner[name] = bindings.values[name] }
      for member in given { inner[member.name] = member.value }
      for parameter in parameters { note(parameter) }
      frames.append(.scope(outer: bindings.values, captured: [:]))
      bindings.values = inner
      counter += 1
      return .goOn
    } catch {
      begin(step.id, head: "use", at: step.range)
      return fail(error)
    }
  }

  /// Opens a scope that holds the names every scope sees; what is captured in it is forgotten with it.
  mutating func enterScope() {
    frames.append(.scope(outer: bindings.values, captured: [:]))
    bindings.values = bindings.values.filter { Self.namesOfEveryScope.contains($0.key) }
  }

  /// Leaves a scope with everything that was captured in it.
  mutating func forgetScope() {
    guard case .scope(let outer, _)? = frames.popLast() else { preconditionFailure("a scope is left that was not entered") }
    bindings.values = outer
  }

  mutating func leaveScope() {
    guard case .scope(let outer, let captured)? = frames.popLast() else { preconditionFailure("a scope is left that was not entered") }
    bindings.values = outer
    for (name, value) in captured { bind(name, to: value) }
  }

  mutating func beginLoop() {
    frames.append(.loop(round: 1, outer: bindings.values["index"]))
    bindings.values["index"] = .number("1")
  }

  /// What distinguishes the rounds of a step, e.g. `.round-2`; empty outside `repeat`.
  var roundSuffix: String {
    let rounds = frames.compactMap { frame in
      if case .loop(let round, _) = frame { String(round) } else { nil }
    }
    return rounds.isEmpty ? "" : ".round-" + rounds.joined(separator: "-")
  }

  /// Whether there is a further round, which is then begun.
  mutating func nextRound(of count: Int) -> Bool {
    guard case .loop(let round, let outer)? = frames.last else { preconditionFailure("a round outside a loop") }
    guard round < count else { return false }
    stepsTaken += 1
    frames[frames.count - 1] = .loop(round: round + 1, outer: outer)
    bindings.values["index"] = .number(String(round + 1))
    return true
  }

  mutating func endLoop() {
    guard case .loop(_, let outer)? = frames.popLast() else { preconditionFailure("a loop is left that was not entered") }
    bindings.values["index"] = outer
  }

  /// Leaves all scopes and loops that an early end left open; their captures stay.
  mutating func unwind() {
    while let frame = frames.last {
      switch frame {
      case .scope: leaveScope()
      case .loop: endLoop()
      }
    }
  }
}
