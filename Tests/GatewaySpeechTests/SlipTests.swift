import HostedDialect
import JourneyClient
import JourneyMock
import JourneyModel
import Testing

/// Each slip of the system is noticed by the driver, and nothing is wrong without it.
struct SlipTests {
  @Test func `without a slip nothing is found`() async throws {
    var walk = try LedgerWalk()
    try await walk.start()
    try await walk.signIn()
    #expect(try await walk.problems() == [])
  }

  @Test func `a way back that is the word undefined leads to a page that does not exist`() async throws {
    var walk = try LedgerWalk(.fromURIUndefined)
    try await walk.start()
    try await walk.signIn()
    #expect(walk.heading == "Sorry – this page does not exist")
  }

  @Test func `a login page without its script leads nowhere`() async throws {
    var walk = try LedgerWalk(.scriptMissing)
    try await walk.start()
    #expect(walk.screen?.forms == [])
  }

  @Test(arguments: [
    (Slip.fallbackWithParameters, "no-identity-in-scheme-url"), (.passwordRepeated, "credential-redirect"),
  ])
  func `the end tells what went wrong on the way`(_ slip: Slip, check: String) async throws {
    var walk = try LedgerWalk(slip)
    try await walk.start(slip == .fallbackWithParameters ? [Value.Member("force_fallback", "true")] : [])
    try await walk.signIn()
    #expect(try await walk.problems().contains(check))
  }

  @Test func `the fallback address is bare, and the app asks once more without a page`() async throws {
    var walk = try LedgerWalk()
    try await walk.start([Value.Member("force_fallback", "true")])
    try await walk.signIn()
    #expect(try await walk.problems() == [])
  }

  @Test func `a page though none was asked for is found`() async throws {
    var walk = try LedgerWalk(.silentPage)
    try await walk.start(keys: [Value.Member("prompt", "none")])
    #expect(try await walk.problems() == ["prompt-none-silent"])
  }

  @Test(arguments: [nil, Slip.openFromURI])
  func `an address elsewhere is a way back only by the slip`(_ slip: Slip?) async throws {
    var walk = try LedgerWalk(slip)
    try await walk.open("/signin?fromURI=https%3A%2F%2Fevil.test%2F")
    try await walk.signIn()
    if case .handover? = walk.turn?.now { #expect(slip != nil) } else { #expect(walk.screen?.id == ScreenID("start") && slip == nil) }
  }

  @Test(arguments: [nil, Slip.openReturnURL])
  func `signing out leads elsewhere only by the slip`(_ slip: Slip?) async throws {
    var walk = try LedgerWalk(slip)
    try await walk.open("/signout?returnUrl=https%3A%2F%2Fevil.test%2F")
    if case .handover? = walk.turn?.now { #expect(slip != nil) } else { #expect(walk.screen?.id == ScreenID("start") && slip == nil) }
  }

  /// Asks for a mail with a link to choose a new password.
  private static func askForLink(_ slip: Slip?) async throws -> LedgerWalk {
    var walk = try LedgerWalk(slip)
    try await walk.open("/signin?appClientId=ledger-reader")
    try await walk.open("/reset-password?appClientId=ledger-reader")
    try await walk.submit([("email", "rosa@ledger.test")])
    return walk
  }

  @Test(arguments: [(nil, 1), (Slip.mailDoubled, 2), (.mailMissing, 0), (.mailLate, 0)])
  func `mails come once, and otherwise only by a slip`(_ slip: Slip?, count: Int) async throws {
    let walk = try await Self.askForLink(slip)
    #expect(try await walk.links(to: "rosa@ledger.test").count == count)
    try await walk.world.pass(.seconds(3601))
    #expect(try await walk.links(to: "rosa@ledger.test").count == (slip == .mailLate ? 1 : count))
  }

  @Test func `a link to another host is not opened`() async throws {
    var walk = try await Self.askForLink(.mailWrongHost)
    let link = try #require(try await walk.links(to: "rosa@ledger.test").first)
    #expect(link.hasPrefix("https://profile.elsewhere.test/reset-password/il_"))
    await #expect(throws: DriverError.self) { try await walk.open(link) }
  }

  @Test(arguments: [(nil, "Link expired"), (Slip.linkKept, "Create new password")])
  func `a used link works again only by the slip`(_ slip: Slip?, heading: String) async throws {
    var walk = try await Self.askForLink(slip)
    let link = try #require(try await walk.links(to: "rosa@ledger.test").first)
    try await walk.open(link)
    #expect(walk.heading == "Create new password")
    try await walk.submit([("password", "Rosa-heron-31")])
    #expect(try await walk.problems() == [])
    try await walk.open(link)
    #expect(walk.heading == heading)
  }

  @Test func `a link that is over as soon as it is sent says so`() async throws {
    var walk = try await Self.askForLink(.linkExpired)
    let link = try #require(try await walk.links(to: "rosa@ledger.test").first)
    try await walk.open(link)
    #expect(walk.heading == "Link expired")
  }

  @Test func `a login page that leaves the mark of the app on a token would open the app again`() async throws {
    var walk = try LedgerWalk(.markKept)
    try await walk.start(keys: [Value.Member("page", "register")])
    try await walk.submit([("email", "someone@ledger.test")])
    let link = try #require(try await walk.links(to: "someone@ledger.test").first)
    try await walk.open(link)
    try await walk.submit([("password", "Heron-shadow-33")])
    #expect(try await walk.problems() == ["login-page-loop"])
  }
}
