import Encodings
import Testing

struct WebURLQueryTests {
  @Test func `items come decoded and in order`() throws {
    let url = try WebURL("https://h/?a=1&b=x+y%20z&a=2&c#code=5")
    #expect(url.queryItems == [QueryItem("a", "1"), QueryItem("b", "x y z"), QueryItem("a", "2"), QueryItem("c", "")])
    #expect(url.queryValue("a") == "1")
    #expect(url.queryValue("d") == nil)
    #expect(url.fragmentItems == [QueryItem("code", "5")])
  }

  @Test(arguments: [
    ("https://h/p", "https://h/p?s=a%20b%2B"), ("https://h/p?", "https://h/p?s=a%20b%2B"),
    ("https://h/p?x=%7e+y#f", "https://h/p?x=%7e+y&s=a%20b%2B#f"),
  ])
  func `items are added and the query before them stays`(_ text: String, _ expected: String) throws {
    #expect(try WebURL(text).appending(query: [QueryItem("s", "a b+")]).description == expected)
  }

  @Test func `a query is replaced or taken away`() throws {
    let url = try WebURL("https://h/p?x=1#f")
    #expect(url.replacing(query: [QueryItem("y", "2")]).description == "https://h/p?y=2#f")
    #expect(url.replacing(query: []).description == "https://h/p#f")
    #expect(url.appending(query: []) == url)
  }

  @Test(arguments: [("https://h", "https://h/a/b%2Fc"), ("https://h/", "https://h/a/b%2Fc"), ("https://h/t?q", "https://h/t/a/b%2Fc?q")])
  func `segments are added to the path`(_ text: String, _ expected: String) throws {
    #expect(try WebURL(text).appending(path: ["a", "b/c"]).description == expected)
  }
}
