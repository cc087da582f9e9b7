import Encodings
import Testing

struct JSONWriterTests {
  @Test func `compact text has no white space and keeps order and spelling`() {
    let value: JSONValue = ["b": [1, .number("1.10"), .null], "a": ["x": true, "y": false], "empty": [[:], []]]
    #expect(JSONWriter.text(of: value) == #"{"b":[1,1.10,null],"a":{"x":true,"y":false},"empty":[{},[]]}"#)
  }

  @Test func `pretty text has a line per member and element`() {
    let value: JSONValue = ["a": [1, ["b": "c"]], "d": [:], "e": []]
    let expected = """
      {
        "a": [
          1,
          {
            "b": "c"
          }
        ],
        "d": {},
        "e": []
      }
      """
    #expect(JSONWriter.text(of: value, layout: .pretty) == expected)
  }

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{1B}[31m\u{7F}", #""\u0000\u001b[31m\u007f""#),
    ("\u{80}\u{9F}\u{A0}\u{E1}", "\"\\u0080\\u009f\u{A0}\u{E1}\""),
    ("a\u{2027}\u{2028}\u{2029}\u{202A}z", "\"a\u{2027}\\u2028\\u2029\u{202A}z\""),
    ("</script>😀", "\"</script>😀\""),
  ])
  func `what a terminal or script would obey is escaped`(_ text: String, _ expected: String) {
    #expect(JSONWriter.text(of: .string(text)) == expected)
  }
}
