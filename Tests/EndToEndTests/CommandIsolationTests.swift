import Encodings
import FoundationEssentials
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The policy that Trust.md shows, used unchanged by a project that attacks it.
struct CommandIsolationTests {
  private static let key = "seedkey-0123456789abcdef"
  private static let token = "ghs-0123456789abcdefghij"

  /// Prints its key and what it can read of its parent processes, and leaves a process behind outside its session.
  private static let seed = """
    #!/bin/sh
    echo "key $SEED_KEY mail $1"
    p=$PPID
    while [ "$p" -gt 1 ]; do
      cat /proc/$p/environ
      p=$(sed 's/^.*) [A-Z] \\([0-9]*\\) .*$/\\1/' /proc/$p/stat)
    done > seen 2> /dev/null
    mkfifo pipe
    (setsid sh -c 'echo $$ > far; echo > pipe; cat pipe' > /dev/null 2>&1 &)
    cat pipe > /dev/null

    """

  private static func project(_ scenario: String, _ body: (TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] {
        try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: "project/\(name)")
      }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "project/journeys/tenants.yaml")
      try folder.write("seed:\n\ttouch pwned\n", to: "project/Makefile")
      let policy = try Fixtures.text(of: "journeys/_docs/_pipelines/policy.yaml")
      try folder.write(policy.replacing("/opt/ci", with: folder.file("ci")), to: "policy.yaml")
      try folder.write("seed:\n\t@./seed.sh $(EMAIL)\n", to: "ci/accounts/Makefile")
      try folder.write(seed, to: "ci/accounts/seed.sh")
      try folder.makeRunnable("ci/accounts/seed.sh")
      try folder.write(scenario.replacing("CI", with: folder.file("ci")), to: "project/journeys/a.yaml")
      try await body(folder)
    }
  }

  private static func run(_ command: String, in folder: TemporaryFolder) async throws -> BuiltCommand.Outcome {
    try await BuiltCommand.run(
      [command, "--policy", "../policy.yaml"],
      environment: [
        "PATH": "/usr/bin:/bin", "SEED_KEY": key, "GITHUB_TOKEN": token, "JANE_PASSWORD": "Jane-horse-11", "MAIL_TOKEN": "mail-token-0123",
        "ACME_ISSUER": "https://acme-staging.example",
      ],
      in: folder.file("project"))
  }

  private static func scenario(_ email: String) -> String {
    """
    journey: Seeded
    before:
      - run: [make, -C, CI/accounts, seed, \(JSONWriter.text(of: .string("EMAIL=" + email)))]
        capture: {said: output}
    steps:
      - check: {said: zzz}
      - screen: identification
        messages: none

    """
  }

  @Test(arguments: ["$(shell touch pwned)", "`touch pwned`", "x; touch pwned", "-f", "x --eval=y", "../../x"])
  func `what a shell or make would carry out is refused before anything is walked`(email: String) async throws {
    try await Self.project(Self.scenario(email)) { folder in
      for command in ["run", "check"] {
        let outcome = try await Self.run(command, in: folder)
        #expect(outcome.code == 2, "\(outcome)")
        #expect((outcome.output + outcome.error).contains("error: the policy does not allow the argument 'EMAIL="), "\(outcome)")
      }
      for place in ["pwned", "project/pwned", "ci/accounts/pwned"] {
        #expect(!FileManager.default.fileExists(atPath: folder.file(place)), "\(place)")
      }
    }
  }

  @Test
  func `the command of the docs is run, tells nothing and leaves nothing behind`() async throws {
    try await Self.project(Self.scenario("jane@acme.test")) { folder in
      let outcome = try await Self.run("run", in: folder)
      #expect(outcome.code == 1, "\(outcome)")
      #expect(!(outcome.output + outcome.error).contains("seedkey"), "\(outcome)")
      // A text that contains a secret is a secret as a whole.
      #expect(outcome.output.contains("actual    ***\n"), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("project/pwned")))
      #if os(Linux)
        let seen = try folder.bytes(of: "ci/accounts/seen")
        #expect(seen.firstRange(of: Array(Self.key.utf8)) != nil, "its own is there to be seen")
        #expect(seen.firstRange(of: Array(Self.token.utf8)) == nil)
        #expect(seen.firstRange(of: Array("Jane-horse-11".utf8)) == nil)
        let far = try #require(pid_t(try folder.text(of: "ci/accounts/far").filter(\.isNumber)))
        #expect(kill(far, 0) != 0)
      #endif
    }
  }
}
