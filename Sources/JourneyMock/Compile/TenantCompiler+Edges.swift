import Diagnostics
import LocatedYAML

extension TenantCompiler {
  mutating func compileConsequences() {
    for (index, counter) in definition.counters.enumerated() {
      var rule = CounterRule(name: counter.name.value, slot: names.counterSlots[index], limit: limit(of: counter))
      if let full = counter.full {
        used.counters.insert(rule.slot)
        rule.effects = effects(full, screen: nil, form: nil)
        rule.target = target(full)
      }
      tables.counters.append(rule)
    }
    checkCounterChains()
    for (index, timer) in definition.timers.enumerated() {
      var rule = TimerRule(name: timer.name.value, slot: names.timerSlots[index], lasts: duration(timer.lasts))
      if let over = timer.over { rule.effects = effects(over, screen: nil, form: nil) }
      tables.timers.append(rule)
    }
    checkScopeOfTimers()
  }

  /// A counter is full once it counted something.
  private mutating func limit(of counter: CounterDefinition) -> Int {
    let limit = number(counter.limit)
    guard limit < 1 else { return limit }
    // A tenant that sets the policy in its own file reads the error there.
    let policy = definition.policy.first { counter.limit.text == "policy.\($0.name.value)" }
    report(
      .badValue, "the limit of counter '\(counter.name.value)' is a number from 1 on, found \(limit)",
      policy?.name.range ?? counter.limit.range)
    return 1
  }

  mutating func state(_ state: StateDefinition, everywhere: [GraphForm]) -> GraphState {
    let id = state.id.value
    let says = state.says.compactMap { message($0) }
    checkRoom(for: state.says)
    if let decision = state.decision {
      return GraphState(id: id, screen: nil, says: says, forms: [], decision: form(decision, of: id, screen: nil))
    }
    let name = state.screen ?? state.id
    let index = definition.screens.firstIndex { $0.id.value == name.value }
    if index == nil { reportScreen(name) }
    let screen = index.map { definition.screens[$0] }
    var forms: [GraphForm] = []
    for rules in state.forms { forms.append(form(rules, of: id, screen: screen)) }
    for common in everywhere where screen?.forms.contains(where: { $0.id.value == common.id }) ?? false {
      guard !forms.contains(where: { $0.id == common.id }) else { continue }
      var own = common
      own.edges = common.edges.map { edge in
        var edge = edge
        edge.id = id + edge.id.dropFirst("everywhere".count)
        return edge
      }
      forms.append(own)
    }
    if let screen { checkForms(of: state, on: screen, taken: forms.map(\.id)) }
    return GraphState(id: id, screen: index, says: says, forms: forms)
  }

  private mutating func reportScreen(_ name: Located<String>) {
    let known = definition.screens.map(\.id.value)
    let nearest = ClosestMatch.of(name.value, in: known)
    report(.missingScreen, "unknown screen '\(name.value)'", name.range, suggestion: nearest.map { "did you mean '\($0)'?" })
  }

  /// Every form on the screen leads somewhere, and every form of the graph is on the screen.
  private mutating func checkForms(of state: StateDefinition, on screen: ScreenDefinition, taken: [String]) {
    let shown = screen.forms.map(\.id.value)
    for rules in state.forms where !shown.contains(rules.id.value) {
      reportUnknown(.unknownForm, rules.id, "form", shown, where: " on screen '\(screen.id.value)'")
    }
    for form in screen.forms where !taken.contains(form.id.value) && speech.needsRules(form) {
      report(.unknownForm, "state '\(state.id.value)' does not define form '\(form.id.value)' of its screen", state.id.range)
    }
  }

  mutating func form(_ rules: FormRules, of state: String, screen: ScreenDefinition?) -> GraphForm {
    let shown = screen?.forms.first { $0.id.value == rules.id.value }
    var finds: [Find] = []
    for find in rules.finds {
      guard let slot = names.attribute(find.attribute.value), slot.scope == .account else {
        reportUnknown(.unknownName, find.attribute, "text of an account", names.kept.filter { $0.hasPrefix("account.") })
        continue
      }
      finds.append(Find(attribute: slot, source: source(find.source, form: shown)))
    }
    var edges: [GraphEdge] = []
    for edge in rules.edges {
      edges.append(
        GraphEdge(
          id: "\(state).\(rules.id.value).\(edge.name.value)", condition: condition(edge.condition, form: shown),
          effects: effects(edge, screen: screen, form: shown), target: target(edge), comeback: comeback(edge),
          range: edge.name.range))
    }
    let optional = edges.flatMap(\.effects).answersKept.filter { path in
      shown?.widgets.contains { $0.id.value == path.joined(separator: ".") && $0.isOptional } ?? false
    }
    return GraphForm(id: rules.id.value, finds: finds, edges: edges, optional: Set(optional))
  }

  private mutating func condition(_ scalar: YAMLScalar?, form: FormDefinition?) -> Guard {
    let condition = condition(scalar)
    guard let scalar, let form else { return condition }
    for atom in condition.atoms {
      guard case .answer(let test) = atom else { continue }
      checkWidget(test.path, on: form, scalar.range)
      if case .equalsAnswer(let other) = test.comparison { checkWidget(other, on: form, scalar.range) }
    }
    return condition
  }

  /// An answer is that of a widget, or of all whose ids begin with it.
  mutating func checkWidget(_ path: [String], on form: FormDefinition, _ range: SourceRange) {
    let id = path.joined(separator: ".")
    let known = speech.answers(to: form)
    guard !known.contains(where: { $0 == id || $0.hasPrefix(id + ".") }) else { return }
    reportUnknown(.unknownWidget, Located(id, at: range), "widget", known, where: " on form '\(form.id.value)'")
  }

  mutating func target(_ edge: EdgeDefinition) -> Target {
    for effect in edge.effects {
      switch effect {
      case .refuse(let error): return .refuse(error.value)
      case .handOver(let page): return .handOver(page.value)
      case .expire: return .expire
      case .say, .set, .add, .remove, .start, .clear, .count, .send, .create, .forget, .evaluate: continue
      }
    }
    guard let name = edge.target else { return .stay }
    if name.value == "finish" { return .finish }
    // An error of 'start' is reported at its place.
    if name.value == "start" { return definition.start.flatMap { names.states[$0.value] }.map { .state($0) } ?? .stay }
    return state(named: name).map { .state($0) } ?? .stay
  }

  /// `go` next to `hand_over` is where the journey continues once the app comes back.
  private mutating func comeback(_ edge: EdgeDefinition) -> Int? {
    guard let name = edge.target, case .handOver = target(edge) else { return nil }
    return state(named: name)
  }

  mutating func message(_ name: Located<String>) -> Int? {
    let place = place(of: name, in: names.messages, "message")
    if let place { used.messages.insert(place) }
    return place
  }
}
