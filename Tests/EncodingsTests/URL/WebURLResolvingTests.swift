import Encodings
import Testing

struct WebURLResolvingTests {
  // RFC 3986 sections 5.4.1 and 5.4.2; `http:g` is not a usable URL here
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
  ])
  func `the examples of RFC 3986 resolve`(_ reference: String, _ expected: String) throws {
    #expect(try WebURL("http://a/b/c/d;p?q").resolve(reference).description == expected)
  }

  @Test func `a base without a path or host resolves too`() throws {
    #expect(try WebURL("https://h").resolve("g").description == "https://h/g")
    #expect(try WebURL("https://h?x").resolve("").description == "https://h?x")
    #expect(try WebURL("https://h/a").resolve("..").description == "https://h/")
    #expect(try WebURL("https://h/a//../b").resolve("c").description == "https://h/a/c")
    #expect(try WebURL("com.example:/a/b").resolve("../c?d").description == "com.example:/c?d")
  }

  @Test func `a relative reference cannot make itself a host`() throws {
    #expect(throws: WebURLError.ambiguousPath) { try WebURL("com.example:/a").resolve("/..//evil.example") }
    #expect(throws: WebURLError.missingHost) { try WebURL("http://a/").resolve("http:g") }
    #expect(throws: WebURLError.illegalCharacter(offset: 0)) { try WebURL("http://a/").resolve("\\\\evil.example") }
  }

  @Test func `a long path of dots takes no long time`() throws {
    let path = String(repeating: "a/../", count: 3000)
    #expect(try WebURL("https://h/").resolve(path).description == "https://h/")
  }
}
