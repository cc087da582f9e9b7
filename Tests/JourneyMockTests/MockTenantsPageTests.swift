import Encodings
import FoundationEssentials
import JourneyTestSupport
import Testing

@testable import JourneyFlowSpeech
@testable import JourneyMock

/// The lists of the page on mock tenants, held against the code; `RECORD_GOLDEN=1` writes them.
@Suite(.serialized) struct MockTenantsPageTests {
  private static let path = "Sources/JourneyKit/JourneyKit.docc/MockTenants.md"

  /// What stands between the line that names a list and the line that ends it.
  private static func listed(_ name: String, in page: String) throws -> Substring {
    let parts = page.split(separator: "<!-- \(name) -->\n", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "the page has no list of \(name)")
    let end = try #require(parts[1].firstRange(of: "<!-- end -->"))
    return parts[1][..<end.lowerBound]
  }

  private func expect(_ list: [String], named name: String) throws {
    let text = list.joined(separator: "\n") + "\n"
    let page = try Fixtures.text(of: Self.path)
    let written = try Self.listed(name, in: page)
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = page[..<written.startIndex] + text + page[written.endIndex...]
      try String(changed).write(toFile: "\(Fixtures.packageRoot)/\(Self.path)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(written) == text)
    }
  }

  @Test func `the page lists the attributes of each type`() throws {
    let rows = FlowWidgetType.allCases.map { type in
      "| `\(type.rawValue)` | \(type.attributes.map { "`\($0.rawValue)`" }.joined(separator: ", ")) |"
    }
    try expect(["", "| type | attributes |", "|---|---|"] + rows + [""], named: "widget types")
  }

  @Test func `the page says what the attributes take`() throws {
    let shapes: [(FlowWidgetAttribute.Shape, String)] = [
      (.localText, "a text, or one for each language"), (.flag, "`true` or `false`"), (.number, "a whole number"),
      (.word, "a text"), (.words, "a list of texts"), (.options, "a list of `{value, label, when}` and of groups `{label, options, when}`"),
      (.hint, "`{icon, variant}`, by which apps draw a button"),
      (.value, "the value of the widget: `true` or `false` for a `checkbox`, a list for a `multiSelect`, else a text"),
    ]
    let rows = shapes.map { shape, words in
      let names = FlowWidgetAttribute.allCases.filter { $0.shape == shape }.map { "`\($0.rawValue)`" }
      return "| \(names.joined(separator: ", ")) | \(words) |"
    }
    #expect(FlowWidgetAttribute.allCases.allSatisfy { attribute in shapes.contains { $0.0 == attribute.shape } })
    try expect(["", "| attributes | take |", "|---|---|"] + rows + [""], named: "widget attributes")
  }

  @Test func `the page lists the messages that every tenant has`() throws {
    let tenant = try #require(TenantSource.load(TenantSource.text()).tenant)
    // The small tenant has one message of its own.
    let messages = tenant.graph.tables.messages.filter { $0.name != "wrong" }
    #expect(messages.count > 5)
    let rows = try messages.map { message in
      let english = try #require(message.texts[0].constant)
      let widget = message.widget.map { $0 == "*" ? "the widget in question" : "`\($0)`" } ?? "the whole screen"
      return "| `\(message.name)` | \(widget) | \(message.level) | \(english) |"
    }
    try expect(["", "| message | is on | level | in English |", "|---|---|---|---|"] + rows + [""], named: "standard messages")
  }

  @Test func `the page lists the control routes`() throws {
    let rows = ControlTable.routes.map { route in
      let query = route.query.isEmpty ? "" : "?" + route.query.map { "\($0.name)=" }.joined(separator: "&")
      let body = route.body.map { " with `\(JSONWriter.text(of: $0.example))`" } ?? ""
      return "| `\(route.method) \(route.path)\(query)`\(body) | \(route.summary) |"
    }
    try expect(["", "| request | effect |", "|---|---|"] + rows + [""], named: "control routes")
  }
}
