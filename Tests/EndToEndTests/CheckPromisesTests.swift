import JourneyTestSupport
import Testing

/// `journey check --promises`: what it says, and how it ends.
struct CheckPromisesTests {
  private static let scenario = "journey: A\nsteps:\n  - finish:\n"
  private static let broken = "  nobody:\n    says: nobody signs in with a password\n    never: tokens\n    after: right password\n"
  private static let kept = "  onward:\n    says: from every screen a person can go on or back\n    always: a way on\n"
  private static let undecided = "  alike:\n    says: nobody learns who has an account\n    always: alike\n    on: password\n"

  private static func project(_ promises: String, _ body: (TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write(
        "default: acme\ntenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write("promises:\n" + promises, to: "journeys/promises.yaml")
      try folder.write(scenario, to: "journeys/a.yaml")
      try await body(folder)
    }
  }

  @Test func `a promise that is kept is told with how much was looked at`() async throws {
    try await Self.project(Self.kept) { folder in
      let outcome = try await BuiltCommand.run("check", "--promises", in: folder.path)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(outcome.output.hasPrefix("kept       acme  onward  "), "\(outcome)")
      #expect(outcome.output.contains(" situations, "), "\(outcome)")
      #expect(outcome.output.hasSuffix("promises: 1 kept, 0 broken, 0 not known\n1 case, 0 errors, 0 warnings\n"), "\(outcome)")
    }
  }

  @Test func `a way that breaks a promise is written as a scenario that can be walked`() async throws {
    try await Self.project(Self.broken) { folder in
      let outcome = try await BuiltCommand.run("check", "--promises", "--ways", "journeys/ways", in: folder.path)
      #expect(outcome.code == 2, "\(outcome)")
      #expect(
        outcome.error.hasPrefix("journeys/promises.yaml:2:3: error: 'acme' breaks 'nobody': nobody signs in with a password"), "\(outcome)")
      let walked = try await BuiltCommand.run("run", "journeys/ways/acme.nobody.yaml", in: folder.path)
      #expect(walked.code == 0, "\(walked)")
    }
  }

  @Test func `what is not known ends with 3, and what is broken comes first`() async throws {
    try await Self.project(Self.undecided) { folder in
      let outcome = try await BuiltCommand.run("check", "--promises", in: folder.path)
      #expect(outcome.code == 3, "\(outcome)")
      #expect(outcome.error.contains("warning: whether 'acme' keeps 'alike' is not known"), "\(outcome)")
    }
    try await Self.project(Self.undecided + Self.broken) { folder in
      let outcome = try await BuiltCommand.run("check", "--promises", in: folder.path)
      #expect(outcome.code == 2, "\(outcome)")
    }
  }

  @Test func `rules are held to who can sign in`() async throws {
    let kept = try await BuiltCommand.run("check", "journeys/_docs/_workforce", "--promises")
    #expect(kept.code == 0, "\(kept)")
    #expect(kept.output.contains("kept       workforce  employees-sign-in     "), "\(kept)")
    #expect(kept.output.contains(" outcomes of rules\n"), "\(kept)")
    let next = try await BuiltCommand.run("check", "journeys/_docs/_workforce", "--promises", "--tenant", "workforce=workforce-next")
    #expect(next.code == 3, "\(next)")
    #expect(next.output.contains("depending on new_hire (not in the configuration: "), "\(next)")
    try expectGolden(next.error, "promises-of-rules.txt")
  }

  @Test func `without the flag promises are only read`() async throws {
    try await Self.project(Self.broken) { folder in
      let outcome = try await BuiltCommand.run("check", in: folder.path)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(outcome.output.hasPrefix("1 promise in journeys/promises.yaml was not checked; add --promises\n"), "\(outcome)")
      let refused = try await BuiltCommand.run("check", "--ways", "ways", in: folder.path)
      #expect(refused.code == 64, "\(refused)")
    }
    try await Self.project("  wrong: {says: it, never: token}\n") { folder in
      let outcome = try await BuiltCommand.run("check", in: folder.path)
      #expect(outcome.code == 2, "\(outcome)")
      #expect(outcome.error.contains("unknown event 'token'"), "\(outcome)")
    }
  }

  @Test func `a promise that nothing can break fails a strict check, and a log without walks is not known`() async throws {
    try await Self.project("  nobody: {says: no one gets in, who: [], never: tokens}\n") { folder in
      let check = ["check", "--promises"]
      let told = "warning: 'acme' keeps 'nobody' whatever it does: it never happens to the people that the promise is about"
      let outcome = try await BuiltCommand.run(check, in: folder.path)
      #expect(outcome.code == 0 && outcome.error.contains(told), "\(outcome)")
      #expect(try await BuiltCommand.run(check + ["--strict"], in: folder.path).code == 2)
      try folder.write("", to: "empty.jsonl")
      let log = try await BuiltCommand.run(check + ["--from", "empty.jsonl"], in: folder.path)
      #expect(log.code == 3 && log.output.contains("not known  acme  nobody  'empty.jsonl' has no walk there\n"), "\(log)")
    }
  }
}
