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

  private mutating func warn(_ message: String, _ name: Located<String>) {
    guard isOwn(name.range) else { return }
    diagnostics.append(Diagnostic(.unusedName, message, at: name.range, severity: .warning))
  }
}
