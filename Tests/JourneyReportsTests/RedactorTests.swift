import Encodings
import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

struct RedactorTests {
  private static let secret = #"Jäne+horse/11 "q"\"#

  private static func redactor(_ secrets: [String] = [secret]) -> Redactor {
    var redactor = Redactor()
    for secret in secrets { redactor.learn(Secret(secret, name: "s")) }
    return redactor
  }

  @Test(arguments: [
    secret, PercentEncoding.encodeComponent(secret), "J%c3%a4ne%2bhorse%2f11%20%22q%22%5c",
    String(FormURLEncoding.encode([QueryItem("p", secret)]).dropFirst(2)), JSONValue.string(secret).text,
    JSONValue.string(JSONValue.string(secret).text).text, Hex.encode(Array(secret.utf8)), Hex.encode(Array(secret.utf8)).uppercased(),
    Base64.encode(Array(secret.utf8)), Base64.encode(Array("id:\(secret)".utf8)), Base64.encode(Array("i:\(secret)".utf8)),
    Base64URL.encode(Array("client:\(secret)!".utf8)), #"J\u00e4ne+horse/11 \"q\"\\"#,
  ])
  func `a secret is found in every spelling`(_ spelling: String) {
    let text = "before \(spelling) after"
    let redacted = Self.redactor().redacted(text)
    #expect(redacted.contains("***") && !redacted.contains("horse") && !redacted.contains("aG9yc2"))
    #expect(redacted.hasPrefix("before ") && redacted.hasSuffix(" after"))
    #expect(Self.redactor().findsSecret(in: Array(text.utf8)[...]))
  }

  @Test(arguments: [(Secret.Source.account, true, true), (.account, false, false), (.caller, false, true), (.server, true, true)])
  func `signs between tags are looked for where a server may have put them there`(source: Secret.Source, isLive: Bool, isFound: Bool) {
    var redactor = Redactor()
    redactor.learnClosely(Secret("Zq7kPm2Xw9vLt4Rb8", name: "s", source: source), isOfLiveTenant: isLive)
    let page = "Zq7kPm2Xw9vLt4Rb8".map { "<b>\($0)</b>" }.joined()
    #expect(redactor.findsSecret(inLog: Array("{\"body\":\"\(page)\"}".utf8)) == isFound)
  }

  @Test(arguments: ["Zq3x-V7kw-qtjx-qzwv-qd42", "ZQ3X V7KW QTJX QZWV QD42", "it begins with Zq3xV7kwqtjx", "… and ends in qtjxqzwvqd42."])
  func `a secret of the caller is found in groups, in any case and by its pieces`(_ text: String) {
    var redactor = Redactor()
    redactor.learnClosely(Secret("Zq3xV7kwqtjxqzwvqd42", name: "secret.PW", source: .caller), isOfLiveTenant: false)
    let redacted = redactor.redacted(text)
    #expect(redacted.contains("***") && !redacted.lowercased().contains("qtjx"), "\(redacted)")
  }

  @Test(arguments: [
    (Secret.Source.project, true, "Zq3x-V7kw-qtjx-qzwv-qd42", true), (.project, false, "Zq3x-V7kw-qtjx-qzwv-qd42", false),
    (.project, true, "Correct horse battery", false), (.server, true, "Zq3x-V7kw-qtjx-qzwv-qd42", false),
  ])
  func `pieces of a password in the project's files are found where the tenant is live, unless it is words`(
    source: Secret.Source, isOfLiveTenant: Bool, text: String, isFound: Bool
  ) {
    var redactor = Redactor()
    redactor.learnClosely(Secret(text, name: "account.password", source: source), isOfLiveTenant: isOfLiveTenant)
    #expect((redactor.redacted("on the page: \(text.prefix(13)).") == "on the page: ***.") == isFound)
  }

  @Test func `a short secret is taken out as a word and not by chance`() {
    let redactor = Self.redactor(["123456", "abc"])
    #expect(redactor.redacted("code 123456, x=123456&y %20123456 91234567 a123456 abc") == "code ***, x=***&y %20*** 91234567 a123456 abc")
    #expect(redactor.redacted(#"\n123456"#) == #"\n***"#)
  }

  @Test func `of several secrets that begin alike the longest goes`() {
    let redactor = Self.redactor(["password-one-two", "password-one-two-three"])
    #expect(redactor.redacted("password-one-two-three password-one-two") == "*** ***")
  }

  @Test func `secrets that overlap go together`() {
    #expect(Self.redactor(["first-secret-and", "secret-and-second"]).redacted("a first-secret-and-second b") == "a *** b")
  }

