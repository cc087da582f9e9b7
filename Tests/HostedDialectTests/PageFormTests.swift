import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

struct PageFormTests {
  private func form(_ html: String, at address: String = "https://id.example.test/signin?x=1#y") throws -> PageForm {
    let page = try HTMLPage(Array(html.utf8), url: WebURL(address))
    return try #require(page.forms.first)
  }

  private func body(_ form: PageForm, _ answers: [PageAnswer], pressing: WidgetID? = nil, adding: [QueryItem] = []) throws -> String {
    String(decoding: try form.submission(answers: answers, pressing: pressing, adding: adding).body, as: UTF8.self)
  }

  private static let all = """
    <form method=post><input name=email type=email><input type=hidden name=ref><textarea name=note></textarea>
    <input type=checkbox name=terms><input type=checkbox name=t value=a><input type=checkbox name=t value=b checked>
    <input type=radio name=r value=1 checked><input type=radio name=r value=2><select name=s><option>x<option disabled>y<option>z</select>
    <select name=m multiple><option>1<option>2<option>3</select><input name=fixed value=f readonly><input name=off value=o disabled>
    <button name=go value=1>Go</button><button name=stop disabled>Stop</button></form>
    """

  @Test func `answers are sent in tree order, as a browser sends them`() throws {
    let sent = try body(
      form(Self.all),
      [
        PageAnswer("m", .chosen(["3", "1"])), PageAnswer("s", .chosen(["z"])), PageAnswer("r", .chosen(["2"])),
        PageAnswer("t", .chosen(["a"])),
        PageAnswer("terms", .isOn(true)), PageAnswer("note", .text("a\nb")), PageAnswer("email", .text(" ada@example.test\n")),
      ])
    #expect(sent == "email=ada%40example.test&ref=&note=a%0D%0Ab&terms=on&t=a&r=2&s=z&m=1&m=3&fixed=f&go=1")
  }

  @Test func `an answer that a person could not give is refused, and given if it is forced`() throws {
    let form = try form(Self.all)
    func error(_ answer: PageAnswer) -> PageFormError? {
      do { _ = try form.submission(answers: [answer]) } catch { return error }
      return nil
    }
    #expect(error(PageAnswer("none", .text("x"))) == .unknownField("none"))
    #expect(error(PageAnswer("ref", .text("x"))) == .fixedField("ref"))
    #expect(error(PageAnswer("fixed", .text("x"))) == .fixedField("fixed"))
    #expect(error(PageAnswer("off", .text("x"))) == .fixedField("off"))
    #expect(error(PageAnswer("s", .chosen(["y"]))) == .noSuchChoice("s", value: "y"))
    #expect(error(PageAnswer("s", .chosen(["x", "z"]))) == .wrongKind("s", expected: "one of its choices"))
    #expect(error(PageAnswer("r", .chosen(["3"]))) == .noSuchChoice("r", value: "3"))
    #expect(error(PageAnswer("t", .isOn(true))) == .wrongKind("t", expected: "a list of its values"))
    #expect(error(PageAnswer("go", .text("x"))) == .wrongKind("go", expected: "no answer: it is a button"))
    let forced = [
      PageAnswer("ref", .text("r"), isForced: true), PageAnswer("off", .text("p"), isForced: true),
      PageAnswer("s", .chosen(["new"]), isForced: true),
    ]
    #expect(try body(form, forced) == "email=&ref=r&note=&t=b&r=1&s=new&fixed=f&off=p&go=1")
  }

  @Test func `a button is pressed by its id, and the first by the return key`() throws {
    let form = try form(Self.all)
    #expect(throws: PageFormError.disabledSubmitter("stop")) { try form.submission(pressing: "stop") }
    #expect(throws: PageFormError.noSuchSubmitter("email")) { try form.submission(pressing: "email") }
    let disabledFirst = try self.form("<form method=post><button disabled>A</button><button>B</button></form>")
    #expect(throws: PageFormError.disabledSubmitter("submit")) { try disabledFirst.submission() }
  }

  @Test func `what a script would add is sent last, in the place of a hidden field of its name`() throws {
    #expect(
      try body(form(Self.all), [], adding: [QueryItem("ref", "script"), QueryItem("new", "1")])
        == "email=&note=&t=b&r=1&s=x&fixed=f&go=1&ref=script&new=1")
  }

  @Test func `an empty action is the page, and a query of a posted one stays`() throws {
    #expect(try form("<form method=post></form>").submission().url.description == "https://id.example.test/signin?x=1")
    #expect(try form("<form method=post action='?a=b'></form>").submission().url.description == "https://id.example.test/signin?a=b")
    #expect(try form("<form action='/s?a=b'><input name=q></form>").submission().url.description == "https://id.example.test/s?q=")
  }

  @Test(arguments: ["javascript:go()", "mailto:a@b.test", "https://[x", "com.example.app:/callback"])
  func `an action that is no web address is refused`(_ action: String) throws {
    #expect(throws: PageFormError.notWeb(action)) { try form("<form method=post action='\(action)'></form>").submission() }
  }

  @Test func `a form of another encoding is sent in it, or refused in words`() throws {
    let bytes = Array("<meta charset=shift_jis><form method=post><input name=a><button>Go</button></form>".utf8)
    let page = try HTMLPage(bytes, url: WebURL("https://id.example.test/"))
    let form = try #require(page.forms.first)
    #expect(try body(form, [PageAnswer("a", .text("plain"))]) == "a=plain")
    #expect(throws: PageFormError.unwritable(charset: "shift_jis")) { try form.submission(answers: [PageAnswer("a", .text("名"))]) }
    #expect(throws: PageFormError.dialog) { try self.form("<form method=dialog></form>").submission() }
  }
}
