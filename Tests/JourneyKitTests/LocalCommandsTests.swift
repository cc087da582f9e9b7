import JourneyModel
import JourneyRunner
import JourneyScenario
import JourneyReports
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// `run` steps under a policy.
struct LocalCommandsTests {
  private static func commands(_ policy: Policy?, in folder: String = "/", _ variables: [String: String] = [:]) -> LocalCommands {
    LocalCommands(trust: TrustRules(policy), folder: folder, variables: variables)
  }

  private static func policy(_ words: [String], env: [String] = []) -> Policy {
    var policy = Policy()
    policy.commands = [Policy.Command(words: words, variables: env)]
    return policy
  }

  /// Why a command was not run.
  private static func refusal(_ commands: LocalCommands, _ words: [Value]) async -> DriverError? {
    do throws(DriverError) {
      _ = try await commands.run(words)
      return nil
    } catch {
      return error
    }
  }

  @Test func `without a policy no command is run`() async {
    let refusal = await Self.refusal(Self.commands(nil), [.text("/bin/echo")])
    #expect(refusal?.kind == .forbidden)
    #expect(refusal?.message == "'/bin/echo' was not run: commands are run only if the caller's policy allows them")
  }

  @Test func `a command that the policy does not name is not run, whatever its words become`() async {
    let commands = Self.commands(Self.policy(["/bin/echo", "EMAIL=*"]))
    #expect(await Self.refusal(commands, [.text("/bin/echo"), .text("x")])?.kind == .forbidden)
    #expect(await Self.refusal(commands, [.text("/bin/echo"), .text("EMAIL=x"), .text("y")])?.kind == .forbidden)
    #expect(await Self.refusal(commands, [.text("/bin/echo"), .text("EMAIL=x")]) == nil)
  }

  @Test func `tenants.yaml may give commands up`() async {
    var trust = TrustRules(Self.policy(["/bin/echo"]))
    trust.allowance.commands = false
    let commands = LocalCommands(trust: trust, folder: "/", variables: [:])
    #expect(await Self.refusal(commands, [.text("/bin/echo")])?.message == "'/bin/echo' was not run: tenants.yaml allows no commands")
  }

  @Test func `a secret is no argument, since everybody sees those`() async {
    let commands = Self.commands(Self.policy(["/bin/echo", "**"]))
    let refusal = await Self.refusal(commands, [.text("/bin/echo"), .secret(Secret("hush-hush", name: "secret.KEY"))])
    #expect(refusal?.kind == .forbidden)
    #expect(refusal?.message.contains("'secret.KEY' would be visible in the process list") == true)
  }

  @Test func `a command has the variables that the policy names for it, secrets among them`() async throws {
    let commands = Self.commands(
      Self.policy(["env"], env: ["KEY", "REGION"]), ["KEY": "k", "REGION": "eu", "HOME": "/root", "PATH": "/usr/bin:/bin"])
    let result = try await commands.run([.text("env")])
    #expect(result.output.lines.sorted() == ["KEY=k", "REGION=eu"])
  }

