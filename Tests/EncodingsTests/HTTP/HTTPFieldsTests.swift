import Encodings
import Testing

struct HTTPFieldsTests {
  @Test func `names are found in any case and order is kept`() {
    var fields: HTTPFields = ["Content-Type": "text/html", "Set-Cookie": "a=1", "set-cookie": "b=2"]
    #expect(fields["content-type"] == "text/html")
    #expect(fields["content-typ"] == nil)
    #expect(fields.values(of: "SET-COOKIE") == ["a=1", "b=2"])
    fields.append("X", "1")
    #expect(fields.map(\.name) == ["Content-Type", "Set-Cookie", "set-cookie", "X"])
  }

  @Test func `setting leaves one field at the place of the first`() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3", "C": "4"]
    fields["a"] = "5"
    #expect(Array(fields) == [HTTPFields.Field("a", "5"), HTTPFields.Field("B", "2"), HTTPFields.Field("C", "4")])
    fields["D"] = "6"
    #expect(fields.last == HTTPFields.Field("D", "6"))
    fields["B"] = nil
    #expect(fields["b"] == nil)
    #expect(fields.count == 3)
  }
}
