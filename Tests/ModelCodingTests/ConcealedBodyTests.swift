import Encodings
import JourneyModel
import ModelCoding
import Testing

struct ConcealedBodyTests {
  static let members: Set<String> = ["access_token", "stateHandle", "_csrf", "session_id"]

  private func shown(_ body: String, limit: Int = Exchange.Answered.usualBodyLimit) -> String {
    Exchange.Answered(status: 200, headers: [], body: Array(body.utf8), concealedMembers: Self.members).concealedBody(limit: limit)
  }

  @Test(arguments: [
    (#"{"access_token":"hush","n":1}"#, #"{"access_token":"***","n":1}"#),
    (
      #"{"a":[{"stateHandle" : "hu\"sh"}, {"stateHandle":["hush",{"x":"]"}]}],"b":2}"#,
      #"{"a":[{"stateHandle" : "***"}, {"stateHandle":"***"}],"b":2}"#
    ),
    (#"{"access_token":12345,"n":1}"#, #"{"access_token":"***","n":1}"#),
    (#"{"access_token":null}"#, #"{"access_token":null}"#),
    (#"{"acc\u0065ss_token":"hush"}"#, #"{"acc\u0065ss_token":"***"}"#),
    (#"{"acc\u00ess":"hush"}"#, #"{"acc\u00ess":"***"}"#),
    (#"{"access_token":"hush","access_token":"hush"}"#, #"{"access_token":"***","access_token":"***"}"#),
    (#"{"name":"access_token","value":"seen"}"#, #"{"name":"access_token","value":"seen"}"#),
    (#"{"n":1,"access_token":"hu"#, #"{"n":1,"access_token":"***""#),
    (#"{"n":1,"access_token":"#, #"{"n":1,"access_token":"#),
    (#"{"n":1,"access_token":{"a":"hush"#, #"{"n":1,"access_token":"***""#),
    ("https://app.acme.test/cb?session_id=hush&language=en#x", "https://app.acme.test/cb?session_id=***&language=en#x"),
    ("access_token=hush&scope=openid", "access_token=***&scope=openid"),
    ("<p>Hello</p><input type=hidden name=\"_csrf\" value=\"hush\">", "<p>Hello</p><input type=hidden name=\"_csrf\" value=\"***\">"),
    ("<input value='hush' name='_csrf'/><input name=x value=seen>", "<input value='***' name='_csrf'/><input name=x value=seen>"),
    ("<meta name=\"_csrf\" content=\"hush\">", "<meta name=\"_csrf\" content=\"***\">"),
    ("<a href=\"/p?stateHandle=hush&amp;b=1\">x</a>", "<a href=\"/p?stateHandle=***&amp;b=1\">x</a>"),
    ("<script>var s = {stateHandle: 'hush', x: 1}</script>", "<script>var s = {stateHandle: '***', x: 1}</script>"),
    ("my_access_token=seen", "my_access_token=seen"),
    ("the access_token is gone", "the access_token is gone"),
    ("", ""),
  ])
  func `named values are taken out of whatever came`(body: String, expected: String) {
    #expect(shown(body) == expected)
    #expect(shown(expected) == expected)
  }

  @Test(arguments: [
    (#"{"access_token":"hush","note":"x","error":"e"}"#, ["hush"]), (#"[{"result":{"access_token":["hush",5]}}]"#, ["hush", "5"]),
    (#"{"note":"x","access_token":"hush","n":"#, ["hush"]), (#"{"access_token":"hu\/sh"}{"a":1}"#, ["hu/sh"]),
    (#"{"access_token":{"a":"hush","b":"hus"#, ["hush", "hu"]), (#"{"access_token":null}"#, []),
    ("<p>access_token=hush&amp;x=1</p>", ["hush"]), ("", []),
  ])
  func `what is hidden by its name can be looked for elsewhere`(body: String, expected: [String]) {
    let answered = Exchange.Answered(status: 503, headers: [], body: Array(body.utf8), concealedMembers: Self.members)
    #expect(answered.concealedTexts == expected)
  }

  @Test func `a long body is cut and says so`() {
    let body = #"{"t":""# + String(repeating: "é", count: 200) + #""}"#
    let text = shown(body, limit: 200)
    #expect(text.utf8.count <= 200)
    #expect(text.hasPrefix(#"{"t":"é"#))
    #expect(text.hasSuffix("é … (cut, 408 bytes in all)"))
    #expect(!text.contains("\u{FFFD}"))
  }

  @Test(arguments: ["é", "€", "😀"], 0...3)
  func `a cut falls between characters`(character: String, padding: Int) {
    let text = shown(String(repeating: "x", count: padding) + String(repeating: character, count: 200), limit: 150)
    #expect(!text.contains("\u{FFFD}"))
    #expect(text.contains(character + " … (cut, "))
  }

  @Test(arguments: 0...12)
  func `a cut never shows the beginning of a secret`(padding: Int) {
    let body = #"{"p":""# + String(repeating: "x", count: 110 + padding) + #"","access_token":"hushhushhushhushhushhushhush","z":1}"#
    #expect(!shown(body, limit: 200).contains("hush"))
  }

  @Test func `what was cut stays as it is when it is cut again`() {
    let body = Array((#"{"access_token":"1","t":""# + String(repeating: "x ", count: 40_000)).utf8)
    let once = Exchange.Answered(status: 200, headers: [], body: body, concealedMembers: Self.members).concealedBody()
    #expect(Exchange.Answered(status: 200, headers: [], body: Array(once.utf8), concealedMembers: []).concealedBody() == once)
    #expect(once.hasPrefix(#"{"access_token":"***","t":"x x"#))
  }

  @Test func `broken bytes are mended`() {
    let answered = Exchange.Answered(status: 200, headers: [], body: [0x61, 0xFF, 0x62])
    #expect(answered.concealedBody() == "a\u{FFFD}b")
  }
}
