import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyReports
import JourneyTestSupport
import MockMutation
import Testing

@testable import JourneyKit

/// What the shipped tenants promise, on every way of their graphs.
@Suite(.serialized) struct PromiseCheckTests {
  private static func run() -> JourneyRun {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys/sign-in/not-you.yaml"]
    settings.needsValues = false
    return JourneyRun(settings)
  }

  @Test func `the shipped tenants keep what they promise, but for those that are to break it`() async throws {
    var check = PromiseCheck(Self.run())
    await check.judge()
    #expect(DiagnosticRenderer().render(check.diagnostics) == "")
    #expect(check.judged.filter { $0.verdict == .unknown }.map(\.note) == [])
    #expect(check.judged.filter { $0.verdict == .broken }.map(\.tenant) == ["cascade-lax", "acme"])
    #expect(Set(check.judged.filter { $0.verdict == .kept }.map(\.tenant)) == ["acme", "harbor", "quay", "cascade"])
    // The page shows exactly this.
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Promises.md").split(separator: "\n")
    for one in check.judged {
      #expect(
        page.contains { $0.hasSuffix("  \(one.note)") && $0.contains(" \(one.tenant) ") && $0.contains(" \(one.promise) ") }, "\(one)")
    }
    let scenario = try #require(check.scenarios.first)
    #expect(scenario.name == "cascade-lax.second-factor-at-cascade.yaml")
    #expect(scenario.text.contains("tenant: cascade-lax\n"))
    #expect(scenario.text.hasSuffix("  - finish:\n"))
  }

  struct Mutilated: Sendable, CustomTestStringConvertible {
    let promise: String
    let tenant: String
    let mutant: String
    var testDescription: String { "\(promise), \(mutant)" }
  }

  /// A promise, a tenant and a mutant that breaks it, a line each.
  static let rows: [Mutilated] = {
    do {
      return try Fixtures.text(of: "fixtures/promise-mutants.txt").split(separator: "\n").map { line in
        let words = line.split(separator: " ").map(String.init)
        return Mutilated(promise: words[0], tenant: words[1], mutant: words[2...].joined(separator: " "))
      }
    } catch {
      return []
    }
  }()

  @Test func `each kind of promise and each tenant is among them`() throws {
    let read = PromisesFile.read(try Fixtures.bytes(of: "journeys/promises.yaml"), named: "journeys/promises.yaml")
    #expect(Set(Self.rows.map(\.promise)) == Set(read.file.promises.map(\.id.value)))
  }

  @Test(arguments: rows)
  func `each promise is broken by a mutant, on a way that is walked`(_ row: Mutilated) async throws {
    let run = Self.run()
    let read = PromisesFile.read(try Fixtures.bytes(of: "journeys/promises.yaml"), named: "journeys/promises.yaml")
    let promise = try #require(read.file.promises.first { $0.id.value == row.promise })
    let tenant = try #require(run.project.sites[row.tenant]?.mock)
    let mutants = tenant.mutants()
    let near = mutants.map(\.id).filter { $0.hasPrefix(row.mutant.split(separator: ":").prefix(2).joined(separator: ":")) }
    let mutant = try #require(mutants.first { $0.id == row.mutant }, "there are \(near)")
    var wrong: [Diagnostic] = []
    let mutated = try #require(MockTenant.mutated(mutant, of: tenant, diagnostics: &wrong))
    let judged = await PromiseJudge(project: run.project).finding(promise, on: row.tenant, mock: mutated, diagnostics: &wrong)
    let finding = try #require(judged)
    #expect(wrong.filter { $0.severity == .error } == [])
    guard case .broken = finding.outcome else {
      Issue.record("\(finding.outcome)")
      return
    }
  }

  @Test func `a promise that is broken is an error with its place, the way and a scenario`() async throws {
    let promises = """
      promises:
        nobody:
          says: nobody signs in with a password
          never: tokens
          after: right password

      """
    try await SampleProject.with(["journeys/promises.yaml": promises, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]) { project in
      var check = PromiseCheck(JourneyRun(project.settings))
      await check.judge()
      let found = try #require(check.diagnostics.first)
      #expect(found.id == .brokenPromise)
      #expect(found.severity == .error)
      #expect(found.message == "'acme' breaks 'nobody': nobody signs in with a password")
      #expect(found.range?.start.line == 2)
      #expect(found.notes.first?.message.hasSuffix("password → signed in") == true)
      let scenario = found.notes.last?.lines ?? []
      let place = try #require(scenario.firstIndex(of: "  - screen: password"))
      #expect(scenario[place + 1] == "    answers: {password: \"${account.password}\"}")
      #expect(scenario.last == "  - finish:")
      #expect(check.isRefused)
      try await Self.walk(try #require(check.scenarios.first).text)
    }
  }

  @Test(arguments: [
    "answer.password == letmein", "answer.password and answer.password == letmein",
    #"answer.password matches "^.{6,}$" and answer.password == letmein"#,
    "answer.password == letmein and answer.password != account.password",
  ])
  func `a password that opens every account breaks a promise, whatever else is asked of it`(_ master: String) async throws {
    let right = "right: {when: account and answer.password == account.password, go: finish}"
    let base = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    let open = base.replacing(right, with: "master: {when: 'account and \(master)', go: finish}\n      \(right)")
    #expect(open != base)
    let promises = "promises:\n  proof: {says: nobody comes in without their password, only: tokens, after: [right password]}\n"
    let tenants =
      "default: base\ntenants:\n  base: {dialect: journey-flow, mock: ../base.yaml, client: {id: app, redirect_uri: \"https://app.test/cb\"}}\n"
    let files = ["base.yaml": open, "journeys/promises.yaml": promises, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    try await SampleProject.with(files, tenants: tenants) { project in
      var check = PromiseCheck(JourneyRun(project.settings))
      await check.judge()
      let found = try #require(check.diagnostics.first { $0.id == .brokenPromise })
      #expect(found.severity == .error && found.message.hasPrefix("'base' breaks 'proof'"), "\(found.message)")
      let scenario = found.notes.last?.lines ?? []
      #expect(scenario.contains { $0.hasSuffix(#"password: "letmein"}"#) }, "\(scenario)")
    }
  }

  private static func judged(_ promise: String, on tenant: String, changing mutant: String? = nil) async throws -> PromiseFinding {
    let run = Self.run()
    let text = "promises:\n  it:\n    says: it holds\n" + promise.split(separator: "\n").map { "    \($0)\n" }.joined()
    let read = PromisesFile.read(Array(text.utf8), named: "promises.yaml")
    #expect(read.diagnostics == [])
    var wrong: [Diagnostic] = []
    var mock = try #require(run.project.sites[tenant]?.mock)
    if let mutant {
      let found = try #require(mock.mutants().first { $0.id == mutant })
      mock = try #require(MockTenant.mutated(found, of: mock, diagnostics: &wrong))
    }
    let promise = try #require(read.file.promises.first)
    return try #require(await PromiseJudge(project: run.project).finding(promise, on: tenant, mock: mock, diagnostics: &wrong))
  }

  @Test func `a form that an org offers beside those of the screen is a way`() async throws {
    // Another authenticator can be chosen on the screen that asks for a code, though its state has no such form.
    let promise = "never: right answer\nafter: 1 wrong code on challenge-authenticator/google_otp/otp"
    let finding = try await Self.judged(promise, on: "cascade")
    guard case .broken(let breach) = finding.outcome else {
      Issue.record("\(finding.outcome)")
      return
    }
    #expect(breach.line.hasSuffix("challenge-authenticator/google_otp/otp → challenge-authenticator/security_question → signed in"))
    #expect(breach.scenario?.contains("answers: {authenticator: \"security_question\"}") == true, "\(breach.scenario ?? "")")
  }

  @Test func `that nothing leads on is tried on the screen`() async throws {
    let promise = "always: a way on\nexcept: terminal"
    let finding = try await Self.judged(promise, on: "cascade", changing: "cascade:everywhere.cancel.again:swap-go:stay")
    guard case .broken(let breach) = finding.outcome else {
      Issue.record("\(finding.outcome)")
      return
    }
    #expect(breach.line.contains("sent there once"), "\(breach.line)")
    #expect(breach.scenario?.contains("    only_forms: [") == true, "\(breach.scenario ?? "")")
  }

  @Test func `a way that cannot be walked is told with the place where it stopped`() async throws {
    // Nothing says which password the pattern takes.
    let right = "right: {when: account and answer.password == account.password, go: finish}"
    let base = try Fixtures.text(of: "fixtures/broken/tenants/_base.yaml")
    let odd = base.replacing(right, with: "odd: {when: \"account and answer.password matches '^z{3}[0-9]{7}q$'\", go: finish}")
    #expect(odd != base)
    let promises = "promises:\n  it: {says: it holds, never: tokens}\n"
    let tenants =
      "default: base\ntenants:\n  base: {dialect: journey-flow, mock: ../base.yaml, client: {id: app, redirect_uri: \"https://app.test/cb\"}}\n"
    let files = ["base.yaml": odd, "journeys/promises.yaml": promises, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]
    try await SampleProject.with(files, tenants: tenants) { project in
      var check = PromiseCheck(JourneyRun(project.settings))
      await check.judge()
      let judged = try #require(check.judged.first)
      #expect(judged.verdict == .unknown && judged.note.contains(" could not be walked: at '- finish:'"), "\(judged)")
      let notes = check.diagnostics.flatMap(\.notes)
      #expect(notes.contains { $0.message == "a scenario that tries this way:" && $0.lines.first == "# Breaks: it holds" }, "\(notes)")
    }
  }

  /// Walks a scenario that breaks a promise of Acme: a person signs in with a password.
  private static func walk(_ scenario: String) async throws {
    try await SampleProject.with(["journeys/way.yaml": scenario]) { project in
      var events = FailureEvents()
      let verdict = try await project.run().walk(log: nil, into: &events).verdict
      #expect(events.mismatches == [])
      #expect(verdict == .passed)
    }
  }

  @Test func `walks that keep a promise are not told as broken`() async throws {
    // Counts that begin anew, and a sign-in that apps share.
    let folder = "\(Fixtures.packageRoot)/journeys"
    try await TemporaryFolder.with { place in
      var settings = RunSettings()
      settings.paths = ["sign-in/quay.yaml", "sign-in/not-you.yaml", "language/code-by-text-message.yaml"].map { "\(folder)/\($0)" }
      let run = JourneyRun(settings)
      _ = try await run.run(log: place.path + "/run.jsonl")
      var check = PromiseCheck(run)
      try check.judge(log: place.path + "/run.jsonl")
      #expect(check.judged.filter { $0.verdict == .broken }.map(\.note) == [])
      #expect(!check.diagnostics.contains { $0.message.contains("ends before") })
      let log = try place.text(of: "run.jsonl")
      try place.write(log.split(separator: "\n").dropLast().joined(separator: "\n"), to: "cut.jsonl")
      var cut = PromiseCheck(run)
      try cut.judge(log: place.path + "/cut.jsonl")
      #expect(cut.diagnostics.contains { $0.message.hasSuffix("cut.jsonl' ends before its run did: what came later is not looked at") })
      #expect(!check.isRefused, "that no walk breaks what is to be broken is no error")
      #expect(check.judged.filter { $0.verdict == .kept }.map(\.promise).contains("three-codes"))
      // Those scenarios stop at the screen that takes no PIN any more.
      let open = check.judged.first { $0.promise == "five-pins" }
      #expect(open?.note == "every walk there that it is about stopped before the end of the journey")
    }
  }

  @Test(arguments: [
    ("who: []\nnever: tokens", "it never happens to the people that the promise is about"),
    ("only: tokens\nafter: [right password]\nunless: account or not account", "it never happens to the people that the promise is about"),
    ("always: a way on\nwho: []", "nothing is left that the promise is about"),
  ])
  func `a promise that nothing can break is told`(_ promise: String, reason: String) async throws {
    let finding = try await Self.judged(promise, on: "acme")
    #expect(finding.vacuity == reason)
    #expect(finding.judged.note.hasSuffix("; \(reason)"), "\(finding.judged)")
    let lines = promise.split(separator: "\n").map { "    \($0)\n" }.joined()
    for (tenants, count) in [("    tenants: [acme]\n", 1), ("", 1)] {
      let file = "promises:\n  it:\n    says: it holds\n\(tenants)\(lines)"
      try await SampleProject.with(["journeys/promises.yaml": file, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]) { project in
        var check = PromiseCheck(JourneyRun(project.settings))
        await check.judge()
        #expect(check.diagnostics.map(\.id) == Array(repeating: .checksNothing, count: count))
        #expect(check.diagnostics.first?.message == "'acme' keeps 'it' whatever it does: \(reason)")
      }
    }
  }

  @Test func `a promise with all screens as exceptions is about nothing`() async throws {
    let run = Self.run()
    let screens = Set(try #require(run.project.sites["acme"]?.mock).screens.map(\.id)).sorted().map { "'\($0)'" }.joined(separator: ", ")
    let finding = try await Self.judged("always: a way on\nexcept: [\(screens)]", on: "acme")
    #expect(finding.vacuity == "nothing is left that the promise is about")
    #expect(try await Self.judged("only: tokens\nafter: [right password]\nunless: device.trusted", on: "acme").vacuity == nil)
  }

  @Test func `a log in which nothing was walked says nothing of a promise`() async throws {
    let folder = "\(Fixtures.packageRoot)/journeys"
    try await TemporaryFolder.with { place in
      var settings = RunSettings()
      settings.paths = ["\(folder)/sign-in/quay.yaml"]
      let run = JourneyRun(settings)
      _ = try await run.run(log: place.path + "/run.jsonl")
      let log = try place.text(of: "run.jsonl").split(separator: "\n")
      try place.write("", to: "empty.jsonl")
      try place.write(log.prefix { !$0.contains("\"attempt-ended\"") }.joined(separator: "\n"), to: "cut.jsonl")
      for name in ["empty", "cut"] {
        var check = PromiseCheck(run)
        try check.judge(log: place.path + "/\(name).jsonl")
        #expect(check.count(.unknown) > 0 && check.count(.kept) == 0, "\(name): \(check.judged)")
      }
    }
  }

  @Test func `a tenant that keeps what it is expected to break is an error`() async throws {
    let promises = """
      promises:
        texts:
          says: every text is there in each language
          always: every language
          except: [Partner]
          broken_on: {acme: it was so}

      """
    try await SampleProject.with(["journeys/promises.yaml": promises, "journeys/a.yaml": "journey: A\nsteps:\n  - finish:\n"]) { project in
      var check = PromiseCheck(JourneyRun(project.settings))
      await check.judge()
      #expect(check.diagnostics.map(\.message) == ["'acme' is expected to break 'texts', and keeps it"])
    }
  }

  @Test func `more moments than are looked at is not known, and never kept`() throws {
    let read = PromisesFile.read(try Fixtures.bytes(of: "journeys/promises.yaml"), named: "journeys/promises.yaml")
    let promise = try #require(read.file.promises.first { $0.id.value == "second-factor" })
    let tenant = try #require(Self.run().project.sites["acme"]?.mock)
    var wrong: [Diagnostic] = []
    #expect(tenant.judge(promise, limit: 10, diagnostics: &wrong) == .unknown("there are more than 10 situations to look at"))
  }
}
