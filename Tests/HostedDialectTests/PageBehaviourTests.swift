import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

/// What a page does and no text of it says.
struct PageBehaviourTests {
  private func screen(_ html: String) throws -> Screen {
    PageReader().read(try HTMLPage(Array("<!doctype html><title>T</title><body>\(html)".utf8), url: WebURL("https://a.test/in"))).screen
  }

  @Test(
    arguments: [
      ("<form id=f method=post action='/login?consent=all'>", "form 'f' is sent by POST to '/login' with 'consent=all'"),
      ("<form id=f method=post action='https://b.test:8443/login'>", "form 'f' is sent by POST to 'https://b.test:8443/login'"),
      (
        "<form id=f method=post action='?tab_id=dkPLq7VnJY&execution=TERMS'>",
        "form 'f' is sent by POST to '/in' with 'tab_id=…', 'execution=TERMS'"
      ),
      ("<form id=f action='/find?consent=all'>", "form 'f' is sent by GET to '/find'"),
      ("<form id=f method=post enctype=multipart/form-data>", "form 'f' is sent by POST as multipart/form-data to '/in'"),
      ("<form id=f><button name=plan value=premium>Go</button></form>", "button 'f/plan' sends 'plan=premium'"),
      ("<form id=f><button name=t value=8f3ad1b22c7d4e90aa>Go</button></form>", "button 'f/t' sends 't=…'"),
      (
        "<form id=f><button name=b formmethod=post formaction='/pay?plan=premium'>Go</button></form>",
        "button 'f/b' sends its form by POST to '/pay' with 'b=', 'plan=premium'"
      ),
      ("<a href='mailto:help@a.test?subject=Pay now'>Write</a>", "link 'Write' leads to 'mailto:help@a.test' with 'subject=Pay now'"),
      ("<a href='tel:+431234567'>Call</a>", "link 'Call' leads to 'tel:+431234567'"),
      ("<a href='/next?plan=premium'>Next</a>", "link '/next' leads to '/next' with 'plan=premium'"),
      (
        "<iframe title=Card src='https://pay.test/card?id=8f3ad1b22c7d4e90aa'></iframe>",
        "a frame 'Card' shows 'https://pay.test/card' with 'id=…'"
      ),
      ("<script src='https://cdn.test/a.1f2e3d.js'></script><script src='/own.js'></script>", "scripts come from 'https://cdn.test'"),
      ("<form id=f onsubmit=\"return confirm('50 EUR?', 'a1b2c3d4')\">", "a script is in 'onsubmit of f': return confirm('50 EUR?', '…')"),
      ("<form id=f><input type=checkbox name=news value=all>", "box 'f/news' sends 'news=all'"),
      ("<p onclick='pay()'>Pay", "a script is in 'onclick of t/button': pay()"),
      ("<meta http-equiv=refresh content='30;url=/out'>", "the page redirects to '/out' after 30 s"),
    ])
  func `it is told in words`(html: String, sentence: String) throws {
    let found = try screen(html).behaviour.map(\.sentence)
    #expect(found.contains(sentence), "\(found)")
  }

  @Test(arguments: [
    "<form id=f><input type=submit name=go value=Go><button name=a value=x>X</button><button name=a value=y>Y</button></form>",
    "<form id=f><input type=checkbox name=a><input type=checkbox name=b value=1><input type=checkbox name=c value=on></form>",
    "<form id=f><button>Go</button></form><a href='/next'>Next</a><a href='#'>x</a><a href='javascript:void(0)'>y</a>",
  ])
  func `what a widget or a form says already is not told again`(html: String) throws {
    #expect(try screen(html).behaviour.map(\.kind) == [.form])
  }

  @Test func `two visits with other tokens do the same`() throws {
    let page = { (token: String) in
      """
      <form id=f method=post action='/go/\(token)?session_code=\(token)&x=\(token)'><button name=t value=\(token) onclick="go('\(token)')">Go</button></form>
      <iframe src='https://a.test/\(token)?t=\(token)'></iframe>
      """
    }
    #expect(try screen(page("8f3ad1b22c7d4e90aa")).behaviour == screen(page("1c9d77e0b3aa4f6212")).behaviour)
  }

  @Test func `a page with more of it than anybody reads is bounded`() throws {
    let html =
      String(repeating: "<p onclick='a()' aria-describedby=x>", count: 5_000) + "<i id=x>" + String(repeating: "long ", count: 1_000)
    let screen = try screen(html)
    #expect(screen.behaviour.count == 500)
    #expect(screen.pageText.utf8.count <= 200_100)
  }
}
