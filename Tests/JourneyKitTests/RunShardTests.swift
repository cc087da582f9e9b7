import JourneyModel
import JourneyRunner
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct RunShardTests {
  @Test(arguments: [
    "", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/-2", "1/2/3", "1/0", "a/b", "1/9223372036854775808", "99999999999999999999/1",
    " 1/2",
  ])
  func `what is no share is none`(_ text: String) {
    #expect(RunShard(text) == nil)
  }

  @Test func `the largest count is a count`() {
    let shard = RunShard("9223372036854775807/9223372036854775807")
    #expect(shard?.number == .max)
    #expect(shard?.share(of: []) == [])
  }

  /// A case of each of these accounts, or lists of accounts; `nil` for a case without one.
  private static func cases(_ accounts: [[String]], isLive: Bool) -> [PlannedCase] {
    accounts.enumerated().map { number, names in
      var tenant = CaseTenant(name: "acme", dialect: ScriptedDriver.description)
      (tenant.accounts, tenant.sharesAccounts) = (names, isLive)
      let facts = PlannedScenario(name: "\(number)", file: "a.yaml", line: 1, tenant: "acme", dialect: "scripted")
      return PlannedCase(id: "\(number)", facts: facts, main: Program(), tenant: tenant)
    }
  }

  private static func shares(_ cases: [PlannedCase], _ count: Int) -> [[String]] {
    (1...count).map { number in RunShard(number: number, of: count)?.share(of: cases).map(\.id) ?? [] }
  }

  @Test func `all cases of an account of a live tenant are in one share, and those of a mock are not`() {
    let accounts = [["jane"], ["otto"], [], ["jane"], ["otto"], [], ["jane"]]
    #expect(Self.shares(Self.cases(accounts, isLive: true), 3) == [["0", "3", "5", "6"], ["1", "4"], ["2"]])
    #expect(Self.shares(Self.cases(accounts, isLive: false), 3) == [["0", "3", "6"], ["1", "4"], ["2", "5"]])
  }

  @Test(arguments: 1...4) func `rows that are compared with each other are in one share, and the shares are all cases`(_ count: Int) {
    var cases = Self.cases([[], [], [], [], [], []], isLive: false)
    for row in [0, 3, 5] { cases[row].indistinguishableFrom = "a.yaml:1" }
    for row in [1, 4] { cases[row].indistinguishableFrom = "a.yaml:9" }
    let shares = Self.shares(cases, count)
    #expect(shares.flatMap(\.self).sorted() == ["0", "1", "2", "3", "4", "5"])
    #expect(shares.count { Set($0).isSuperset(of: ["0", "3", "5"]) } == 1, "\(shares)")
    #expect(shares.count { Set($0).isSuperset(of: ["1", "4"]) } == 1, "\(shares)")
  }

  @Test func `a case that may take any of two accounts holds the cases of both together`() {
    let accounts = [["jane"], ["otto"], ["mia"], ["jane", "otto"], ["mia"]]
    #expect(Self.shares(Self.cases(accounts, isLive: true), 2) == [["0", "1", "3"], ["2", "4"]])
  }
}
