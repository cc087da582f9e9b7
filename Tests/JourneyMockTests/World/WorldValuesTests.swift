import Diagnostics
import Encodings
import JourneyModel
import Testing

@testable import JourneyMock

/// The values that a world is made of, each by itself.
struct WorldValuesTests {
  private static let start = Instant(milliseconds: 0)
  private static let empty = ScopeState(.session, in: TenantGraph.Tables())

  private static func scope(_ texts: [String?]) -> ScopeState {
    var scope = empty
    scope.attributes = texts
    return scope
  }

  private static func session(_ id: String, publicID: String) -> Session {
    Session(
      id: id, browser: "b", request: StartRequest(client: 0, redirectURI: "app://x"), language: 0, started: start, publicID: publicID,
      dialogue: 0, state: 0, scope: empty)
  }

  @Test func `an account is found by a text, whatever its case, and keeps its place`() {
    var accounts = Accounts([AccountState(name: "ann", scope: Self.scope(["Ann@x.test"]), claims: [])])
    let email = AttributeSlot(scope: .account, index: 0)
    #expect(accounts.place(ofText: "ANN@X.TEST", in: email) == 0)
    #expect(accounts.place(ofText: "bob@x.test", in: email) == nil)
    let bob = accounts.add(AccountState(name: nil, scope: Self.scope(["bob@x.test"]), claims: []))
    #expect(bob == 1)
    #expect(accounts.place(ofText: "bob@x.test", in: email) == 1)
    accounts.change(1) { $0.attributes[0] = "ann@x.test" }
    #expect(accounts.place(ofText: "ann@x.test", in: email) == 0)
    #expect(accounts.count == 2)
  }

  @Test func `a session comes back by its id, by the name that anybody may read, and once by a ticket`() {
    var sessions = Sessions()
    let session = Self.session("secret", publicID: "public")
    sessions.name(session)
    #expect(sessions["secret"] == nil)
    sessions.keep(session)
    #expect(sessions["secret"]?.id == "secret")
    #expect(sessions["public"] == nil)
    #expect(sessions.session(publicly: "public")?.id == "secret")
    #expect(sessions.session(publicly: "secret") == nil)
    sessions.issue(ticket: "ticket", for: session)
    #expect(sessions.session(publicly: "ticket") == nil)
    #expect(sessions.session(behind: "ticket")?.id == "secret")
    #expect(sessions.session(behind: "public")?.id == "secret")
    let spent = [sessions.spend(ticket: "ticket"), sessions.spend(ticket: "ticket")]
    #expect(spent == [true, false])
    #expect(sessions.session(behind: "ticket") == nil)
  }

  @Test func `a journey comes back only from where it was handed over to, and only where it has somewhere to go on`() {
    var session = Self.session("a", publicID: "b")
    session.comeback = 3
    var cameBack = session.comeBack()
    #expect(!cameBack && session.state == 0)
    session.status = .handedOver(page: "hub")
    cameBack = session.comeBack()
    #expect(cameBack && session.state == 3)
    session.status = .handedOver(page: "hub")
    cameBack = session.comeBack()
    #expect(!cameBack)
  }

  @Test func `a sign-in lasts its time in the browsers that share it`() {
    var browsers = Browsers()
    let signOn = SignOn(account: 0, sid: "s", time: Self.start, until: Self.start + .seconds(10))
    browsers.signIn(signOn, in: "stranger")
    #expect(!browsers.knows("stranger"))
    for cookie in ["one", "two"] {
      browsers.add(cookie)
      browsers.signIn(signOn, in: cookie)
    }
    #expect(browsers.signOn(in: "one", at: Self.start)?.sid == "s")
    #expect(browsers.signOn(in: "one", at: Self.start + .seconds(10)) == nil)
    browsers.end(signOn: "other")
    #expect(browsers.signOn(in: "two", at: Self.start) != nil)
    browsers.end(signOn: "s")
    #expect(["one", "two"].allSatisfy { browsers.signOn(in: $0, at: Self.start) == nil })
  }

  @Test func `a browser remembers each account apart`() {
    var browsers = Browsers()
    browsers.changeDevice(of: 0, in: "stranger", from: Self.empty) { $0.facts = [1] }
    #expect(browsers.device(of: 0, in: "stranger") == nil)
    browsers.add("one")
    browsers.changeDevice(of: 0, in: "one", from: Self.empty) { $0.facts = [1] }
    #expect(browsers.device(of: 0, in: "one")?.facts == [1])
    #expect(browsers.device(of: 1, in: "one") == nil)
  }

