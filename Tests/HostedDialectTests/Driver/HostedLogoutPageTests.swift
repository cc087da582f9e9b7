import JourneyModel
import Testing

@testable import HostedDialect

/// What the page after a logout shows, leads to and says, for a client without a way home.
struct HostedLogoutPageTests {
  /// How a page leads on by itself; `%` is where.
  private static let leadingOn = [
    "<meta http-equiv=refresh content=\"0;url=%\">", "<script>location.href = '%'</script>",
    "<form action='%' method=get><input type=hidden name=a value=b></form><script>document.forms[0].submit()</script>",
    "<h1>Bye</h1><iframe src='%'></iframe>", "<h1>Bye</h1><iframe src='/bye'></iframe><iframe src='%' width=300></iframe>",
  ]

  @Test(arguments: leadingOn, [false, true])
  func `a page that leads on by itself is no end of a logout`(_ page: String, isAnswered: Bool) async throws {
    for (place, isHere) in [("/inbox", true), ("/bye", false)] {
      let turn = try await HostedLogoutTests.signedOutHere(isAnswered: isAnswered) { _, _ in .page(page.replacing("%", with: place)) }
      let problems = turn.finish?.checks.compactMap(\.problem)
      #expect(problems?.count == (isHere ? 1 : 0), "\(place): \(problems ?? [])")
      if isHere { #expect(problems?.first?.hasPrefix("after the logout the page '/inbox#inbox' still ") == true, "\(problems ?? [])") }
    }
  }

  @Test(arguments: ["<iframe src=/inbox hidden></iframe>", "<iframe src=/inbox width=0 height=0></iframe>", "<iframe src=/none></iframe>"])
  func `a frame that nobody sees shows nothing after a logout`(_ frame: String) async throws {
    let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Bye</h1>\(frame)") }
    #expect(turn.finish?.checks.compactMap(\.problem) == [])
  }

  @Test func `a page that only a script draws needs a browser`() async throws {
    let error = await #expect(throws: DriverError.self) {
      try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page("<div id=root></div><script src=/app.js></script>") }
    }
    #expect(error?.message.contains("needs 'engine: browser'") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    "<meta http-equiv=refresh content=\"9;url=%\">", "<script>setTimeout(() => { location.href = '%' }, 5000)</script>",
    "<script>window.onload = () => location.replace('%')</script>",
  ])
  func `a page that leads on later is followed, too`(_ script: String) async throws {
    for (place, isHere) in [("/inbox", true), ("/bye", false)] {
      let page = "<h1>Bye</h1><p>Please wait a moment while we take you back to the application.</p>\(script)"
      let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page(page.replacing("%", with: place)) }
      let problems = turn.finish?.checks.compactMap(\.problem) ?? []
      #expect(problems.count == (isHere ? 1 : 0), "\(place): \(problems)")
    }
  }

  @Test(arguments: [
    "<script>location.href = 'http://' + host() + '/inbox'</script>", "<script>window['location'] = next()</script>",
    "<form action=/inbox><button>Go</button></form><script>document.querySelector('button').click()</script>",
    "<script>location.pathname = '/in' + 'box'</script>", "<img src=x onerror=\"location.replace(f())\">",
  ])
  func `a page that says nothing of a sign-out and leads on in a way that cannot be read needs a browser`(_ script: String) async throws {
    let text = "<h1>Home</h1><p>Please wait a moment while we take you back to the application.</p>"
    let error = await #expect(throws: DriverError.self) {
      try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page(text + script) }
    }
    #expect(error?.message.contains("needs 'engine: browser'") == true, "\(error?.message ?? "")")
    for honest in ["<h1>You have been signed out.</h1>\(script)", "\(text)<a href=/sign-in>Sign in</a>\(script)"] {
      let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page(honest) }
      #expect(turn.finish?.checks.compactMap(\.problem) == [])
    }
  }

  @Test(arguments: [
    "<script>if (top != self) top.location = self.location</script>", "<script>f(location.href); history.pushState({}, '', '/x')</script>",
    "<script>// location = a + b</script>",
  ])
  func `a script that leads nowhere else is no reason for a browser`(_ script: String) async throws {
    let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Goodbye</h1>\(script)") }
    #expect(turn.finish?.checks.compactMap(\.problem) == [])
  }

  @Test(
    arguments: [
      "<script>window.dataLayer = window.dataLayer || [];</script>", "<script>if (top != self) top.location = self.location</script>",
      "<script src=/analytics.js async></script>",
    ], [false, true])
  func `a short page that says that the person is out may have scripts`(_ script: String, isAnswered: Bool) async throws {
    let page = "<title>Signed out</title><h1>Signed out</h1><p>You have been signed out.</p>\(script)"
    let turn = try await HostedLogoutTests.signedOutHere(isAnswered: isAnswered) { _, _ in .page(page) }
    #expect(turn.finish?.checks.compactMap(\.problem) == [])
  }

  private static let jane = "jane@example.test"

  @Test(arguments: [
    "<p>\(jane) is no longer signed in.</p>", "<p>You were signed in as \(jane).</p>", "<p>Logout of \(jane) was successful.</p>",
    "<p>Sie sind nicht mehr als \(jane) angemeldet.</p>", "<p>La session de \(jane) est terminée.</p>",
    "<a href=/in>Sign in as \(jane)</a>", "<form action=/in><button>Sign in again as \(jane)</button></form>",
    "<p>You have been signed out.</p><p>\(jane)</p>", "<div>\(jane)</div><div>Signed out</div>",
  ])
  func `a page that says of a person that they are out may name them`(_ page: String) async throws {
    let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Home</h1>\(page)") }
    #expect(turn.finish?.checks.compactMap(\.problem) == [])
  }

  @Test(arguments: [
    "<p>Signed in as \(jane)</p><form><label>New password <input type=password></label><button>Save</button></form>",
    "<p>\(jane), confirm your password to see this page.</p><form><label>Password <input type=password></label><button>Confirm</button></form>",
    "<h2>Inbox of \(jane)</h2><p>Your TV was signed out.</p>", "<p>Hello \(jane)</p><p>Bob was signed out.</p>",
    "<p>\(jane)</p><p>Signed out devices: 2</p>", "<p>\(jane) has been signed out of 2 of 3 devices.</p>",
    "<p>\(jane) will be signed out in 30 minutes.</p>",
  ])
  func `a page that shows the person for another reason is no end`(_ page: String) async throws {
    let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Home</h1>\(page)") }
    #expect(turn.finish?.checks.compactMap(\.problem).count == 1)
  }

  @Test(arguments: [
    "Todavía estás conectado.", "Sie sind immer noch angemeldet.", "La déconnexion a échoué.", "Your session is active.", "Not signed out.",
    "You are still signed in on this device.", "Jane, you are still signed in.",
  ])
  func `a sentence that says that the person is in fails`(_ sentence: String) async throws {
    let turn = try await HostedLogoutTests.signedOutHere(isAnswered: false) { _, _ in .page("<h1>Home</h1><p>\(sentence)</p>") }
    #expect(turn.finish?.checks.compactMap(\.problem).count == 1)
  }

  @Test(arguments: [
    "Also sign out of your Microsoft account", "Newsletter abmelden", "Sign out of other devices", "Was passiert beim Abmelden?",
    "Logout successful",
  ])
  func `a link that is about another sign-out is none after a press`(_ label: String) async throws {
    let page = "<h1>Bye</h1><p>You have been signed out.</p><a href=/x>\(label)</a>"
    let turn = try await HostedLogoutTests.signedOutHere { _, _ in .page(page) }
    #expect(turn.finish?.checks.compactMap(\.problem) == [])
    let other = try await HostedLogoutTests.signedOutHere { _, _ in .page(page.replacing(label, with: "Sign-out")) }
    #expect(other.finish?.checks.compactMap(\.problem).count == 1)
  }

  @Test(arguments: [
    ("<a href=https://idp.test/logout>Microsoft</a>", true), ("<a href=/logout>X</a>", false),
    ("<form action=/x><button>Sign out</button></form>", false),
  ])
  func `what cannot sign out of this site is no offer after a press`(_ offer: String, isFine: Bool) async throws {
    let turn = try await HostedLogoutTests.signedOutHere { _, _ in .page("<h1>Bye</h1><p>You have been signed out.</p>\(offer)") }
    #expect(turn.finish?.checks.compactMap(\.problem).isEmpty == isFine, "\(offer)")
  }
}
