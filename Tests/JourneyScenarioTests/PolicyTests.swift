import Diagnostics
import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Testing

/// A policy file becomes what is allowed; `RECORD_GOLDEN=1` writes the texts of the wrong ones.
struct PolicyTests {
  private static let folder = "fixtures/broken/policies"

  private static func read(_ text: String) -> (policy: Policy, diagnostics: [Diagnostic]) {
    Policy.read(Array(text.utf8), named: "policy.yaml")
  }

  @Test func `a policy names origins, variables, secrets, commands and probes`() throws {
    let (policy, diagnostics) = Self.read(
      """
      origins: [https://login.acme.test, "http://127.0.0.1:8025/"]
      env: ACME_REGION
      secrets:
        JANE_PASSWORD: https://login.acme.test
        API_KEY: [https://login.acme.test, "http://127.0.0.1:8025"]
        JANE_EMAIL: {origins: [https://login.acme.test, 'mock:acme'], fields: [identifier, profile.email]}
      commands:
        - run: [make, seed, "EMAIL=*"]
          env: [PATH, HOME]
          timeout: 5s
        - {run: [./clean]}
      probes: [code_replay]
      """)
    #expect(diagnostics.isEmpty, "\(DiagnosticRenderer().render(diagnostics))")
    let acme = Origin(scheme: "https", host: "login.acme.test", port: 443)
    let mail = Origin(scheme: "http", host: "127.0.0.1", port: 8025)
    #expect(policy.origins == [acme, mail])
    #expect(policy.variables == ["ACME_REGION"])
    #expect(policy.secrets == ["JANE_PASSWORD": [acme], "API_KEY": [acme, mail], "JANE_EMAIL": [acme]])
    #expect(policy.mocks["JANE_EMAIL"] == ["acme"])
    #expect(policy.fields == ["JANE_EMAIL": ["identifier", "profile.email"]])
    #expect(policy.probes == [.codeReplay])
    let seed = Policy.Command(words: ["make", "seed", "EMAIL=*"], variables: ["PATH", "HOME"], timeout: .seconds(5))
    #expect(policy.commands == [seed, Policy.Command(words: ["./clean"], timeout: .seconds(30))])
  }

  @Test func `a policy that says nothing of a kind allows nothing of it`() {
    #expect(Self.read("probes: []").policy == Policy())
  }

  @Test(arguments: [
    (["make", "seed"], ["make", "seed"], true), (["make", "seed"], ["make"], false), (["make", "seed"], ["make", "seed", "all"], false),
    (["make", "seed"], ["make", "seeds"], false), (["make", "*"], ["make", "anything"], true), (["make", "*"], ["make"], false),
    (["make", "E=*"], ["make", "E=jane"], true), (["make", "E=*"], ["make", "F=jane"], false), (["make", "**"], ["make"], true),
    (["make", "**"], ["make", "a", "b"], true), (["make", "a", "**"], ["make", "b", "a"], false), (["make"], ["cmake"], false),
    (["make", "seed"], ["make", nil], true), (["make", "seed"], [nil, "clean"], false),
  ])
  func `a command is allowed word by word`(words: [String], arguments: [String?], isAllowed: Bool) {
    #expect(Policy.Command(words: words).fits(arguments) == isAllowed)
  }

  @Test(
    arguments: ["jane", "jane@acme.test", "1", "a-b_c.d+e:f,g/h", "Jörg", "Ω9", "a.b", "a..b"])
  func `a pattern stands for what is a value to every program`(value: String) {
    for words in [["make", "E=*"], ["make", "*"], ["make", "**"]] {
      let argument = words[1] == "E=*" ? "E=\(value)" : value
      #expect(Policy.Command(words: words).fits(["make", argument]), "\(words)")
      #expect(Policy.Command(words: words).tooTelling(["make", argument]) == nil)
    }
  }

  @Test(
    arguments: [
      "$(shell id)", "${HOME}", "$HOME", "`id`", "a;id", "a|id", "a&id", "a<b", "a>b", "a\nb", "a b", "a\tb", "a'b", "a\"b", "a\\b", "a(b)",
      "a#b", "a*", "a?", "a[b]", "a{b,c}", "a=b", "SHELL=/tmp/x", "-f", "--eval=id", "-", "../up", "a/../b", "a/..", "/etc/passwd", "~root",
      ".hidden", "@file", "+x", "", "a!b", "a%b", "a^b", "a\0b", "a\u{2028}b", "a\u{a0}b", "…",
    ])
  func `a pattern stands for nothing that a shell, make or a program carries out`(value: String) {
    for words in [["make", "E=*"], ["make", "*"], ["make", "**"], ["make", "x", "**"]] {
      let arguments = ["make"] + (words.count == 3 ? ["x"] : []) + [words[1] == "E=*" ? "E=\(value)" : value]
      #expect(!Policy.Command(words: words).fits(arguments), "\(words)")
      #expect(Policy.Command(words: words).tooTelling(arguments) == arguments.last, "\(words)")
    }
    // What is written out in full is the caller's own word.
    #expect(Policy.Command(words: ["make", value]).fits(["make", value]) || value.hasSuffix("*"))
  }

  @Test func `a wrong policy prints exactly this, and allows nothing that is in doubt`() throws {
    let paths = try Fixtures.files(below: Self.folder, suffix: ".yaml")
    #expect(paths.count >= 6)
    for path in paths {
      let name = String(path.dropFirst(Self.folder.count + 1))
      let (policy, diagnostics) = Policy.read(try Fixtures.bytes(of: path), named: name)
      let golden = Golden(folder: "\(Fixtures.packageRoot)/\(Self.folder)")
      let text = DiagnosticRenderer().render(diagnostics)
      #expect(try golden.difference(of: text, from: "\(name.dropLast(".yaml".count)).txt") == nil)
      #expect(!text.isEmpty)
      #expect(policy.commands.allSatisfy { $0.words == ["make", "seed"] }, "\(name)")
    }
  }

  @Test func `the docs have a heading for each key, and the policy that they show is free of mistakes`() throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Trust.md")
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(headings == PolicyKey.allCases.map(\.rawValue))
    for key in PolicyCommandKey.allCases { #expect(page.contains("- `\(key.rawValue)`: "), "\(key.rawValue)") }
    for key in PolicySecretKey.allCases { #expect(page.contains("- `\(key.rawValue)`: "), "\(key.rawValue)") }
    let path = "journeys/_docs/_pipelines/policy.yaml"
    let (policy, diagnostics) = Policy.read(try Fixtures.bytes(of: path), named: path)
    #expect(diagnostics.isEmpty, "\(DiagnosticRenderer().render(diagnostics))")
    #expect(policy.commands.count == 2)
  }
}
