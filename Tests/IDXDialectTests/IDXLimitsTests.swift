import Encodings
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

@testable import IDXDialect

struct IDXLimitsTests {
  private static let rows = [
    LimitRow("remediations and actions", most: ResponseLimits.idx.forms, excess: "more than 200 forms") { count in
      #""remediation":{"value":[\#(LimitRow.list(count - 1) { #"{"name":"f\#($0)"}"# })]},"cancel":{"name":"cancel","href":"https://a.test/"}"#
    },
    LimitRow("fields", most: ResponseLimits.idx.widgets, excess: "more than 5000 fields and options") { count in
      #""remediation":{"value":[{"name":"f","value":[\#(LimitRow.list(count) { #"{"name":"w\#($0)"}"# })]}]}"#
    },
    LimitRow("messages", most: ResponseLimits.idx.messages, excess: "more than 500 messages") { count in
      let field = #"{"name":"w","messages":{"value":[{"message":"no"}]}}"#
      let messages = LimitRow.list(count - 1) { #"{"message":"\#($0)"}"# }
      return #""remediation":{"value":[{"name":"f","value":[\#(field)]}]},"messages":{"value":[\#(messages)]}"#
    },
    LimitRow("links", most: ResponseLimits.idx.links, excess: "a message with more than 50 links") { count in
      #""messages":{"value":[{"message":"m","links":[\#(LimitRow.list(count) { #"{"url":"https://a.test/\#($0)"}"# })]}]}"#
    },
    LimitRow("form name", most: ResponseLimits.idx.idBytes, excess: "a name of more than 1000 bytes") { count in
      #""remediation":{"value":[{"name":"\#(String(repeating: "f", count: count))"}]}"#
    },
    LimitRow("field name", most: ResponseLimits.idx.idBytes, excess: "a name of more than 1000 bytes") { count in
      #""remediation":{"value":[{"name":"f","value":[{"name":"\#(String(repeating: "w", count: count))"}]}]}"#
    },
  ]

  private static func body(_ members: String) throws -> IDXResponse {
    try #require(IDXResponse(try JSONReader.read(#"{"version":"1.0.0","stateHandle":"h",\#(members)}"#)))
  }

  @Test(arguments: rows)
  func `as much as a body may have is read, and one more is too much`(_ row: LimitRow) throws {
    #expect(try Self.body(row.body(row.most)).excess == nil)
    #expect(try Self.body(row.body(row.most + 1)).excess == row.excess)
  }

  @Test func `what lies deep in a body is told as a whole, under no endless name`() throws {
    let levels = 60
    let deep = String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
    let facts = IDXMapping(try Self.body(#""other":\#(deep)"#)).facts
    #expect(facts.first { $0.name.hasPrefix("other") }?.name.utf8.count ?? .max < 30)
  }
}
