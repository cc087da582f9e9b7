import Encodings
import JourneyModel
import ModelCoding
import Testing

struct ValueJSONTests {
  @Test func `a value keeps order and spelling`() throws {
    let text = #"{"b":1.10,"a":[null,true,"x",{}],"c":-0}"#
    #expect(JSONWriter.text(of: JSONValue(Value(try JSONReader.read(text)))) == text)
  }

  @Test func `of a repeated name the last counts, as in the JSON it came from`() throws {
    let json = try JSONReader.read(#"{"a":1,"b":2,"a":3,"c":{"d":4,"d":5}}"#)
    let value = Value(json)
    #expect(value["a"] == 3)
    #expect(json["a"] == 3)
    #expect(value["c"]?["d"] == 5)
    #expect(value == .map([Value.Member("b", 2), Value.Member("a", 3), Value.Member("c", .map([Value.Member("d", 5)]))]))
  }

  @Test func `a secret is three stars`() {
    #expect(JSONValue(Value.secret(Secret("hush", name: "s"))) == "***")
    #expect(Value.list([.secret(Secret("hush", name: "s"))]).jsonBytes == Array(#"["***"]"#.utf8))
  }
}
