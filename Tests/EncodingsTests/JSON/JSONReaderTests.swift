import Encodings
import Testing

struct JSONReaderTests {
  struct Valid: Sendable, CustomTestStringConvertible {
    let text: String
    let value: JSONValue
    var testDescription: String { text }
  }

  @Test(arguments: [
    (#"{"a":1,"b":{"a":2}}"#, nil), (#"[{"a":1},{"a":2}]"#, nil), (#"{"a":1,"b":2,"a":1}"#, "a"), (#"{"":1,"":2}"#, ""),
    (#"{"a":{"b":[1,{"c":0,"c":null}]}}"#, "a.b[1].c"), (#"[[{"x":1,"\u0078":2}]]"#, "[0][0].x"),
    (#"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"c":1}"#, "c"),
  ])
  func `a text that decides something has no member twice`(text: String, path: String?) throws {
    let value = try JSONReader.read(text)
    #expect(value.repeatedMember == path)
    guard let path else {
      #expect(try JSONReader.readUnambiguous(Array(text.utf8)) == value)
      return
    }
    let error = #expect(throws: JSONError.self) { try JSONReader.readUnambiguous(Array(text.utf8)) }
    #expect(error?.finding == "ambiguous JSON: the member '\(path)' occurs twice")
  }

  @Test func `the path of a member is cut where it is long`() throws {
    let name = String(repeating: "x", count: 1_000)
    let value = try JSONReader.read("{\"\(name)\":1,\"\(name)\":2}")
    #expect(try #require(value.repeatedMember).utf8.count < 100)
  }

  @Test(arguments: [
    Valid(text: "null", value: .null),
    Valid(text: " \t\r\n true ", value: true),
    Valid(text: "\u{FEFF}false", value: false),
    Valid(text: "-0", value: .number("-0")),
    Valid(text: "1.10", value: .number("1.10")),
    Valid(text: "12E+3", value: .number("12E+3")),
    Valid(text: "0.5e-7", value: .number("0.5e-7")),
    Valid(text: "123456789012345678901234567890", value: .number("123456789012345678901234567890")),
    Valid(text: #""""#, value: ""),
    Valid(text: #""\"\\\/\b\f\n\r\t""#, value: "\"\\/\u{8}\u{C}\n\r\t"),
    Valid(text: #""a\u00e1b\uD83D\uDE00c""#, value: "aáb😀c"),
    Valid(text: #""Ádám 😀 \u0000""#, value: "Ádám 😀 \u{0}"),
    Valid(text: "[]", value: []),
    Valid(text: "[ 1 , [ ] , { } ]", value: [1, [], [:]]),
    Valid(text: #"{ "b" : 1 , "a" : [true] }"#, value: ["b": 1, "a": [true]]),
  ])
  func `a valid text becomes its value`(_ row: Valid) throws {
    #expect(try JSONReader.read(row.text) == row.value)
  }

  struct Invalid: Sendable, CustomTestStringConvertible {
    let text: String
    let offset: Int
    let reason: JSONError.Reason
    var testDescription: String { text }

    init(_ text: String, _ offset: Int, _ reason: JSONError.Reason) {
      self.text = text
      self.offset = offset
      self.reason = reason
    }
  }

  @Test(arguments: [
    Invalid("", 0, .unexpectedEnd),
    Invalid("  ", 2, .unexpectedEnd),
    Invalid("[1", 2, .unexpectedEnd),
    Invalid("[1,", 3, .unexpectedEnd),
    Invalid("[1,]", 3, .unexpectedByte(UInt8(ascii: "]"))),
    Invalid("[1 2]", 3, .unexpectedByte(UInt8(ascii: "2"))),
    Invalid("{\"a\"}", 4, .unexpectedByte(UInt8(ascii: "}"))),
    Invalid("{\"a\":1,}", 7, .unexpectedByte(UInt8(ascii: "}"))),
    Invalid("{a:1}", 1, .unexpectedByte(UInt8(ascii: "a"))),
    Invalid("'a'", 0, .unexpectedByte(UInt8(ascii: "'"))),
    Invalid("nul", 0, .unexpectedByte(UInt8(ascii: "n"))),
    Invalid("NaN", 0, .unexpectedByte(UInt8(ascii: "N"))),
    Invalid("1 // one", 2, .trailingContent),
    Invalid("01", 0, .invalidNumber),
    Invalid("-", 0, .invalidNumber),
    Invalid("-.5", 0, .invalidNumber),
    Invalid("[1.]", 1, .invalidNumber),
    Invalid("1e", 0, .invalidNumber),
    Invalid("+1", 0, .unexpectedByte(UInt8(ascii: "+"))),
    Invalid("\"a", 2, .unexpectedEnd),
    Invalid("\"a\\", 3, .unexpectedEnd),
    Invalid("\"a\nb\"", 2, .controlCharacter(0x0A)),
    Invalid("\"\\n\u{1}\"", 3, .controlCharacter(1)),
    Invalid(#""\x""#, 2, .invalidEscape),
    Invalid(#""\u12g4""#, 5, .invalidEscape),
    Invalid(#""\ud800""#, 1, .loneSurrogate),
    Invalid(#""\ud800\n""#, 1, .loneSurrogate),
    Invalid(#""\ud800\ud800""#, 1, .loneSurrogate),
    Invalid(#""x\udc00""#, 2, .loneSurrogate),
  ])
  func `an invalid text is refused at its byte`(_ row: Invalid) {
    #expect(throws: JSONError(offset: row.offset, reason: row.reason)) { try JSONReader.read(row.text) }
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]] as [[UInt8]])
  func `bytes that are not UTF-8 are refused where they stand`(_ bytes: [UInt8]) {
    let text = Array(#"["ab"#.utf8) + bytes + Array(#""]"#.utf8)
    #expect(throws: JSONError(offset: 4, reason: .invalidUTF8)) { try JSONReader.read(text) }
  }

  @Test func `nesting is followed to the limit and no further`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    _ = try JSONReader.read(nested(128))
    #expect(throws: JSONError(offset: 128, reason: .tooDeep(limit: 128))) { try JSONReader.read(nested(129)) }
    #expect(throws: JSONError(offset: 3, reason: .tooDeep(limit: 3))) { try JSONReader.read(nested(4), depthLimit: 3) }
    #expect(throws: JSONError(offset: 1024, reason: .tooDeep(limit: 1024))) {
      try JSONReader.read(String(repeating: "[", count: 1_000_000), depthLimit: .max)
    }
  }

  @Test func `values, members and names are counted to their limits and no further`() throws {
    let counts = JSONCounts(values: 4, members: 2, nameBytes: 3)
    for text in ["[1,2,3]", #"{"abc":1,"b":[1]}"#] { _ = try JSONReader.read(text, counts: counts) }
    for (text, offset, kind, limit) in [
      ("[1,2,3,4]", 7, "values", 4), (#"{"a":1,"b":2,"c":3}"#, 16, "members of one object", 2),
      (#"{"abcd":1}"#, 7, "bytes in the name of a member", 3),
    ] {
      #expect(throws: JSONError(offset: offset, reason: .tooMany(kind, limit: limit))) { try JSONReader.read(text, counts: counts) }
    }
    #expect(throws: JSONError.self) { try JSONReader.read("[" + String(repeating: "0,", count: 200_000) + "0]") }
  }

  @Test func `siblings do not count as nesting`() throws {
    let text = "[" + Array(repeating: "[{}]", count: 500).joined(separator: ",") + "]"
    #expect(try JSONReader.read(text, depthLimit: 3).arrayValue?.count == 500)
  }

  @Test func `of a name that occurs twice both stay and the last is found`() throws {
    let value = try JSONReader.read(#"{"a":1,"b":2,"a":3}"#)
    #expect(value.objectValue?.map(\.name) == ["a", "b", "a"])
    #expect(value["a"] == 3)
  }

  @Test func `an error says what and where`() {
    let error = JSONError(offset: 7, reason: .unexpectedByte(0x1B))
    #expect(error.description == "unexpected byte 0x1b at byte 7")
    #expect(JSONError(offset: 0, reason: .unexpectedByte(UInt8(ascii: "<"))).description == "unexpected '<' at byte 0")
  }
}
