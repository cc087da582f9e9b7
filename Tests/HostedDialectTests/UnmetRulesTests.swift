import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

/// What a page lacks of the rules for its place, where none of them names it.
struct UnmetRulesTests {
  private static let form = """
    <!doctype html><title>Welcome | Parcels</title><h1>Welcome</h1><form method=post><input name=user><input name=secret type=password>
    <button>Go</button></form>
    """

  private static func unmet(_ rules: [PageRule], status: Int = 200) throws -> [String: String] {
    let page = try HTMLPage(Array(form.utf8), url: WebURL("https://a.test/login"))
    let rules = PageRules(screens: rules)
    let arrival = PageArrival(method: "POST", status: status)
    return rules.unmet(by: page, arrival, on: PageReader(rules: rules).read(page, arrival).screen)
  }

  private static func rule(_ has: String? = nil, _ change: (inout PageRule) -> Void = { _ in }) throws -> PageRule {
    var rule = PageRule(id: "login", path: PathTemplate("/login"), place: "journeys/tenants.yaml:12")
    rule.has = try has.map { [try PageSelector($0)] } ?? []
    change(&rule)
    return rule
  }

  private static let start = "the rule for 'login' at journeys/tenants.yaml:12 has the path of this page and does not fit: "

  @Test func `a field that was renamed is named with the field that is there`() throws {
    let found = try Self.unmet([Self.rule("[name=password]") { $0.h1 = "Welcome" }])
    #expect(found == ["login": Self.start + "'has: [name=password]' selects nothing on it (the field for a password is 'secret')"])
  }

  @Test func `every condition that does not hold is named`() throws {
    let found = try Self.unmet([
      Self.rule("li.out") { ($0.method, $0.status, $0.title, $0.h1) = ("GET", 401, "Sign in", "Sign in") }
    ])
    #expect(
      found["login"]
        == Self.start + "the page came by 'POST' and not by 'GET', and its status is 200 and not 401, and its title is "
        + "'Welcome | Parcels' and not 'Sign in', and its heading is 'Welcome' and not 'Sign in', and 'has: li.out' selects nothing on it")
  }

  @Test func `of several rules for a name it is the one that lacks the least`() throws {
    let found = try Self.unmet([
      Self.rule("[name=a]") { $0.h1 = "Other" }, Self.rule("[name=b]"), Self.rule("[name=c]") { $0.h1 = "Another" },
    ])
    #expect(found["login"]?.contains("[name=b]") == true, "\(found)")
  }

  @Test func `a page that a rule names lacks nothing, and one at another place is not compared`() throws {
    #expect(try Self.unmet([Self.rule("[name=a]"), Self.rule { $0.id = "other" }]).isEmpty)
    #expect(try Self.unmet([Self.rule { $0.path = PathTemplate("/elsewhere") }]).isEmpty)
    #expect(try Self.unmet([]).isEmpty)
  }
}
