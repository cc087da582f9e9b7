import Encodings
import Testing

struct JSONStreamWriterTests {
  @Test func `commas and brackets come by themselves`() throws {
    var writer = JSONStreamWriter()
    writer.object { line in
      line.member("event", "step \"1\"")
      line.member("count", -3)
      line.member("passed", true)
      line.member("tree", ["a": [1, 2]] as JSONValue)
      line.member("nested", object: { $0.member("x", 1) })
      line.member(
        "list",
        array: { list in
          list.value("a")
          list.null()
          list.array { _ in }
          list.object { _ in }
          list.value(false)
        })
      line.member("last", 0)
    }
    let expected =
      #"{"event":"step \"1\"","count":-3,"passed":true,"tree":{"a":[1,2]},"nested":{"x":1},"#
      + #""list":["a",null,[],{},false],"last":0}"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    #expect(JSONWriter.write(try JSONReader.read(writer.bytes)) == writer.bytes)
  }

  @Test func `lines stand alone`() {
    var writer = JSONStreamWriter()
    for number in 1...2 {
      writer.object { $0.member("n", number) }
      writer.endLine()
    }
    #expect(String(decoding: writer.take(), as: UTF8.self) == "{\"n\":1}\n{\"n\":2}\n")
    writer.value(true)
    #expect(String(decoding: writer.take(), as: UTF8.self) == "true")
  }
}
