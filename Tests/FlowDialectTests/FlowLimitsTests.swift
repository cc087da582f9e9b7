import Encodings
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

@testable import FlowDialect

struct FlowLimitsTests {
  private static let rows = [
    LimitRow("forms", most: ResponseLimits.flow.forms, excess: "more than 500 forms") { count in
      #"{"forms":[\#(LimitRow.list(count) { #"{"id":"f\#($0)"}"# })]}"#
    },
    LimitRow("widgets", most: ResponseLimits.flow.widgets, excess: "more than 5000 widgets") { count in
      // The limit is on all forms together.
      #"{"forms":[{"id":"a","widgets":[\#(LimitRow.list(count - 1) { #"{"id":"w\#($0)"}"# })]},{"id":"b","widgets":[{}]}]}"#
    },
    LimitRow("options", most: ResponseLimits.flow.options, excess: "more than 20000 options") { count in
      let group = #"{"label":"g","options":[\#(LimitRow.list(count - 1) { #"{"value":"\#($0)"}"# })]}"#
      return #"{"forms":[{"id":"a","widgets":[{"type":"select","id":"s","options":[\#(group)]}]}]}"#
    },
    LimitRow("messages of widgets", most: ResponseLimits.flow.messages, excess: "more than 1000 messages") { count in
      #"{"messages":{"a":{\#(LimitRow.list(count) { #""w\#($0)":{"text":"no"}"# })}}}"#
    },
    LimitRow("messages of the page", most: ResponseLimits.flow.messages, excess: "more than 1000 messages") { count in
      #"{"messages":{"global":[\#(LimitRow.list(count) { #"{"text":"\#($0)"}"# })]}}"#
    },
    LimitRow("layout", most: ResponseLimits.flow.layoutNodes, excess: "a layout of more than 10000 nodes") { count in
      #"{"layout":{"type":"vertical","items":[{"type":"horizontal","items":[\#(LimitRow.list(count - 1) { _ in "{}" })]}]}}"#
    },
    LimitRow("form id", most: ResponseLimits.flow.idBytes, excess: "an id of more than 1000 bytes") { count in
      #"{"forms":[{"id":"\#(String(repeating: "f", count: count))"}]}"#
    },
    LimitRow("widget id", most: ResponseLimits.flow.idBytes, excess: "an id of more than 1000 bytes") { count in
      #"{"forms":[{"id":"a","widgets":[{"id":"\#(String(repeating: "w", count: count))"}]}]}"#
    },
    LimitRow("screen", most: ResponseLimits.flow.idBytes, excess: "an id of more than 1000 bytes") { count in
      #"{"screen":"\#(String(repeating: "s", count: count))"}"#
    },
  ]

  @Test(arguments: rows)
  func `as much as a screen may have is read, and one more is too much`(_ row: LimitRow) throws {
    _ = try FlowState(try JSONReader.read(row.body(row.most)))
    let error = #expect(throws: FlowWireError.self) { try FlowState(try JSONReader.read(row.body(row.most + 1))) }
    #expect(error == FlowWireError(sentence: "it has " + row.excess, isTooLarge: true))
  }

  @Test func `a screen of everything at its limit warns a hundred times at most, and says each message once`() throws {
    let widgets = LimitRow.list(ResponseLimits.flow.widgets) { #"{"type":"t\#($0)"}"# }
    let messages = LimitRow.list(ResponseLimits.flow.messages) { #"{"text":"\#($0 / 2)"}"# }
    let state = try FlowState(try JSONReader.read(#"{"forms":[{"id":"a","widgets":[\#(widgets)]}],"messages":{"global":[\#(messages)]}}"#))
    var mapping = FlowMapping(app: .web)
    let screen = mapping.screen(from: state)
    #expect(mapping.warnings.count == Warnings.limit)
    #expect(screen.messages.count == ResponseLimits.flow.messages / 2)
  }
}