  @Test func `what is left beside a secret is looked at again`() {
    #expect(Self.redactor(["abcdefghijkl-mnop", "123456"]).redacted("abcdefghijkl-mnop123456") == "******")
  }

  @Test func `the numbers of a log are no secrets by chance`() {
    let redactor = Self.redactor(["123456"])
    #expect(!redactor.findsSecret(inLog: Array(#"{"v":1,"seq":123456,"t":0.123456,"kind":"x","body":"a"}"#.utf8)))
    #expect(redactor.findsSecret(inLog: Array(#"{"v":1,"seq":1,"t":0.1,"kind":"x","body":"a 123456 b"}"#.utf8)))
  }

  @Test func `a log keeps what holds it together`() throws {
    let redactor = Self.redactor(["password", "identification"])
    var run = SampleRun()
    run.plan("x/password", SampleRun.planned("With a password"))
    run.fail("x/password")
    run.end("x/password", .failed)
    let log = run.log
    let bytes = redactor.redactedLog(try log.bytes(in: 0..<log.byteCount))
    let report = try Report(reading: LogBytes(bytes))
    #expect(report.cases.first?.id == "x/password")
    #expect(report.cases.first?.planned.name == "With a ***")
    #expect(try report.failure(of: report.cases[0].attempts[0])?.standing != nil)
  }

  @Test(arguments: [
    "<b>Zq7!</b><i>kPm2</i>-Xw9vLt4Rb8", "var p = 'Zq7!' + \"kPm2-\" + 'Xw9vLt4Rb8';", "Zq7!\u{200B}kPm2-\u{AD}Xw9vLt4Rb8",
  ])
  func `the stored body of a response has no secret that a browser shows`(body: String) throws {
    var exchange = Exchange(purpose: "form", method: "POST", url: "https://acme.test/do")
    exchange.response = Exchange.Answered(status: 200, headers: [], body: Array("<html>\(body)</html>".utf8))
    let event = RunEvent(sequence: 1, time: .zero, scenario: "a", attempt: 1, step: nil, kind: .exchange(exchange))
    let redactor = Self.redactor(["Zq7!kPm2-Xw9vLt4Rb8"])
    guard case .exchange(let shown) = SearchedEvent(event, by: redactor).event.kind, let answer = shown.response else {
      Issue.record("no exchange")
      return
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("***") && !text.contains("Rb8") && text.hasPrefix("<html>") && text.hasSuffix("</html>"), "\(text)")
    let line = #"{"v":1,"kind":"exchange","body":"\#(body.replacing("\"", with: "\\\""))"}"#
    #expect(!String(decoding: redactor.redactedLog(Array(line.utf8)), as: UTF8.self).contains("Rb8"))
    #expect(redactor.findsSecret(inLog: Array(line.utf8)))
  }

  /// A screen with the signs of a text in its labels, its messages or its facts, one after the other.
  private static func screen(_ place: String, _ texts: [String]) -> Screen {
    var screen = Screen(id: ScreenID("sign-in"))
    switch place {
    case "labels":
      let widgets = texts.indices.map { Widget(id: WidgetID("w\($0)"), typeName: "static", label: RichText(texts[$0]), kind: .output("x")) }
      screen.forms = [Form(id: "f", widgets: widgets)]
    case "messages": screen.messages = texts.map { Message(level: .info, text: RichText($0)) }
    default: screen.facts = [Fact("items", .list(texts.map(Value.text)))]
    }
    return screen
  }

  private static let whole = "Zq7!kPm2-Xw9vLt4Rb8"

