import Testing

@testable import HostedDialect

struct ScriptRedirectTests {
  @Test(
    arguments: [
      ("window.location.replace('/signin')", "/signin"),
      ("location.assign( \"/a?b=c\\u0026d=e\" );", "/a?b=c&d=e"),
      ("document.location.href='x:\\/back'", "x:/back"),
      ("window.location = '/next'", "/next"), ("location['href'] = '/a'", "/a"),
      ("location.href = `/plain`", "/plain"),
      ("if (location.href == '/x') { location.replace('/y') }", nil),
      ("if (late) location.replace('/y')", nil), ("late && location.replace('/y')", nil),
      ("// location.href = '/old';\nlocation.href = '/new'", "/new"), ("/* location.href = '/old'; */", nil),
      ("function done() { location.href = '/y' }", nil), ("setTimeout(() => location.replace('/y'), 9999)", nil),
      ("popup.location.href = '/y'", nil), ("var a = 'x // y'; window . location.href = '/y'", "/y"),
      ("location.replace('/same'); location.replace('/same')", "/same"),
      ("location.replace('/a'); location.replace('/b')", nil),
      ("location.replace('/a' + token)", nil),
      ("location.replace(target)", nil),
      ("location.href = `/a/${id}`", nil),
      ("var mylocation = '/a'; locations = '/b'", nil),
      ("console.log(location.pathname)", nil),
      ("location.replace('/unfinished", nil),
      ("location", nil), ("location.replace(", nil), ("location = '\\", nil), ("location = '\\u12", nil), ("", nil),
    ] as [(String, String?)])
  func `only what cannot be misread is a redirect`(_ script: String, target: String?) {
    #expect(ScriptRedirect.target(in: [script]) == target)
  }

  @Test(
    arguments: [
      ("function go() { location.replace('/a') }; if (late) location = \"/b\"", ["/a", "/b"]), ("location = next; location = '/b'", ["/b"]),
      ("/* location = '/a' */ if (location.href == '/x') {}", []),
    ] as [(String, [String])])
  func `every address that a script can go to is listed`(_ script: String, targets: [String]) {
    #expect(ScriptRedirect.literals(in: [script]) == targets)
  }

  @Test func `an excerpt shows no text and no number`() {
    #expect(ScriptExcerpt.text(of: "boot('secret', \"a\\\"b\",\n  1234)") == "boot('…', \"…\", …………)")
  }
}
