import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

struct PageRulesTests {
  private func page(_ html: String, at address: String) throws -> HTMLPage { try HTMLPage(Array(html.utf8), url: WebURL(address)) }

  struct Path: Sendable, CustomStringConvertible {
    var path: String
    var template: String
    var description: String { path }
  }

  @Test(
    arguments: [
      Path(path: "/signin", template: "/signin"), Path(path: "/welcome/il_abcdef", template: "/welcome/:token"),
      Path(path: "/reset-password/complete/", template: "/reset-password/complete"), Path(path: "", template: "/"),
      Path(path: "/accounts/confirm-email/MQ:1sXyZa:8dJk29dkfjei2", template: "/accounts/confirm-email/:token"),
      Path(path: "/a/7e57d004-2b97-0e7a-b45f-5387367791cd/b", template: "/a/:token/b"), Path(path: "/u/123456", template: "/u/:token"),
      Path(path: "/u/2026", template: "/u/2026"),
      Path(path: "/register-with-your-email-address", template: "/register-with-your-email-address"),
      Path(path: "/x/eyJhbGciOiJub25lIn0.eyJhIjoxfQ.", template: "/x/:token"),
      Path(path: "/QUJDREVGR0hJSktMTU5PUFFSUw", template: "/:token"),
    ])
  func `a token in a path has no place in a name`(_ row: Path) throws {
    #expect(PathTemplate(of: try WebURL("https://a.test\(row.path)?q=1")).description == row.template)
  }

  @Test func `the table comes first, then what the page says, then its path and heading`() throws {
    let html = "<title>Welcome | Site</title><h1>Create your password</h1>"
    let page = try page(html, at: "https://a.test/welcome/il_abcdef12345?x=1")
    #expect(PageRules().id(of: page).text == "/welcome/:token#create-your-password")
    #expect(PageRules().id(of: try self.page("<main data-page=hi></main>" + html, at: "https://a.test/x")).text == "hi")
    let rules = PageRules(screens: [
      PageRule(id: "other-title", title: "Site"), PageRule(id: "posted", path: PathTemplate("/welcome/:any"), method: "POST"),
      PageRule(id: "failed", status: 500), PageRule(id: "welcome", path: PathTemplate("/welcome/:any"), title: "Welcome"),
    ])
    #expect(rules.id(of: page).text == "welcome")
    #expect(rules.id(of: page, PageArrival(method: "POST")).text == "posted")
    #expect(rules.id(of: page, PageArrival(status: 500)).text == "failed")
  }

  @Test(
    arguments: [
      ("Sign in | Site", "Sign in"), ("Sign in - Site", "Sign in"), ("Sign in – step 2 — Site", "Sign in – step 2"), ("A|B|C", "A|B"),
      ("Sign-in", "Sign-in"), ("- Site", "- Site"), (" | Site", "| Site"), ("Sign in · Site", "Sign in"),
      ("Log In [Team Wiki]", "Log In"), ("[draft]", "[draft]"),
    ])
  func `the site's name is no part of a title`(title: String, own: String) throws {
    let page = try page("<title>\(title)</title>", at: "https://a.test/")
    #expect(PageHeading(in: page.tree, title: page.title).title == own)
  }

  @Test(arguments: [("<h2>A</h2><h1>B</h1>", "B"), ("<h3>A</h3><h2>B</h2>", "B"), ("<h1> </h1><h1 hidden>A</h1><h3>C</h3>", "C")])
  func `the heading is the first of the highest level`(html: String, heading: String) throws {
    let page = try page(html, at: "https://a.test/")
    #expect(PageHeading(in: page.tree, title: page.title).h1 == heading)
  }

  private static let logo = "<h1><a href=/?id=start><span>Team Wiki</span></a></h1>"
  private static let fields = "<input name=u><input name=p type=password><button>Log In</button>"

  /// A page whose first heading may be the same on all pages of its site.
  struct Proposal: Sendable, CustomStringConvertible {
    var html: String
    var rule: String
    var description: String { rule }
  }

