import Diagnostics

extension FlowCompiler {
  /// Screens that no state shows, and states that nothing leads to.
  mutating func checkScreens(of flow: Flow) {
    let shown = Set(flow.states.compactMap(\.screen))
    for (place, screen) in definition.screens.enumerated() where !shown.contains(place) {
      warn("screen '\(screen.id.value)' is shown by no state", screen.id)
    }
    for (place, state) in definition.states.enumerated() where !used.states.contains(place) {
      warn("nothing leads to state '\(state.id.value)'", state.id)
    }
    if definition.clients.isEmpty {
      report(.missingKey, "a tenant needs 'clients', the apps that may ask for a journey", definition.name.range)
    }
  }

  /// Forms that can be posted and show nothing to submit them with; a tenant may be so, and then its journeys stop there.
  mutating func checkSubmitters(of flow: Flow) {
    let posted = Set((flow.states.flatMap(\.forms) + flow.everywhere).map(\.id))
    for form in definition.screens.flatMap(\.forms) {
      let types = form.widgets.compactMap { WidgetType(rawValue: $0.type.value) }
      // A type that is no type was reported.
      guard types.count == form.widgets.count, !types.contains(.submit) else { continue }
      guard types.contains(where: \.takesAnswer) || posted.contains(form.id.value) else { continue }
      warn("form '\(form.id.value)' has no widget of type submit, so nobody can submit it", form.id, as: .noSubmitter)
    }
  }

  private mutating func warn(_ message: String, _ name: Located<String>, as id: DiagnosticID = .unusedName) {
    guard isOwn(name.range) else { return }
    diagnostics.append(Diagnostic(id, message, at: name.range, severity: .warning))
  }
}
