import Diagnostics

extension TenantGraph {
  /// The graph without the inherited edges that the tenant's policies rule out: what a tenant extends says more than it needs.
  ///
  /// It removes edges whose condition is never true, that are below one whose condition is always true, whose form is never
  /// shown, or whose state is unreachable. The tenant's own edges stay, because such an edge is an error.
  func pruned(_ rules: [ScreenRule], isOwn: (SourceRange) -> Bool) -> TenantGraph {
    var graph = self
    for place in graph.states.indices {
      let rule = graph.states[place].screen.map { rules[$0] }
      graph.states[place].forms = graph.states[place].forms.compactMap { form in
        if rule?.form(form.id)?.condition.folded == .constant(false) { return form.keeping(isOwn) }
        return form.pruned(isOwn)
      }
      graph.states[place].decision = graph.states[place].decision.flatMap { $0.pruned(isOwn) }
    }
    let reached = graph.reachedStates
    for place in graph.states.indices where !reached.contains(place) {
      graph.states[place].forms = graph.states[place].forms.compactMap { $0.keeping(isOwn) }
      graph.states[place].decision = graph.states[place].decision?.keeping(isOwn)
      if graph.states[place].forms.isEmpty, graph.states[place].decision == nil { graph.ruledOut.insert(place) }
    }
    return graph
  }

  /// The states that edges, full counters and links of mails lead to, under any facts.
  private var reachedStates: Set<Int> {
    var reached: Set<Int> = [start]
    var open = [start]
    func visit(_ target: Target) {
      if case .state(let place) = target, reached.insert(place).inserted { open.append(place) }
    }
    while let place = open.popLast() {
      let forms = states[place].forms + (states[place].decision.map { [$0] } ?? []) + everywhere
      for edge in forms.flatMap(\.edges) {
        visit(edge.target)
        if let comeback = edge.comeback { visit(.state(comeback)) }
        for effect in edge.effects {
          if case .count(let index) = effect { visit(tables.counters[index].target) }
          if case .send(let mail) = effect, let state = tables.mails[mail].linkState { visit(.state(state)) }
        }
      }
    }
    return reached
  }
}

extension GraphForm {
  /// Only the tenant's own edges; `nil` if there is none.
  fileprivate func keeping(_ isOwn: (SourceRange) -> Bool) -> GraphForm? {
    var form = self
    form.edges = edges.filter { isOwn($0.range) }
    return form.edges.isEmpty ? nil : form
  }

  fileprivate func pruned(_ isOwn: (SourceRange) -> Bool) -> GraphForm? {
    var form = self
    var isCertain = false
    form.edges = edges.filter { edge in
      let condition = edge.condition.folded
      let isDead = isCertain || condition == .constant(false)
      isCertain = isCertain || condition == .always
      return !isDead || isOwn(edge.range)
    }
    return form.edges.isEmpty ? nil : form
  }
}

extension Guard {
  /// The same condition with everything worked out that does not depend on facts or answers.
  fileprivate var folded: Guard {
    switch self {
    case .constant, .atom: return self
    case .not(let inner):
      if case .constant(let flag) = inner.folded { return .constant(!flag) }
      return self
    case .all(let parts):
      let rest = parts.map(\.folded).filter { $0 != .always }
      return rest.contains(.constant(false)) ? .constant(false) : rest.isEmpty ? .always : .all(rest)
    case .any(let parts):
      let rest = parts.map(\.folded).filter { $0 != .constant(false) }
      return rest.contains(.always) ? .always : rest.isEmpty ? .constant(false) : .any(rest)
    }
  }
}
