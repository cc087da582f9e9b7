import Diagnostics
import FoundationEssentials
import JourneyModel
import JourneyRunner
import JourneyReports
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What a project may use under a policy and without one; `RECORD_GOLDEN=1` writes the texts.
struct TrustTests {
  private static let folder = "fixtures/broken/trust"
  private static let environment = [
    "JANE_PASSWORD": "Jane-horse-11", "API_KEY": "key-of-the-api", "AWS_SECRET_ACCESS_KEY": "nobody-may-have-it", "HOME": "/root",
    "ACME_REGION": "eu", "CLIENT": "acme-web",
  ]
  /// Uses nothing but what the policy of the fixtures allows.
  private static let modest = """
    journey: Modest
    account: jane
    before:
      - run: [make, seed, EMAIL=jane]
    steps:
      - screen: identification
        messages: none
      - finish:
        probes: [code_replay]

    """

  /// A run under a policy that lies beside the project; `nil` for none.
  private static func planned<Outcome>(
    _ scenario: String, tenants: String, policy: String?, _ body: (JourneyRun, SampleProject) async throws -> Outcome
  ) async throws -> Outcome {
    try await TemporaryFolder.with { outside in
      try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
        if let policy { try outside.write(policy, to: "policy.yaml") }
        let run = project.run {
          $0.environment = environment
          if policy != nil { $0.policyFile = outside.file("policy.yaml") }
        }
        return try await body(run, project)
      }
    }
  }

  private static func problems(_ scenario: String = modest, tenants: String, policy: String?) async throws -> [String] {
    try await planned(scenario, tenants: tenants, policy: policy) { run, _ in run.problems }
  }

  @Test func `what is not allowed prints exactly this, and nothing is walked`() async throws {
    let tenants = try Fixtures.text(of: "\(Self.folder)/_tenants.yaml")
    let policy = try Fixtures.text(of: "\(Self.folder)/_policy.yaml")
    let names = try Fixtures.files(below: Self.folder, suffix: ".yaml").map { String($0.dropFirst(Self.folder.count + 1)) }
    for name in names where !name.hasPrefix("_") {
      let file = try Fixtures.text(of: "\(Self.folder)/\(name)")
      let isTenants = name.hasPrefix("tenants-")
      let text = try await Self.planned(
        isTenants ? Self.modest : file, tenants: isTenants ? file : tenants, policy: name.hasPrefix("without-") ? nil : policy
      ) { run, _ in
        #expect(run.isRefused, "\(name)")
        return DiagnosticRenderer().render(run.diagnostics)
      }
      let golden = Golden(folder: "\(Fixtures.packageRoot)/\(Self.folder)")
      #expect(try golden.difference(of: text, from: "\(name.dropLast(".yaml".count)).txt") == nil)
    }
  }

  @Test func `what a policy names may be used`() async throws {
    let tenants = try Fixtures.text(of: "\(Self.folder)/_tenants.yaml")
    #expect(try await Self.problems(tenants: tenants, policy: try Fixtures.text(of: "\(Self.folder)/_policy.yaml")) == [])
  }

  private static let reader = "not-allowed: the proxy 'http://proxy.test:3128' would read what is sent to 'http://acme.test', "

  @Test(
    arguments: [
      ("http://acme.test", "http://acme.test", reader + "as 'http' is not encrypted"),
      ("http://acme.test", "[http://acme.test, http://proxy.test:3128]", nil), ("https://acme.test", "https://acme.test", nil),
    ] as [(String, String, String?)])
  func `a proxy reads plain HTTP, so a policy has to let it have what goes there`(
    issuer: String, origins: String, refusal: String?
  ) async throws {
    let tenants = """
      default: acme
      tenants:
        acme:
          dialect: journey-flow
          issuer: \(issuer)
          client: {id: a, redirect_uri: "https://a.test/"}
          accounts: {jane: {email: "jane@acme.test", password: "${secret.JANE}"}}
          proxy: http://proxy.test:3128

      """
    let policy = "origins: [\(issuer), http://proxy.test:3128]\nsecrets: {JANE: \(origins)}\n"
    let scenario = "journey: A\naccount: jane\nsteps:\n  - screen: a\n    answers: {password: \"${account.password}\"}\n  - finish:\n"
    let told = try await Self.planned(scenario, tenants: tenants, policy: policy) { run, _ in
      run.diagnostics.filter { $0.id == .notAllowed }.map { "\($0.id.rawValue): \($0.message)" }
    }
    #expect(told == [refusal].compactMap(\.self))
  }

  @Test(arguments: [("{verify: false}", 1), ("{verify: true}", 0)])
  func `under a policy no tenant goes unverified`(tls: String, refusals: Int) async throws {
    let tenants = """
      default: acme
      tenants:
        acme: {dialect: journey-flow, issuer: "https://acme.test", client: {id: a, redirect_uri: "https://a.test/"}, tls: \(tls)}

      """
    let scenario = "journey: A\nsteps:\n  - screen: a\n"
    func told(_ policy: String?) async throws -> [String] {
      try await Self.planned(scenario, tenants: tenants, policy: policy) { run, _ in
        run.diagnostics.filter { $0.id == .notAllowed }.map(\.message)
      }
    }
    #expect(try await told("origins: https://acme.test\n").count { $0.hasPrefix("'tls: {verify: false}' would show secrets") } == refusals)
    #expect(try await told(nil) == [])
  }

  @Test func `tenants.yaml can narrow a policy and never widen it`() async throws {
    let tenants = try Fixtures.text(of: "\(Self.folder)/_tenants.yaml") + "allow: {commands: true, probes: true, hosts: [evil.test]}\n"
    #expect(try await Self.problems(tenants: tenants, policy: nil).count == 2)
    #expect(
      try await Self.problems(
        tenants: tenants, policy: "origins: https://login.acme.test\nsecrets: {JANE_PASSWORD: https://login.acme.test}\n"
      ).count == 2)
    let policy = try Fixtures.text(of: "\(Self.folder)/_policy.yaml")
    try await Self.planned(Self.modest, tenants: tenants, policy: policy) { run, _ in
      #expect(run.problems == [])
      #expect(run.trust.requestOrigins == [])
    }
  }

  @Test func `a mock inside of the run needs no leave for probes, and gets the secrets for which the policy names it`() async throws {
    let scenario = """
      journey: Mocked
      account: jane
      vars: {known: "${secret.JANE_PASSWORD}"}
      steps:
        - screen: identification
          answers: {identifier: "${account.email}"}
        - screen: password
          answers: {password: "${known}"}
        - finish:
          probes: [code_replay]

      """
    let live = "origins: https://login.acme.test\nsecrets: {JANE_PASSWORD: "
    for (policy, verdict) in [
      (nil, RunVerdict.passed), ("\(live)[https://login.acme.test, 'mock:acme']}\n", .passed),
      // It is told something else instead, which is no password of hers.
      ("\(live)https://login.acme.test}\n", .failed), ("\(live)'mock:other'}\n", .failed),
    ] {
      try await Self.planned(scenario, tenants: SampleProject.mocked, policy: policy) { run, _ in
        #expect(run.problems == [])
        var sink = FailureEvents()
        let walked = try await run.walk(log: nil, into: &sink).verdict
        #expect(walked == verdict, "\(policy ?? "none")")
      }
    }
  }

  @Test func `under a policy a secret is typed only into fields of passwords and codes, and those that the policy names`() async throws {
    let scenario = """
      journey: Mocked
      steps:
        - screen: identification
          answers: {identifier: "${secret.JANE_PASSWORD}"}
        - screen: identification
          messages: any

      """
    for (policy, verdict) in [
      (nil, RunVerdict.passed), ("secrets: {JANE_PASSWORD: 'mock:acme'}\n", .broken),
      ("secrets: {JANE_PASSWORD: {origins: 'mock:acme', fields: [email]}}\n", .broken),
      ("secrets: {JANE_PASSWORD: {origins: 'mock:acme', fields: identifier}}\n", .passed),
    ] {
      try await Self.planned(scenario, tenants: SampleProject.mocked, policy: policy) { run, _ in
        #expect(run.problems == [])
        var sink = FailureEvents()
        let walked = try await run.walk(log: nil, into: &sink).verdict
        #expect(walked == verdict, "\(policy ?? "none")")
      }
    }
  }

  @Test func `a policy inside of the project, or none where one is named, refuses the run`() async throws {
    try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n", "policy.yaml": "probes: []\n"]) { project in
      let inside = project.run { $0.policyFile = project.folder.file("policy.yaml") }
      #expect(inside.isRefused)
      #expect(inside.problems.first?.contains("is inside the project") == true)
      let missing = project.run { $0.policyFile = "/nowhere/policy.yaml" }
      #expect(missing.problems == ["unreadable-file: the policy '/nowhere/policy.yaml' cannot be read"])
      let folder = project.run { $0.policyFile = "/tmp" }
      #expect(folder.problems == ["unreadable-file: the policy '/tmp' cannot be read"])
    }
  }

  @Test func `a policy in the project's own repository is warned of, and one of another repository is not`() async throws {
    let scenario = "journey: A\nsteps:\n  - screen: identification\n    messages: none\n"
    try await TemporaryFolder.with { repository in
      try repository.makeFolder(".git")
      for name in ["acme.yaml", "acme.screens.yaml"] {
        try repository.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: "tests/\(name)")
      }
      try repository.write(SampleProject.mocked, to: "tests/journeys/tenants.yaml")
      try repository.write(scenario, to: "tests/journeys/a.yaml")
      try repository.write("probes: []\n", to: "ci/policy.yaml")
      try repository.write("gitdir: elsewhere\n", to: "settings/.git")
      try repository.write("probes: []\n", to: "settings/policy.yaml")
      var settings = RunSettings()
      settings.paths = [repository.file("tests/journeys")]
      settings.policyFile = repository.file("ci/policy.yaml")
      let run = JourneyRun(settings)
      #expect(!run.isRefused)
      let text = DiagnosticRenderer().render(run.diagnostics).replacing(repository.path, with: "/project")
      let difference = try Golden(folder: "\(Fixtures.packageRoot)/\(Self.folder)").difference(of: text, from: "policy-in-repository.txt")
      #expect(difference == nil)
      settings.policyFile = repository.file("settings/policy.yaml")
      #expect(JourneyRun(settings).problems == [])
    }
  }

  @Test func `a password that is a word is warned of at its place, and one with digits is not`() async throws {
    let tenants = try Fixtures.text(of: "\(Self.folder)/_tenants.yaml")
      .replacing("password: \"${secret.JANE_PASSWORD}\"}", with: "password: password}, otto: {email: o@acme.test, password: Otto-mule-22}")
    let scenario = """
      journey: Sign in at the harbour
      steps:
        - screen: identification
          answers: {identifier: "${secret.WORD}", number: "${secret.PIN}", name: "${secret.OTHER}", key: "${secret.KEY}"}

      """
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      let run = project.run {
        $0.environment = ["WORD": "identification", "PIN": "4711", "OTHER": "elsewhere", "KEY": "identification-2026"]
      }
      #expect(!run.isRefused)
      let text = DiagnosticRenderer().render(run.diagnostics.filter { $0.id == .guessableSecret })
      let golden = Golden(folder: "\(Fixtures.packageRoot)/\(Self.folder)")
      let difference = try golden.difference(of: text, from: "guessable-secret.txt")
      #expect(difference == nil)
      #expect(!text.contains("4711"))
    }
  }

  @Test(arguments: ["API_KEY", "JANE_PASSWORD"])
  func `a secret that is set and empty counts as missing`(empty: String) async throws {
    let scenario = """
      journey: Empty
      steps:
        - screen: identification
          answers: {identifier: "${secret.JANE_PASSWORD}${secret.API_KEY, 'not set'}"}
        - screen: password

      """
    try await SampleProject.with(["journeys/a.yaml": scenario]) { project in
      let run = project.run {
        $0.environment = ["API_KEY": "key-of-the-api", "JANE_PASSWORD": "Jane-horse-11"].merging([empty: ""]) { _, own in own }
      }
      #expect(run.problems == (empty == "API_KEY" ? [] : ["not-set: the secret 'JANE_PASSWORD' is set but empty"]))
      #expect(run.isRefused == (empty != "API_KEY"))
    }
  }

  @Test func `a scenario that is skipped asks for nothing`() async throws {
    let skipped = "journey: Later\nskip: not yet\nsteps:\n  - run: [make]\n  - screen: \"${secret.NOBODY}\"\n"
    #expect(
      try await Self.problems(skipped, tenants: SampleProject.mocked, policy: nil).filter {
        $0.contains("NOBODY") || $0.contains("not-allowed")
      } == [])
  }
}
