import Testing

@testable import JourneyInsight

/// The line that counts who can sign in.
struct StandingTests {
  private static func person(_ name: String, waits: String?, atOnce: Bool) -> ComparedAccounts.Person {
    let access = ComparedAccounts.Access(.reached(path: "password → signed in"), .stops(["password"]))
    var person = ComparedAccounts.Person(name: name, before: access, now: access)
    let wait = waits.map { ComparedAccounts.Wait(.seconds(900), text: $0) }
    person.hard[.locked] = ComparedAccounts.HardReach(
      before: access.reach, now: access.reach, waits: ComparedAccounts.Waits(before: wait, now: wait))
    person.hard[.lockedAtOnce] = ComparedAccounts.HardReach(before: access.reach, now: atOnce ? access.reach : .never)
    return person
  }

  private static func line(_ people: ComparedAccounts.Person...) -> String {
    let access = ComparedAccounts.Access(.never, .never)
    let newcomer = ComparedAccounts.Person(name: "new users", before: access, now: access)
    return ComparedAccounts("acme", "next", people, newcomer: newcomer).opening.last ?? ""
  }

  @Test func `at once is said of those alone who can`() {
    let (waiting, unlocking) = (Self.person("jane", waits: "15m", atOnce: false), Self.person("otto", waits: "15m", atOnce: true))
    let start = "in next 2 of 2 accounts can sign in, after wrong passwords have locked the account 2 of 2"
    let end = "; new users cannot register"
    #expect(Self.line(waiting, waiting) == "\(start) by waiting 15m\(end)")
    #expect(Self.line(waiting, unlocking) == "\(start) by waiting 15m, 1 of them at once\(end)")
    #expect(Self.line(unlocking, unlocking) == "\(start) at once or by waiting 15m\(end)")
    #expect(Self.line(waiting, Self.person("otto", waits: nil, atOnce: false)) == "\(start) by waiting 15m, 1 of them at once\(end)")
  }
}
