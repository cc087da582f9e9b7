import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

/// What pages say of themselves in `data-` attributes.
struct PageTellingsTests {
  private func screen(_ html: String) throws -> Screen {
    PageReader().read(try HTMLPage(Array(html.utf8), url: WebURL("https://a.test/in"))).screen
  }

  @Test func `a text is a widget of the form around it, or of the form that it names`() throws {
    let screen = try screen(
      """
      <h1 data-widget=title data-form=f>Enter</h1>
      <form data-form=f method=post><p data-widget=hint> Six  digits </p><input name=code data-widget-type=passcode><p data-widget=code>x</p></form>
      <p data-widget=stray>Nobody's</p><p hidden data-widget=unseen data-form=f>x</p>
      """)
    let form = try #require(screen.forms.first)
    #expect(form.widgets.map(\.id.text) == ["title", "hint", "code"])
    #expect(form.widgets.map(\.typeName) == ["static", "static", "passcode"])
    #expect(form.widgets.map(\.kind.value) == [.text("Enter"), .text("Six digits"), nil])
    #expect(screen.forms.count == 1 && form.kind == .input)
  }

  @Test func `a control works as HTML has it, whatever the page calls it`() throws {
    let form = try #require(
      try screen("<form method=post><input type=checkbox name=a value=1 data-widget-type=input><button>Go</button></form>").forms.first)
    #expect(form.widgets[0].typeName == "input")
    guard case .toggle = form.widgets[0].kind else {
      Issue.record("\(form.widgets[0].kind)")
      return
    }
  }

  @Test func `facts, keys of messages and what selects a choice are read`() throws {
    let screen = try screen(
      """
      <p role=alert data-message-key=wrong.code>No.</p><dd data-fact=user>jane</dd><dd data-fact=key data-secret>s3cret</dd><dd data-fact=user>x</dd>
      <form method=post><label><input type=radio name=way value=phone/sms data-fact-key=phone data-fact-method=sms>SMS</label>
      <label><input type=radio name=way value=mail data-fact-key=mail>Mail</label></form>
      """)
    #expect(screen.messages.map(\.key) == ["wrong.code"])
    #expect(
      screen.facts.filter { ["user", "key"].contains($0.name) } == [
        Fact("user", .text("jane")), Fact("key", .text("s3cret"), isSecret: true),
      ])
    guard case .choice(let list)? = screen.forms.first?.widgets.first?.kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices.map(\.facts) == [[Fact("key", .text("phone")), Fact("method", .text("sms"))], [Fact("key", .text("mail"))]])
  }

  @Test func `a form that is sent unchecked says so`() throws {
    let screen = try screen("<form novalidate><input name=a required></form><form><input name=b required></form>")
    #expect(screen.forms.map(\.skipsChecks) == [true, false])
  }
}