  @Test func `a link is good until it is used`() {
    var links = EntryLinks()
    links.add(EntryLink(account: nil, state: 1, client: 0, until: Self.start, scope: Self.empty, sender: "s"), challenge: "c")
    #expect(links["c"]?.isLate(at: Self.start) == true)
    #expect(links["c"]?.isLate(at: Instant(milliseconds: -1)) == false)
    links.spend("c")
    #expect(links["c"] == nil)
    #expect(!EntryLink(account: nil, state: 1, client: 0, until: nil, scope: Self.empty, sender: "s").isLate(at: Self.start))
  }

  @Test func `a mailbox finds what came to somebody since a moment, and forgets the oldest when it is full`() {
    var mailbox = Mailbox()
    func message(_ number: Int, _ channel: InboxMessage.Channel = .mail) -> InboxMessage {
      InboxMessage(
        id: "m\(number)", channel: channel, to: "Ann@x.test", subject: "", text: "", links: [],
        received: Instant(milliseconds: Int64(number)))
    }
    for number in 0..<4 { mailbox.add(message(number, number == 3 ? .sms : .mail)) }
    let found = mailbox.messages(to: "ann@X.test", channel: .mail, since: Instant(milliseconds: 1))
    #expect(found.map(\.id) == ["m1", "m2"])
    #expect(mailbox.messages(to: "bob@x.test", channel: .mail, since: Self.start).isEmpty)
    #expect(mailbox["m3"]?.channel == .sms)
    for number in 4...4096 { mailbox.add(message(number)) }
    #expect(mailbox["m0"] == nil)
    #expect(mailbox["m4096"] != nil)
    #expect(mailbox.messages.count == 2049)
  }

  @Test(arguments: [
    ("+47 11111111", true), ("+4711111111", true), ("47 11 11 11 11", true), ("+47 11111112", false), ("", false), ("+", false),
  ])
  func `a mailbox compares numbers by their digits`(_ number: String, _ isSame: Bool) {
    var mailbox = Mailbox()
    mailbox.add(InboxMessage(id: "m", channel: .sms, to: "+4711111111", text: "", received: Self.start))
    #expect(mailbox.messages(to: number, channel: .sms, since: Self.start).isEmpty != isSame)
    #expect(mailbox.messages(to: number, channel: .mail, since: Self.start).isEmpty)
  }

  @Test func `requests are counted from the first of a window on, for every limit apart`() {
    let place = SourceRange(
      file: SourceFile(name: "t.yaml", text: ""), start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))
    let limits = [
      RequestLimit(paths: ["/form/"], requests: 2, time: .seconds(10), place: place),
      RequestLimit(paths: ["/token", "/userinfo"], requests: 1, time: .seconds(10), place: place),
    ]
    var counts = RequestCounts()
    func ask(_ path: String, at seconds: Int) -> Int64? {
      counts.exceeded(by: path, of: limits, at: Self.start + .seconds(seconds))?.seconds
    }
    let form = [ask("/form/a", at: 0), ask("/form/b", at: 4), ask("/form/a", at: 5), ask("/other", at: 5)]
    #expect(form == [nil, nil, 5, nil])
    let tokens = [ask("/token", at: 5), ask("/userinfo", at: 6)]
    #expect(tokens == [nil, 9])
    let later = [ask("/form/a", at: 10), ask("/form/a", at: 11), ask("/form/a", at: 12)]
    #expect(later == [nil, nil, 8])
  }

  @Test func `a fault befalls the requests of its paths, as often as it says`() {
    var faults = Faults([Fault(.drop, path: "/form", times: 2), Fault(.badJSON)])
    let due = ["/token", "/form/a", "/form/b", "/form/c"].map { faults.due(on: $0) }
    #expect(due == [[.badJSON], [.drop, .badJSON], [.drop, .badJSON], [.badJSON]])
    faults.add(Fault(.status(503), times: 1))
    let once = [faults.due(on: "/"), faults.due(on: "/")]
    #expect(once == [[.badJSON, .status(503)], [.badJSON]])
    faults.clear()
    #expect(faults.isEmpty)
  }
}
