import Encodings
import Testing

struct JSONValueTests {
  private let value: JSONValue = ["text": "a", "yes": true, "count": 3, "ratio": .number("1.50"), "list": [1, "b"], "gone": .null]

  @Test func `a lookup gives the value of its kind only`() {
    #expect(value["text"]?.stringValue == "a")
    #expect(value["count"]?.stringValue == nil)
    #expect(value["yes"]?.boolValue == true)
    #expect(value["count"]?.intValue == 3)
    #expect(value["ratio"]?.intValue == nil)
    #expect(value["ratio"]?.doubleValue == 1.5)
    #expect(value["list"]?[1] == "b")
    #expect(value["list"]?[2] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["text"]?["text"] == nil)
  }

  @Test func `null and missing differ`() {
    #expect(value["gone"]?.isNull == true)
    #expect(value["gone"] != nil)
    #expect(value["never"] == nil)
  }

  @Test func `equality keeps spelling and order`() {
    #expect(JSONValue.number("1.0") != .number("1"))
    #expect(["a": 1, "b": 2] as JSONValue != ["b": 2, "a": 1])
  }
}
