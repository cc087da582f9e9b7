import Encodings
import JourneyModel
import ModelCoding
import Testing

struct ValuePathTests {
  static let document = #"""
    {"a":{"b":[10,20,{"c":"x"}],"x y":1,"it's":2,"":3,"naïve":4},"list":[{"id":1,"t":[1,2]},{"id":2},{"no":3},7],"empty":[],"text":"t","null":null}
    """#

  @Test(arguments: [
    ("$.a.b[0]", "10"), ("$.a.b[-1].c", #""x""#), ("$['a']['x y']", "1"), (#"$.a["it's"]"#, "2"), (#"$.a['it\'s']"#, "2"),
    ("$.a['']", "3"), ("$.a.naïve", "4"), ("$.list[*].id", "[1,2]"), ("$.list[*].t[*]", "[1,2]"), ("$.list[*].t", "[[1,2]]"),
    ("$.empty[*]", "[]"), ("$.a.b[*]", #"[10,20,{"c":"x"}]"#), ("$.null", "null"),
    ("$.list[0][*]", "[1,[1,2]]"),
  ])
  func `a path leads to its value`(path: String, expected: String) throws {
    let root = Value(try JSONReader.read(Self.document))
    let found = try ValuePath(parsing: path).value(in: root)
    #expect(found.map { JSONWriter.text(of: JSONValue($0)) } == expected)
  }

  @Test(arguments: [
    "$.a.b[3]", "$.a.b[-4]", "$.a.none", "$.text.a", "$.text[0]", "$.a[0]", "$.list.id", "$.none[*]", "$.text[*]", "$.text[*].a[*]",
    "$.list[*].none", "$.list[*][7]", "$.list[*].none[*]", "$.empty[*].id",
    "$.a.b[9223372036854775807]", "$.a.b[-9223372036854775808]",
  ])
  func `a path that leads nowhere finds nothing`(path: String) throws {
    let root = Value(try JSONReader.read(Self.document))
    #expect(try ValuePath(parsing: path).value(in: root) == nil)
  }

  @Test func `a root is the document or a variable`() throws {
    #expect(try ValuePath(parsing: "$") == ValuePath(root: .document, steps: []))
    #expect(try ValuePath(parsing: "name.part[0]") == ValuePath(root: .variable("name"), steps: [.member("part"), .index(0)]))
    let root = Value(try JSONReader.read(Self.document))
    #expect(try ValuePath(parsing: "$").value(in: root) == root)
  }

  @Test(arguments: ["$", "name", "$.a.b[0]['x y']", "$['it\\'s \\\\ so'][-1][*]", "a-b_1.naïve", "$['']"])
  func `a path is written as it is read`(text: String) throws {
    #expect(try ValuePath(parsing: text).description == text)
  }

  @Test(arguments: [
    ("", 0, "the path ends too early, expected '$' or a name"),
    (".a", 0, "unexpected '.', expected '$' or a name"),
    ("$.", 2, "the path ends too early, expected a name; any other is written ['…']"),
    ("$..a", 2, "unexpected '.', expected a name; any other is written ['…']"),
    ("$a", 1, "unexpected 'a', expected '.' or '['"),
    ("$.é x", 3, "unexpected ' ', expected '.' or '['"),
    ("$[", 2, "the path ends too early, expected an index, '*' or a name in quotation marks"),
    ("$[0", 3, "the path ends too early, expected ']'"),
    ("$[0:2]", 3, "unexpected ':', expected ']'"),
    ("$[a]", 2, "unexpected 'a', expected an index, '*' or a name in quotation marks"),
    ("$['a]", 2, "a quotation mark is not closed"),
    ("$['a\\", 2, "a quotation mark is not closed"),
    ("$[-]", 2, "'-' is not an index"),
    ("$[99999999999999999999]", 2, "'99999999999999999999' is not an index"),
    ("$.a\u{7}", 3, "unexpected a control character, expected '.' or '['"),
  ])
  func `what is no path is refused with its place`(text: String, offset: Int, message: String) throws {
    let error = #expect(throws: ValuePathError.self) { try ValuePath(parsing: text) }
    #expect(error == ValuePathError(message, at: offset))
  }

  @Test func `a path may not go on for ever`() throws {
    let longest = "$" + String(repeating: "[0]", count: ValuePath.stepLimit)
    #expect(try ValuePath(parsing: longest).steps.count == ValuePath.stepLimit)
    #expect(throws: ValuePathError.self) { try ValuePath(parsing: longest + "[0]") }
  }
}
