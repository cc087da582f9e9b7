import Diagnostics
import JourneyLanguage
import JourneyModel
import JourneyScenario
import Testing

/// Rows, cells and apps become cases with stable ids.
struct CaseExpansionTests {
  private static let text = """
    journey: Sign in as ${name}
    examples:
      - {case: jane, name: Jane}
      - {name: Otto}
    matrix:
      locale: [en, hu]
      exclude: [{locale: hu}]
    steps:
      - screen: a
    """

  @Test func `rows, cells and apps are crossed, in this order`() throws {
    let scenario = try ScenarioText(Self.text, named: "journeys/sign-in/password.yaml").scenario()
    let cases = CaseExpansion(root: "journeys", apps: ["web", "ios"]).cases(of: scenario)
    #expect(
      cases.map(\.id) == [
        "sign-in/password#sign-in-as[case=jane]{locale=en}@web", "sign-in/password#sign-in-as[case=jane]{locale=en}@ios",
        "sign-in/password#sign-in-as[case=2]{locale=en}@web", "sign-in/password#sign-in-as[case=2]{locale=en}@ios",
      ])
    #expect(cases.map(\.title) == ["Sign in as Jane", "Sign in as Jane", "Sign in as Otto", "Sign in as Otto"])
    #expect(cases[0].name == "Sign in as Jane [jane] {locale: en} @web")
    #expect(cases[0].label == "jane")
    #expect(cases[0].cell.map(\.name) == ["locale"])
    #expect(cases.map(\.app) == ["web", "ios", "web", "ios"])
    #expect(Set(cases.map(\.group)) == ["sign-in/password#sign-in-as"])
  }

  @Test func `a scenario without rows is one case`() throws {
    let scenario = try ScenarioText("journey: A b\nsteps: [{screen: a}]\n", named: "x.yml").scenario()
    #expect(CaseExpansion(root: "journeys").cases(of: scenario).map(\.id) == ["x#a-b"])
  }

  @Test func `a case of the default app is the same whether the caller asks for it or not`() throws {
    let scenario = try ScenarioText("journey: A b\nsteps: [{screen: a}]\n", named: "x.yml").scenario()
    let cases = CaseExpansion(root: "journeys", apps: ["web", "ios"], defaultApp: "web").cases(of: scenario)
    #expect(cases.map(\.id) == ["x#a-b", "x#a-b@ios"])
    #expect(cases.map(\.name) == ["A b", "A b @ios"])
    #expect(cases.map(\.app) == ["web", "ios"])
  }

  @Test func `a scenario that names several apps is skipped as any other`() throws {
    let scenario = try ScenarioText("journey: A b\napp: [ios, web]\nsteps: [{screen: a}]\n", named: "x.yml").scenario()
    let usual = CaseExpansion(root: "journeys", defaultApp: "web").cases(of: scenario)
    #expect(usual.map(\.id) == ["x#a-b"])
    #expect(usual.map(\.app) == ["ios"])
    #expect(usual.map(\.skipped) == [nil])
    let all = CaseExpansion(root: "journeys", apps: ["web", "ios", "java"], defaultApp: "web").cases(of: scenario)
    #expect(all.map(\.id) == ["x#a-b@web", "x#a-b", "x#a-b@java"])
    #expect(all.map(\.app) == ["web", "ios", "java"])
    #expect(all.map(\.skipped) == [nil, nil, "it is written for the apps ios, web, not for java"])
  }

  @Test func `a list of one app is a list`() throws {
    let scenario = try ScenarioText("journey: A\napp: [ios]\nsteps: [{screen: a}]\n").scenario()
    let cases = CaseExpansion(root: "journeys", apps: ["web", "ios"], defaultApp: "web").cases(of: scenario)
    #expect(cases.map(\.skipped) == ["it is written for the app ios, not for web", nil])
    #expect(CaseExpansion(root: "journeys", defaultApp: "web").cases(of: scenario).map(\.app) == ["ios"])
  }

  @Test func `a scenario that names its app stays with it`() throws {
    let one = try ScenarioText("journey: A\napp: ios\nsteps: [{screen: a}]\n").scenario()
    #expect(CaseExpansion(root: "journeys", apps: ["web", "android"]).cases(of: one).map(\.id) == ["test#a"])
    #expect(CaseExpansion(root: "journeys", apps: ["web", "android"]).cases(of: one).map(\.app) == ["ios"])
    let axis = try ScenarioText("journey: A\nmatrix: {app: [ios, web], tenant: [acme]}\nsteps: [{screen: a}]\n").scenario()
    let cases = CaseExpansion(root: "journeys/", apps: ["web"]).cases(of: axis)
    #expect(cases.map(\.id) == ["test#a{app=ios,tenant=acme}", "test#a{app=web,tenant=acme}"])
    #expect(cases.map(\.app) == ["ios", "web"])
    #expect(cases.map(\.tenant?.value) == ["acme", "acme"])
  }

  @Test(arguments: [
    ("smoke", ["smoke"], true), ("not smoke", ["smoke"], false), ("smoke and not slow", ["smoke", "slow"], false),
    ("a or b and c", ["a"], true), ("(a or b) and c", ["a"], false), ("(a or b) and c", ["b", "c"], true), ("not not a", ["a"], true),
    ("not (a or b)", ["c"], true), ("not a and b", ["b"], true),
  ]) func `a tag expression holds or does not`(text: String, tags: [String], holds: Bool) throws {
    #expect(try TagExpression(text).holds(for: tags) == holds)
  }

  @Test(arguments: [
    ("", "a tag is missing"), ("a and", "a tag is missing"), ("(a", "a ')' is missing"), ("a b", "expected 'and' or 'or' before 'b'"),
    ("and a", "expected a tag, found 'and'"), ("a)", "before ')'"), (String(repeating: "(", count: 200), "more than 100"),
  ]) func `a tag expression that cannot be read says why`(text: String, says: String) {
    do throws(SelectionError) {
      let expression = try TagExpression(text)
      Issue.record("\(expression)")
    } catch {
      #expect(error.message.contains(says), "\(error.message)")
    }
  }

  @Test func `a line selects the scenario that it belongs to`() throws {
    let text = ScenarioText(
      "# first\njourney: A\nsteps:\n  - screen: a\n---\njourney: B\nsteps:\n  - screen: b\n", named: "journeys/x.yaml")
    let extents = text.reading.scenarios.map(\.extent)
    for (line, id) in [(1, "a"), (2, "a"), (4, "a"), (6, "b"), (8, "b"), (99, "b")] {
      let selection = CaseSelection(places: [try CaseSelection.Place("journeys/x.yaml:\(line)")])
      let selected = text.reading.scenarios.filter { selection.selects($0, among: extents) }
      #expect(selected.map(\.id) == [id], "line \(line)")
    }
    #expect(throws: SelectionError.self) { try CaseSelection.Place("journeys/x.yaml:0") }
  }
}
