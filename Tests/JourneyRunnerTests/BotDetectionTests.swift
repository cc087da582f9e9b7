import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyRunner

/// A live tenant that takes the walk for a robot: the case is broken and says so, and did not fail.
struct BotDetectionTests {
  private static let captcha = Widget(id: "captcha", typeName: "captcha", label: "I am no robot", kind: .entry(Entry(purpose: .captcha)))

  private static func screen(_ id: String, _ change: (inout Screen) -> Void = { _ in }) -> Turn {
    var screen = Screen.password()
    screen.id = ScreenID(id)
    change(&screen)
    return .showing(screen)
  }

  private static func withCaptcha(_ screen: inout Screen) { screen.forms[0].widgets.append(captcha) }

  private static func result(_ yaml: String, _ turns: [Turn]) throws -> AttemptOutcome.Result {
    var rehearsal = try Rehearsal(live: yaml, turns.map { .success($0) })
    return try rehearsal.outcome().result
  }

  private static let signIn = "journey: A\nsteps:\n  - screen: password\n    answers: {password: x}\n  - screen: welcome\n"

  private static func asks(for name: String) -> AttemptOutcome.Result {
    .broken(
      Breakage(
        kind: .forbidden,
        message: "the tenant asks for a CAPTCHA ('\(name)'), which only a person can solve: allow the test client in the tenant's bot "
          + "detection, or use the test keys of the CAPTCHA's maker"))
  }

  @Test func `a CAPTCHA in the way of the next screen breaks the case, and is named`() throws {
    let again = Self.screen("password", Self.withCaptcha)
    #expect(try Self.result(Self.signIn, [Self.screen("password"), again]) == Self.asks(for: "I am no robot"))
    let page = Self.screen("password") { $0.facts.append(Fact("captcha", .text("hCaptcha"))) }
    #expect(try Self.result(Self.signIn, [Self.screen("password"), page]) == Self.asks(for: "hCaptcha"))
    let org = Self.screen("password") { $0.facts.append(Fact("captcha.type", .text("RECAPTCHA_V2"))) }
    #expect(try Self.result(Self.signIn, [Self.screen("password"), org]) == Self.asks(for: "reCAPTCHA"))
    let robot = Self.screen("password") { screen in
      Self.withCaptcha(&screen)
      screen.messages = [Message(level: .error, text: "Please show that you are human.")]
    }
    #expect(try Self.result(Self.signIn, [Self.screen("password"), robot]) == Self.asks(for: "I am no robot"))
  }

  @Test func `a scenario that expects the CAPTCHA passes, and another error is still a failure`() throws {
    let there = "journey: A\nsteps:\n  - screen: password\n    widgets: {captcha: {type: captcha}}\n"
    #expect(try Self.result(there, [Self.screen("password", Self.withCaptcha)]) == .passed)
    let wrong = Self.screen("password") { screen in
      Self.withCaptcha(&screen)
      screen.messages = [Message(level: .error, text: "The password is incorrect.")]
    }
    guard case .failed = try Self.result(Self.signIn, [Self.screen("password"), wrong]) else {
      Issue.record("a wrong password is no matter of the CAPTCHA")
      return
    }
    let label = "journey: A\nsteps:\n  - screen: password\n    widgets: {password: {label: PIN}}\n"
    guard case .failed = try Self.result(label, [Self.screen("password", Self.withCaptcha)]) else {
      Issue.record("another label is no matter of the CAPTCHA")
      return
    }
  }

  @Test func `a mock's CAPTCHA is nobody's bot detection`() throws {
    var rehearsal = try Rehearsal(Self.signIn, [Self.screen("password"), Self.screen("password", Self.withCaptcha)])
    guard case .failed = try rehearsal.outcome().result else {
      Issue.record("a mock has no bot detection")
      return
    }
  }

  @Test(arguments: [("cf-mitigated", "challenge", "Cloudflare"), ("X-Amzn-Waf-Action", "captcha", "AWS WAF")])
  func `a product that answers in the tenant's place is named`(header: String, value: String, product: String) throws {
    let expected = AttemptOutcome.Result.broken(
      Breakage(
        kind: .forbidden,
        message: "the bot detection in front of the tenant ('\(product)') answered in its place: allow the test client in it"))
    var exchange = Exchange(purpose: "submit", method: "POST", url: "https://acme.test/")
    exchange.response = Exchange.Answered(status: 403, headers: [Exchange.Header(header, .text(value))], body: [])
    var rehearsal = try Rehearsal(
      live: Self.signIn, [.success(Self.screen("password")), .failure(DriverError(.notJSON, "no JSON", exchanges: [exchange]))])
    #expect(try rehearsal.outcome().result == expected)
    var page = Self.screen("Just a moment")
    page.exchanges = [exchange]
    #expect(try Self.result(Self.signIn, [Self.screen("password"), page]) == expected)
  }
}
