import Encodings
import JourneyModel
import Testing

@testable import IDXDialect

struct IDXLimitsTests {
  /// A body with so many of one kind.
  struct Row: Sendable, CustomTestStringConvertible {
    var kind: String
    var most: Int
    var excess: String
    var members: @Sendable (Int) -> String

    var testDescription: String { kind }
  }

  private static let rows = [
    Row(kind: "remediations and actions", most: IDXLimits.forms, excess: "more than 200 forms") { count in
      #""remediation":{"value":[\#(list(count - 1) { #"{"name":"f\#($0)"}"# })]},"cancel":{"name":"cancel","href":"https://a.test/"}"#
    },
    Row(kind: "fields", most: IDXLimits.fields, excess: "more than 5000 fields and options") { count in
      #""remediation":{"value":[{"name":"f","value":[\#(list(count) { #"{"name":"w\#($0)"}"# })]}]}"#
    },
    Row(kind: "messages", most: IDXLimits.messages, excess: "more than 500 messages") { count in
      let field = #"{"name":"w","messages":{"value":[{"message":"no"}]}}"#
      let messages = list(count - 1) { #"{"message":"\#($0)"}"# }
      return #""remediation":{"value":[{"name":"f","value":[\#(field)]}]},"messages":{"value":[\#(messages)]}"#
    },
    Row(kind: "links", most: IDXLimits.links, excess: "a message with more than 50 links") { count in
      #""messages":{"value":[{"message":"m","links":[\#(list(count) { #"{"url":"https://a.test/\#($0)"}"# })]}]}"#
    },
    Row(kind: "form name", most: IDXLimits.nameBytes, excess: "a name of more than 1000 bytes") { count in
      #""remediation":{"value":[{"name":"\#(String(repeating: "f", count: count))"}]}"#
    },
    Row(kind: "field name", most: IDXLimits.nameBytes, excess: "a name of more than 1000 bytes") { count in
      #""remediation":{"value":[{"name":"f","value":[{"name":"\#(String(repeating: "w", count: count))"}]}]}"#
    },
  ]

  private static func list(_ count: Int, _ element: (Int) -> String) -> String { (0..<count).map(element).joined(separator: ",") }

  private static func body(_ members: String) throws -> IDXResponse {
    try #require(IDXResponse(try JSONReader.read(#"{"version":"1.0.0","stateHandle":"h",\#(members)}"#)))
  }

  @Test(arguments: rows)
  func `as much as a body may have is read, and one more is too much`(_ row: Row) throws {
    #expect(try Self.body(row.members(row.most)).excess == nil)
    #expect(try Self.body(row.members(row.most + 1)).excess == row.excess)
  }

  @Test func `what lies deep in a body is told as a whole, under no endless name`() throws {
    let levels = 60
    let deep = String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
    let facts = IDXMapping(try Self.body(#""other":\#(deep)"#)).facts
    #expect(facts.first { $0.name.hasPrefix("other") }?.name.utf8.count ?? .max < 30)
  }
}