  @Test(
    arguments: ["labels", "messages", "facts"],
    [
      (whole.map { String($0) }, true), (["Zq7!kPm2", "-Xw9vLt4Rb8"], true), (["Hello", "Zq7!kPm2", "-Xw9vLt4Rb8", "Jane"], true),
      ([String(whole.reversed())], true), (whole.reversed().map { String($0) }, true),
      (["Zq7!", "kPm2-", "other", "Xw9v", "Lt4Rb8"], false),
      (["Zq7", "Xw9"], false),
    ] as [([String], Bool)])
  func `a secret that several texts of a screen hold together is hidden`(place: String, row: (texts: [String], isHidden: Bool)) {
    var redactor = Redactor()
    redactor.learnClosely(Secret(Self.whole, name: "s", source: .caller), isOfLiveTenant: true)
    let screen = Self.screen(place, row.texts)
    let event = RunEvent(sequence: 1, time: .zero, scenario: "a", attempt: 1, step: nil, kind: .screenShown(screen))
    guard case .screenShown(let shown) = SearchedEvent(event, by: redactor).event.kind else {
      Issue.record("no screen")
      return
    }
    #expect((shown != screen) == row.isHidden)
    #expect(shown.id == ScreenID("sign-in"))
    let text = "\(shown)"
    if row.texts.contains("Hello") { #expect(text.contains("Hello") && text.contains("Jane") && !text.contains("Rb8")) }
    // What a mock shows is not searched for secrets of its own file in this way.
    var mock = Redactor()
    mock.learnClosely(Secret(Self.whole, name: "s", source: .account), isOfLiveTenant: false)
    if row.texts.count > 1 { #expect(SearchedEvent(event, by: mock).event == event) }
  }

  private static let pieces = ["Zq7!", "kPm2", "-Xw9", "vLt4", "Rb8"]

  private static func shown(_ screen: Screen) -> Screen? {
    var redactor = Redactor()
    redactor.learnClosely(Secret(whole, name: "s", source: .caller), isOfLiveTenant: true)
    let event = RunEvent(sequence: 1, time: .zero, scenario: "a", attempt: 1, step: nil, kind: .screenShown(screen))
    guard case .screenShown(let shown) = SearchedEvent(event, by: redactor).event.kind else { return nil }
    return shown
  }

  @Test func `a secret is hidden whose pieces are in labels, texts, hints and messages by turns`() throws {
    let widgets = [
      Widget(id: "a", typeName: "static", label: RichText(Self.pieces[0]), kind: .output(RichText(Self.pieces[1]))),
      Widget(id: "b", typeName: "input", label: RichText(Self.pieces[2]), kind: .entry(Entry(placeholder: Self.pieces[3]))),
      Widget(id: "c", typeName: "button", label: RichText(Self.pieces[4]), kind: .submitter),
    ]
    let screen = Screen(id: ScreenID("sign-in"), forms: [Form(id: "f", label: "Hello Jane", widgets: widgets)])
    let shown = try #require(Self.shown(screen))
    #expect(Self.pieces.allSatisfy { !"\(shown)".contains($0) }, "\(shown)")
    #expect("\(shown)".contains("Hello Jane") && shown.forms.map(\.id) == screen.forms.map(\.id))
  }

  @Test func `a secret is hidden whose pieces are in what several mismatches found`() {
    var redactor = Redactor()
    redactor.learnClosely(Secret(Self.whole, name: "s", source: .caller), isOfLiveTenant: true)
    let mismatches = Self.pieces.map { Mismatch(.widget, subject: .widget("w", aspect: "label"), expected: "'Name'", actual: "'\($0)'") }
    let kinds: [RunEvent.Kind] = [
      .stepEnded(.failed(mismatches)), .attemptEnded(AttemptOutcome(result: .failed(mismatches), duration: .zero)),
      .mismatch(Mismatch(.widget, subject: .other("x"), expected: "'a'", actual: "'b'", details: Self.pieces)),
    ]
    for kind in kinds {
      let event = RunEvent(sequence: 1, time: .zero, scenario: "a", attempt: 1, step: nil, kind: kind)
      let shown = "\(SearchedEvent(event, by: redactor).event)"
      #expect(shown.contains("***") && Self.pieces.allSatisfy { !shown.contains($0) }, "\(shown)")
    }
  }

  @Test func `a secret with a sign in each header is hidden`() {
    let headers = Self.whole.enumerated().map { Exchange.Header("X-\($0.offset)", .text(String($0.element))) }
    var exchange = Exchange(purpose: "form", method: "POST", url: "https://acme.test/do")
    exchange.response = Exchange.Answered(
      status: 200, headers: [Exchange.Header("Content-Type", .text("text/html"))] + headers, body: [])
    let event = RunEvent(sequence: 1, time: .zero, scenario: "a", attempt: 1, step: nil, kind: .exchange(exchange))
    guard case .exchange(let shown) = SearchedEvent(event, by: Self.redactor([Self.whole])).event.kind, let answer = shown.response else {
      Issue.record("no exchange")
      return
    }
    #expect(answer.headers.map(\.value) == [.text("text/html")] + headers.map { _ in .text("***") })
    #expect(answer.headers.map(\.name) == ["Content-Type"] + headers.map(\.name))
  }

  @Test func `many secrets cost no more than one`() {
    let redactor = Self.redactor((0..<2000).map { "secret-number-\($0)-of-many" })
    let text = String(repeating: "nothing to see here, secret-numb ", count: 20_000) + "secret-number-1999-of-many"
    #expect(redactor.redacted(text).hasSuffix("here, secret-numb ***"))
  }
}

extension JSONValue {
  /// The value's compact JSON text, a string's without its quotes.
  fileprivate var text: String {
    var bytes: [UInt8] = []
    JSONWriter.append(self, to: &bytes)
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
