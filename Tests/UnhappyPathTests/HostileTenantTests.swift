import JourneyTestSupport
import Testing

struct HostileTenantTests {
  private static let groups: [(title: String, modes: [HostileMode])] = [
    ("HTTP", HostileMode.wire), ("Addresses", HostileMode.addresses), ("JSON", HostileMode.json), ("Screens", HostileMode.screens),
    ("The Identity Engine", HostileMode.engine), ("The end", HostileMode.ends),
  ]

  @Test(.timeLimit(.minutes(4)))
  func `every hostile tenant has its verdict, in bounded time and memory, as the docs say`() async throws {
    let modes = Self.groups.flatMap(\.modes)
    #expect(modes.count >= 77 && Set(modes.map(\.name)).count == modes.count)
    var nothing = try ChildProcess("/bin/true", [], environment: [:], folder: "/")
    let parent = await nothing.endCounted().usage.megabytes
    let runs = try await Self.runs(of: modes)
    var page = Self.head
    for group in Self.groups {
      page += "\n## \(group.title)\n\n| what the tenant does | verdict | time | memory |\n|---|---|---|---|\n"
      for mode in group.modes {
        if let run = runs[mode.name] { Self.judge(run, of: mode, parent: parent) }
        page += "| \(mode.name) | \(mode.path.verdict.rawValue) | \(mode.time.rawValue) | \(mode.memory.rawValue) |\n"
      }
    }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "HostileTenants.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The runs by the names of their modes, some at a time: many of them wait.
  private static func runs(of modes: [HostileMode]) async throws -> [String: UnhappyRun] {
    try await withThrowingTaskGroup(of: (String, UnhappyRun).self) { group in
      var runs: [String: UnhappyRun] = [:]
      for (index, mode) in modes.enumerated() {
        if index >= 3, let (name, run) = try await group.next() { runs[name] = run }
        group.addTask { (mode.name, try await UnhappyRun(mode.path)) }
      }
      for try await (name, run) in group { runs[name] = run }
      return runs
    }
  }

  private static func judge(_ run: UnhappyRun, of mode: HostileMode, parent: Int) {
    let name = mode.name
    #expect(run.code == mode.path.exitCode, "\(name): \(run.console.prefix(600))")
    #expect(run.leftovers == [], "\(name)")
    #expect(run.cases == ["Sign in", "Another"] && run.passed.last == "Another", "\(name): \(run.console.prefix(600))")
    #expect(run.message.utf8.count <= 1_000 && !run.message.contains("\n"), "\(name): '\(run.message.prefix(300))'")
    #expect(run.console.utf8.count <= 100_000, "\(name): the console has \(run.console.utf8.count) bytes")
    #expect(run.usage.time < mode.time.most, "\(name): it took \(run.usage.time)")
    // What a process took includes what its parent had when it was started: alone, this suite has little.
    let most = max(mode.memory.megabytes, parent + 1)
    #expect(run.usage.megabytes < most, "\(name): it took \(run.usage.megabytes) MB")
  }

  private static let head = """
    # Hostile tenants

    What a tenant can do to a run that it does not like, and what comes of it: written by the tests, from runs of the command.

    In each run one scenario meets such a tenant, and another one meets a tenant as it should be: that one passes every time. The first
    is *broken* where the answer cannot be walked, *failed* where it is no answer that the scenario expects, and *passed* where the trick
    does nothing. Time is that of the processor and memory the most that the whole run takes, in a build for debugging; a release build
    takes a fraction of the time. <doc:Limits> has the bounds behind it.

    """
}
