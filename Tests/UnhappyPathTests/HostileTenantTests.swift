import JourneyTestSupport
import Testing

struct HostileTenantTests {
  private static let groups: [(title: String, modes: [HostileMode])] = [
    ("HTTP", HostileMode.wire), ("Addresses", HostileMode.addresses), ("JSON", HostileMode.json), ("Screens", HostileMode.screens),
    ("The Identity Engine", HostileMode.engine), ("The end", HostileMode.ends),
  ]

  @Test
  func `every hostile tenant has its verdict, in bounded time and memory, as the docs say`() async throws {
    let modes = Self.groups.flatMap(\.modes)
    #expect(modes.count >= 77 && Set(modes.map(\.name)).count == modes.count)
    let runs = try await Self.runs(of: modes)
    // Other tests of this process need memory while the commands run, which counts for a command until it has replaced the process.
    var nothing = try ChildProcess("/bin/true", [], environment: [:], folder: "/")
    let parent = await nothing.endCounted().usage.megabytes
    var page = Self.head
    for group in Self.groups {
      page += "\n## \(group.title)\n\n\(Self.tableHead)"
      for mode in group.modes { if let run = runs[mode.name] { Self.judge(run, of: mode, parent: parent) } }
      page += Self.rows(of: group.modes) { $0.time.rawValue }
    }
    page += Self.largeHead
    page += Self.rows(of: HostileMode.large) { _ in "under 2 s" }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "HostileTenants.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(.enabled(if: BuiltCommand.chosen != nil, "JOURNEY_COMMAND names no release build"))
  func `a response of 8 MB of anything costs a release build less than 2 s`() async throws {
    let runs = try await Self.runs(of: HostileMode.large)
    #expect(runs.count == HostileMode.large.count)
    for mode in HostileMode.large {
      if let run = runs[mode.name] { Self.judge(run, of: mode, parent: 1_000) }
    }
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

  private static let tableHead = "| verdict | time | memory | what the tenant does |\n|---|---|---|---|\n"

  /// A row for each result, with all modes that have it.
  private static func rows(of modes: [HostileMode], time: (HostileMode) -> String) -> String {
    var results: [String] = []
    var names: [String: [String]] = [:]
    for mode in modes {
      let result = "| \(mode.path.verdict.rawValue) | \(time(mode)) | \(mode.memory.rawValue) |"
      if names[result] == nil { results.append(result) }
      names[result, default: []].append(mode.name)
    }
    return results.map { "\($0) \(names[$0, default: []].joined(separator: "; ")) |\n" }.joined()
  }

  private static func judge(_ run: UnhappyRun, of mode: HostileMode, parent: Int) {
    let name = mode.name
    #expect(run.code == mode.path.exitCode, "\(name): \(run.console.prefix(600))")
    #expect(run.leftovers == [], "\(name)")
    #expect(run.cases == ["Sign in", "Another"] && run.passed.last == "Another", "\(name): \(run.console.prefix(600))")
    #expect(run.message.utf8.count <= 1_000 && !run.message.contains("\n"), "\(name): '\(run.message.prefix(300))'")
    #expect(run.console.utf8.count <= 100_000, "\(name): the console has \(run.console.utf8.count) bytes")
    #expect(run.usage.time < bound(of: mode), "\(name): it took \(run.usage.time)")
    // What a process took includes what its parent had when it was started.
    let most = max(mode.memory.megabytes, parent + 16)
    #expect(run.usage.megabytes < most, "\(name): it took \(run.usage.megabytes) MB")
  }

  /// A release build stays below two seconds regardless of what the tenant sends. Other work on the machine can make the
  /// same instructions several times as slow; what grows with the square of a response is slower by far more than that.
  private static func bound(of mode: HostileMode) -> Duration { BuiltCommand.chosen == nil ? mode.time.most * 5 : .seconds(2) }

  private static let head = """
    # Hostile tenants

    What a hostile tenant can do to a run, and the result: written by the tests, from runs of the command.

    In each run one scenario runs on such a tenant, and another one on a normal tenant: that one passes every time. The first
    is *broken* if the response cannot be processed, *failed* if the scenario does not expect it, and *passed* if the trick
    has no effect. Time is the processor's time on a machine that does nothing else, and memory the largest amount that the whole run uses, both in
    a debug build. In a release build every run takes under 2 s. <doc:Limits> lists the limits.

    """

  private static let largeHead = """

    ## Eight megabytes

    Responses as large as they may be, full of one thing each, in a release build. To check another build, name it:
    `JOURNEY_COMMAND=/usr/local/bin/journey swift test --filter HostileTenantTests`.

    | verdict | time | memory | what the tenant does |
    |---|---|---|---|

    """
}
