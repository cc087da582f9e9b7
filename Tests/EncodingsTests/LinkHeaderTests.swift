import Encodings
import Testing

struct LinkHeaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var headers: [String]
    var targets: [String]
    var testDescription: String { "\(headers)" }
  }

  @Test(arguments: [
    Row(headers: ["<https://a.test/x?after=1>; rel=\"next\""], targets: ["https://a.test/x?after=1"]),
    Row(headers: ["<a>; rel=self", "<b>; rel=next"], targets: ["b"]),
    Row(headers: ["<a>; rel=\"self\", <b>; rel=\"next\""], targets: ["b"]),
    Row(headers: ["<a,b;c>;rel=next"], targets: ["a,b;c"]),
    Row(headers: ["<a>; title=\"x, <y>; rel=next\"; REL = \"prev NEXT\""], targets: ["a"]),
    Row(headers: ["<a>; rel=prev; rel=next"], targets: []), Row(headers: ["<a>; title=\"\\\"; rel=next\""], targets: []),
    Row(headers: ["<a>; rel=next, <b>; rel=next"], targets: ["a", "b"]),
    Row(headers: ["<a>; rel=nextone", "<a>", "<a>; rel"], targets: []),
    Row(headers: ["<>; rel=next"], targets: [""]), Row(headers: ["a; rel=next", "<a; rel=next", "", ",,", ";"], targets: []),
    Row(headers: ["x, <b>; rel=next"], targets: []), Row(headers: [String(repeating: ",", count: 70_000) + "<a>; rel=next"], targets: []),
  ])
  func `the targets of a relation are read by RFC 8288`(_ row: Row) {
    let headers = HTTPFields(row.headers.map { HTTPFields.Field("link", $0) })
    #expect(LinkHeader.targets(of: "next", in: headers) == row.targets)
  }
}
