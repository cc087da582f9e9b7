import Diagnostics
import JourneyMock

extension TenantCompiler {
  /// Forms that can be posted and show nothing to submit them with; a tenant may be so, and then its journeys stop there.
  mutating func checkSubmitters(of graph: TenantGraph) {
    let posted = Set((graph.states.flatMap(\.forms) + graph.everywhere).map(\.id))
    for form in definition.screens.flatMap(\.forms) where isOwn(form.id.range) {
      let types = form.widgets.compactMap { FlowWidgetType(rawValue: $0.type.value) }
      // An unknown type was reported.
      guard types.count == form.widgets.count, !types.contains(where: { $0 == .submit || $0.isCredential })
      else { continue }
      guard types.contains(where: \.takesAnswer) || posted.contains(form.id.value) else { continue }
      let message = "form '\(form.id.value)' has no widget of type submit, so it cannot be submitted"
      diagnostics.append(Diagnostic(.noSubmitter, message, at: form.id.range, severity: .warning))
    }
  }
}