  @Test(arguments: [
    Proposal(
      html: "<title>Log In [Team Wiki]</title>\(logo)<form id=login>\(fields)</form>",
      rule: "id 'log-in', path '/w', title 'Log In', has 'form#login'"),
    Proposal(
      html: "<title>Register | Team Wiki</title><h1>Team wiki</h1><form id=new><input name=n></form>",
      rule: "id 'register', path '/w', title 'Register'"),
    Proposal(html: "<title>Recent - Team Wiki</title><h1>Team Wiki</h1>", rule: "id 'recent', path '/w', title 'Recent'"),
    Proposal(
      html: "<title>Shop</title><h1>Shop</h1><form>\(fields)</form>", rule: "id 'shop', path '/w', h1 'Shop', has '[name=p]'"),
    Proposal(html: "<title>Shop</title><h1>Log In</h1><form>\(fields)</form>", rule: "id 'log-in', path '/w', h1 'Log In'"),
    Proposal(
      html: "<title>Team Wiki</title>\(logo)<form><input type=password name='user[pass]'></form>",
      rule: "id 'team-wiki', path '/w', h1 'Team Wiki', has '[name='user[pass]']'"),
    Proposal(html: "<title>Shop – Sign in</title><h1>Sign in</h1>", rule: "id 'sign-in', path '/w', h1 'Sign in'"),
    Proposal(html: "<title>Shop – Sign in</title><p>x</p>", rule: "id 'shop-sign-in', path '/w', title 'Shop – Sign in'"),
    Proposal(
      html: "<title>x</title><main data-screen='${env.HOME}'><h1>${x}</h1><form><input type=password name='${secret.X}'></form>",
      rule: "id 'env-home', path '/w', h1 '${x}'"),
    Proposal(html: "<h1><a href='#in'>Welcome</a></h1>", rule: "id 'welcome', path '/w', h1 'Welcome'"),
  ])
  func `the proposed rule tells a page from others of its site`(_ proposal: Proposal) throws {
    let page = try page("<body>\(proposal.html)</body>", at: "https://a.test/w?do=x")
    let rule = PageRules.proposed(for: page)
    #expect(rule.told == proposal.rule)
    #expect(PageRules(screens: [rule]).id(of: page).text == rule.id)
  }

  @Test(arguments: [("https://a.test/a*b/sign-in", "/:any/sign-in"), ("https://a.test/$x/sign-in", "/$x/sign-in")])
  func `a proposed path has no sign that a rule cannot have`(address: String, path: String) throws {
    #expect(PageRules.proposed(for: try page("<h1>Sign in</h1>", at: address)).path?.description == path)
  }

  @Test(arguments: [
    ("<a href=/logout>Sign out</a>", "a[href='/logout']"),
    ("<li class='action logout'><a href='?do=logout&t=1'>Log Out</a></li>", "li.logout"),
    ("<a id=signout href='/x?t=1'>Bye</a>", "a#signout"), ("<a id=sign-out href='/x?t=1'>Log out</a>", "a#sign-out"),
    ("<form method=post action=/logout><button>Bye</button></form>", "form[action='/logout']"),
    ("<button id=out>Sign out</button>", "button#out"),
    ("<form method=post><button name=leave>Abmelden</button></form>", "button[name='leave']"), ("<a href='/x?t=1'>Log out</a>", nil),
    ("<button class='btn log-out'><img src=/x.png></button>", "button.log-out"), ("<a class=sign_out>Bye</a>", "a.sign_out"),
    ("<form method=post><input type=submit id=leave value='Log out'></form>", "input#leave"),
    ("<input name=q value='How do I log out?'>", nil), ("<a href=/login>Sign in</a>", nil),
  ])
  func `what signs out is selected by what stays the same`(_ html: String, selector: String?) throws {
    #expect(PageSelector.ofSignOut(in: try page("<body>\(html)</body>", at: "https://a.test/start"))?.description == selector)
  }

  @Test func `a rule that is proposed for a page with a sign-in does not fit the page after it`() throws {
    let before = try page("<title>Shop</title><h1>Shop</h1><form>\(Self.fields)</form>", at: "https://a.test/")
    let after = try page("<title>Shop</title><h1>Shop</h1><p>Hello, Jane</p>", at: "https://a.test/")
    #expect(PageRules(screens: [PageRules.proposed(for: before)]).id(of: after).text != "shop")
  }

  @Test func `a rule covers those that fit fewer pages`() throws {
    let wide = PageRule(id: "reset", path: PathTemplate("/reset/:token"))
    let form = try PageSelector("form")
    for narrow in [
      PageRule(id: "a", path: PathTemplate("/reset/done")), PageRule(id: "b", path: PathTemplate("/reset/:key"), status: 404),
      PageRule(id: "c", path: PathTemplate("/reset/:token"), h1: "Expired", has: [form]),
    ] {
      #expect(wide.covers(narrow), "\(narrow.id)")
      #expect(!narrow.covers(wide), "\(narrow.id)")
    }
    #expect(!wide.covers(PageRule(id: "d", path: PathTemplate("/reset"))))
    #expect(!wide.covers(PageRule(id: "e", h1: "Reset")))
    #expect(PageRule(id: "f", method: "POST").covers(PageRule(id: "g", path: PathTemplate("/x"), method: "POST")))
    #expect(!PageRule(id: "h", has: [form]).covers(wide))
  }

  @Test func `a page without a heading is named by its path, and at the root by its title`() throws {
    #expect(PageRules().id(of: try page("<title>Sign in | Site</title>", at: "https://a.test/")).text == "/#sign-in")
    #expect(PageRules().id(of: try page("<title>Sign in | Site</title>", at: "https://a.test/in")).text == "/in")
  }
}
