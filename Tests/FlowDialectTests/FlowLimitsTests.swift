import Encodings
import JourneyModel
import Testing

@testable import FlowDialect

struct FlowLimitsTests {
  /// An answer with so many of one kind, as many as are read where nothing else is said.
  struct Row: Sendable, CustomTestStringConvertible {
    var kind: String
    var most: Int
    var sentence: String
    var body: @Sendable (Int) -> String

    var testDescription: String { kind }
  }

  private static let rows = [
    Row(kind: "forms", most: FlowLimits.forms, sentence: "it has more than 500 forms") { count in
      #"{"forms":[\#(list(count) { #"{"id":"f\#($0)"}"# })]}"#
    },
    Row(kind: "widgets", most: FlowLimits.widgets, sentence: "it has more than 5000 widgets") { count in
      // The limit is on all forms together.
      #"{"forms":[{"id":"a","widgets":[\#(list(count - 1) { #"{"id":"w\#($0)"}"# })]},{"id":"b","widgets":[{}]}]}"#
    },
    Row(kind: "options", most: FlowLimits.options, sentence: "it has more than 20000 options") { count in
      let group = #"{"label":"g","options":[\#(list(count - 1) { #"{"value":"\#($0)"}"# })]}"#
      return #"{"forms":[{"id":"a","widgets":[{"type":"select","id":"s","options":[\#(group)]}]}]}"#
    },
    Row(kind: "messages of widgets", most: FlowLimits.messages, sentence: "it has more than 1000 messages") { count in
      #"{"messages":{"a":{\#(list(count) { #""w\#($0)":{"text":"no"}"# })}}}"#
    },
    Row(kind: "messages of the page", most: FlowLimits.messages, sentence: "it has more than 1000 messages") { count in
      #"{"messages":{"global":[\#(list(count) { #"{"text":"\#($0)"}"# })]}}"#
    },
    Row(kind: "layout", most: FlowLimits.layoutNodes, sentence: "it has a layout of more than 10000 nodes") { count in
      #"{"layout":{"type":"vertical","items":[{"type":"horizontal","items":[\#(list(count - 1) { _ in "{}" })]}]}}"#
    },
    Row(kind: "form id", most: FlowLimits.idBytes, sentence: "it has an id of more than 1000 bytes") { count in
      #"{"forms":[{"id":"\#(String(repeating: "f", count: count))"}]}"#
    },
    Row(kind: "widget id", most: FlowLimits.idBytes, sentence: "it has an id of more than 1000 bytes") { count in
      #"{"forms":[{"id":"a","widgets":[{"id":"\#(String(repeating: "w", count: count))"}]}]}"#
    },
    Row(kind: "screen", most: FlowLimits.idBytes, sentence: "it has an id of more than 1000 bytes") { count in
      #"{"screen":"\#(String(repeating: "s", count: count))"}"#
    },
  ]

  private static func list(_ count: Int, _ element: (Int) -> String) -> String { (0..<count).map(element).joined(separator: ",") }

  @Test(arguments: rows)
  func `as much as a screen may have is read, and one more is too much`(_ row: Row) throws {
    _ = try FlowState(try JSONReader.read(row.body(row.most)))
    let error = #expect(throws: FlowWireError.self) { try FlowState(try JSONReader.read(row.body(row.most + 1))) }
    #expect(error == FlowWireError(sentence: row.sentence, isTooLarge: true))
  }

  @Test func `a screen of everything at its limit warns a hundred times at most, and says each message once`() throws {
    let widgets = Self.list(FlowLimits.widgets) { #"{"type":"t\#($0)"}"# }
    let messages = Self.list(FlowLimits.messages) { #"{"text":"\#($0 / 2)"}"# }
    let state = try FlowState(try JSONReader.read(#"{"forms":[{"id":"a","widgets":[\#(widgets)]}],"messages":{"global":[\#(messages)]}}"#))
    var mapping = FlowMapping(app: .web)
    let screen = mapping.screen(from: state)
    #expect(mapping.warnings.count == FlowLimits.warnings)
    #expect(screen.messages.count == FlowLimits.messages / 2)
  }
}
