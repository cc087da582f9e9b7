import Encodings
import JourneyModel
import Testing

@testable import FlowDialect

/// The lists of widget types that have to agree: what scenarios may name, what is mapped, and what each app reads.
struct FlowWidgetTypeTests {
  @Test(arguments: FlowDescription.widgetTypes) func `every type that scenarios may name is mapped to a kind`(type: String) throws {
    let sent: JSONValue = ["type": .string(type), "id": "a", "label": "A"]
    let widget = FlowMapping(app: .web).widget(try #require(FlowWidget(sent)))
    if case .unknown = widget.kind { Issue.record("the mapping does not know '\(type)'") }
    #expect(widget.typeName == type)
  }

  @Test func `a type that is not listed is kept as it was sent`() throws {
    let sent: JSONValue = ["type": "carousel", "id": "a"]
    guard case .unknown = FlowMapping(app: .web).widget(try #require(FlowWidget(sent))).kind else {
      Issue.record("'carousel' is mapped, so it belongs in FlowWidget.types")
      return
    }
  }

  @Test func `an app reads no type that scenarios cannot name`() {
    for app in FlowAppProfile.all {
      // The apps read a form within a form, which nobody draws.
      let types = (app.decoder.map { Array($0.widgets.keys) } ?? []).filter { $0 != "form" }
      #expect(Set(types).isSubset(of: FlowDescription.widgetTypes), "\(app.name)")
    }
  }
}
