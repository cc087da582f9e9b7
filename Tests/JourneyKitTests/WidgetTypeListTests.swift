import FlowDialect
import Testing

@testable import JourneyFlowSpeech

/// Drivers and mocks share no code, so that their lists of widget types are compared here.
struct WidgetTypeListTests {
  @Test func `scenarios can name every widget type that a mock of journey-flow sends`() {
    #expect(Set(FlowWidgetType.allCases.map(\.rawValue)).isSubset(of: FlowDescription.widgetTypes))
  }
}
