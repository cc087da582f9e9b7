import JourneyModel
import Testing

@testable import JourneyRunner

/// Where a secret may be typed that is bound to fields.
struct TypedSecretTests {
  private static let screen = Screen(
    id: ScreenID("ask"),
    forms: [
      Form(
        id: "ask",
        widgets: [
          .entry("name"), .entry("email", purpose: .email), .entry("password", purpose: .password), .entry("code", purpose: .passcode),
          Widget(id: "shown", typeName: "text", kind: .entry(Entry(autocomplete: "section-a Current-Password"))),
          Widget(id: "user", typeName: "text", kind: .entry(Entry(autocomplete: "username"))),
          Widget(id: "hello", typeName: "static", kind: .output("Hello Zq7v-Kx2p-Rt5w")), .submit("submit", "Go"),
        ])
    ])

  private static func walk(_ answers: String, keys: String = "", fields: Set<String>?) throws -> Rehearsal {
    let yaml = "journey: x\nsteps:\n  - screen: ask\n    answers: {\(answers)}\n\(keys)"
    let secret = Secret("Zq7v-Kx2p-Rt5w", name: "secret.JANE", fields: fields)
    let values: [String: Value] = ["secret": .map([Value.Member("JANE", .secret(secret))])]
    return try Rehearsal(yaml, [.showing(screen), .showing(screen), .completed], values: values)
  }

  @Test(arguments: [
    "name: '${secret.JANE}'", "name: 'xx${secret.JANE}'", "name: '${base64url(secret.JANE)}'", "name: '${lower(secret.JANE)}'",
    "email: '${secret.JANE}'", "user: '${secret.JANE}'",
  ])
  func `a secret that is bound to fields is typed into no other field`(answer: String) throws {
    var rehearsal = try Self.walk(answer, fields: ["address"])
    guard case .broken(let breakage) = try rehearsal.outcome().result else {
      Issue.record("the walk did not break")
      return
    }
    let field = answer.prefix { $0 != ":" }
    #expect(breakage.kind == .forbidden)
    #expect(
      breakage.message
        == "nothing was sent: under the policy 'secret.JANE' may be typed only into a field of a password or code, and '\(field)' is neither; "
        + "if it belongs there, the policy has to name the field, as in 'fields: [\(field)]'")
    #expect(rehearsal.submissions.isEmpty)
  }

  @Test(arguments: ["password", "code", "shown", "name"])
  func `fields of passwords and codes, and those that are named, take it`(field: String) throws {
    var rehearsal = try Self.walk("\(field): '${secret.JANE}'", fields: ["name"])
    _ = try rehearsal.outcome()
    #expect(rehearsal.submissions.count == 1)
  }

  @Test func `a secret without such a limit is typed anywhere`() throws {
    var rehearsal = try Self.walk("name: '${secret.JANE}'", fields: nil)
    _ = try rehearsal.outcome()
    #expect(rehearsal.submissions.count == 1)
  }

  @Test(arguments: ["name", "unheard"])
  func `a forced answer obeys as well`(field: String) throws {
    var rehearsal = try Self.walk("\(field): '${secret.JANE}'", keys: "    force: true\n", fields: [])
    guard case .broken(let breakage) = try rehearsal.outcome().result else {
      Issue.record("the walk did not break")
      return
    }
    #expect(breakage.message.contains("'\(field)' is neither"))
    #expect(rehearsal.submissions.isEmpty)
  }

  @Test func `what a screen repeats of it is not typed elsewhere`() throws {
    let next = """
        - screen: ask
          capture: {seen: {widget: hello, attribute: value}}
          answers: {name: "${seen}"}

      """
    var rehearsal = try Self.walk("password: '${secret.JANE}'", keys: next, fields: [])
    guard case .broken(let breakage) = try rehearsal.outcome().result else {
      Issue.record("the walk did not break")
      return
    }
    #expect(breakage.message.contains("'text with a secret' may be typed only into a field of a password or code"))
    #expect(rehearsal.submissions.count == 1)
  }
}
