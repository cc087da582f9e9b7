import Encodings
@testable import FlowDialect
import JourneyModel
import ModelCoding
import Testing

struct FlowBodyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let ids: [String]
    let body: String?
    var testDescription: String { ids.joined(separator: ", ") }
  }

  @Test(arguments: [
    Case(ids: [], body: "{}"),
    Case(ids: ["a"], body: #"{"a":1}"#),
    Case(ids: ["a.b", "a.c", "d"], body: #"{"a":{"b":1,"c":1},"d":1}"#),
    Case(ids: ["a.0"], body: #"{"a":{"0":1}}"#),
    Case(ids: ["a..b", ".c", "d."], body: #"{"a":{"":{"b":1}},"":{"c":1},"d":{"":1}}"#),
    Case(ids: ["__proto__.x"], body: #"{"__proto__":{"x":1}}"#),
    Case(ids: ["a", "a.b"], body: nil),
    Case(ids: ["a.b", "a"], body: nil),
    Case(ids: ["a.b.c", "a.b"], body: nil),
  ])
  func `dots nest and clashes are refused`(sample: Case) throws {
    var body = FlowBody()
    do {
      for id in sample.ids { try body.set(id, to: 1) }
      #expect(JSONWriter.text(of: JSONValue(body.value)) == sample.body)
    } catch {
      #expect(sample.body == nil)
      #expect(error == FlowBody.Clash(first: sample.ids[0], second: sample.ids[1]))
    }
  }
}