  @Test func `an argument that a shell would carry out is named with the rule`() async {
    let refusal = await Self.refusal(Self.commands(Self.policy(["make", "EMAIL=*"])), [.text("make"), .text("EMAIL=$(shell id)")])
    #expect(
      refusal?.message == "'make' was not run: the policy does not allow the argument 'EMAIL=$(shell id)': \(Policy.Command.patternRule)")
  }

  @Test func `what a command is given is a secret of the walk, and complaints are without it`() async throws {
    let key = "seed-key-0123456789"
    let commands = Self.commands(
      Self.policy(["/bin/sh", "-c", "echo $KEY >&2"], env: ["KEY", "PATH"]), ["KEY": key, "PATH": "/usr/bin:/bin"])
    let result = try await commands.run(["/bin/sh", "-c", "echo $KEY >&2"])
    #expect(result.given.map(\.name) == ["secret.KEY"])
    #expect(result.errorOutput == "***\n")
    var readable = Self.policy(["env"], env: ["KEY"])
    readable.variables = ["KEY"]
    #expect(try await Self.commands(readable, ["KEY": key]).run(["env"]).given == [], "what '${env.KEY}' may read is no secret")
  }

  @Test func `a program is found by the caller's path, in the project's folder, or nowhere`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("#!/bin/sh\necho seeded $1\n", to: "bin/seed")
      try #require(
        await Self.refusal(Self.commands(Self.policy(["./bin/seed"]), in: folder.path), [.text("./bin/seed")])?.kind == .impossible)
      try folder.makeRunnable("bin/seed")
      let commands = Self.commands(Self.policy(["./bin/seed", "*"]), in: folder.path)
      #expect(try await commands.run([.text("./bin/seed"), .number("12")]).output == "seeded 12\n")
      let other = Self.commands(Self.policy(["seed", "*"]), in: folder.path, ["PATH": ".:bin:\(folder.file("bin"))"])
      #expect(try await other.run([.text("seed"), .bool(true)]).output == "seeded true\n")
      let lost = Self.commands(Self.policy(["seed", "*"]), in: folder.path, ["PATH": ".:bin"])
      #expect(await Self.refusal(lost, [.text("seed"), .text("x")])?.message == "the command 'seed' was not found")
    }
  }

  // MARK: In a journey

  private static let journey = """
    journey: Seeded
    before:
      - run: [./seed, jane]
        capture: {email: output}
      - run: [./seed, json]
        capture: {first: {json: "$.people[0]"}}
    steps:
      - screen: identification
        answers: {identifier: "${email}"}
      - check: {email: jane@acme.test, first: otto}
      - screen: password

    """
  private static let seed = """
    #!/bin/sh
    case $1 in
    json) echo '{"people": ["otto"]}' ;;
    fails) echo one; echo two >&2; exit 4 ;;
    *) echo "  $1@acme.test" ;;
    esac

    """
  private static let policy = "commands:\n  - run: [./seed, \"*\"]\n"

  private static func walk<Outcome>(
    _ scenario: String, _ body: (JourneyRun, inout FailureEvents) async throws -> Outcome
  ) async throws -> Outcome {
    try await TemporaryFolder.with { outside in
      try await SampleProject.with(["journeys/a.yaml": scenario, "seed": seed]) { project in
        try project.folder.makeRunnable("seed")
        try outside.write(policy, to: "policy.yaml")
        var events = FailureEvents()
        return try await body(project.run { $0.policyFile = outside.file("policy.yaml") }, &events)
      }
    }
  }

  @Test func `a journey runs commands and takes what they write`() async throws {
    try await Self.walk(Self.journey) { run, events in
      #expect(run.problems == [])
      let report = try await run.walk(log: nil, into: &events)
      #expect(report.verdict == .passed, "\(events.mismatches)")
    }
  }

  @Test func `a command that fails fails its step with what it said last`() async throws {
    let scenario = "journey: Fails\nsteps:\n  - run: [./seed, fails]\n  - screen: identification\n    messages: none\n"
    try await Self.walk(scenario) { run, events in
      let failed = try await run.walk(log: nil, into: &events).verdict
      #expect(failed == .failed)
      #expect(events.mismatches.map(\.actual) == ["4"])
      #expect(events.mismatches.first?.details == ["two"])
    }
  }

  @Test func `a capture that finds nothing in what a command wrote fails its step`() async throws {
    let scenario = """
      journey: Finds nothing
      steps:
        - run: [./seed, jane]
          capture: {who: {json: $.people}}
        - screen: identification
          answers: {identifier: "${who}"}

      """
    try await Self.walk(scenario) { run, events in
      let failed = try await run.walk(log: nil, into: &events).verdict
      #expect(failed == .failed)
      #expect(events.mismatches.map(\.kind) == [.capture])
    }
  }
}

struct FailureEvents: RunListener {
  var mismatches: [Mismatch] = []

  mutating func record(_ searched: SearchedEvent) {
    let event = searched.event
    if case .mismatch(let mismatch) = event.kind { mismatches.append(mismatch) }
  }
}
