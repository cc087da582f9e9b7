import Encodings
import JourneyTestSupport
import Testing

/// Writes `LyingServers.md`: what comes of a run against a server that lies once, for each dialect and each app.
struct LyingServerTests {
  /// One lie, as a tenant of its own tells it.
  private struct Row {
    var tenant: String
    var dialect: Lie.Dialect
    var group: String
    var lie: Lie
  }

  private static let groups: [(title: String, dialects: [Lie.Dialect], lies: [Lie])] = [
    ("The way back to the app", [.flow, .hosted], Lie.callbacks), ("An expected error", [.flow, .hosted], Lie.errors),
    ("Messages and screens", [.flow], Lie.flowScreens), ("Messages and screens", [.engine], Lie.engineScreens),
    ("Messages and screens", [.hosted], Lie.pages), ("The token response", Lie.Dialect.allCases, Lie.responses),
    ("The ID token", Lie.Dialect.allCases, Lie.claims), ("The signature", Lie.Dialect.allCases, Lie.signatures),
    ("The signature", [.flow, .hosted], [.otherAlgorithm(kept: "the issuer publishes the key; `web` verifies RS256 alone")]),
    ("The signature", [.engine], [.otherAlgorithm(kept: nil)]), ("Discovery", Lie.Dialect.allCases, Lie.discoveries),
    ("Discovery", [.flow, .hosted], Lie.promises),
    ("The key set", Lie.Dialect.allCases, Lie.keys), ("Refreshed tokens", Lie.Dialect.allCases, Lie.refreshes),
    ("Userinfo", Lie.Dialect.allCases, Lie.userinfos), ("Revocation", Lie.Dialect.allCases, Lie.revocations),
    ("Logout, for a client with a `logout_uri`", Lie.Dialect.allCases, Lie.logouts),
    ("Logout, for a client with a `logout_uri`", [.hosted], Lie.statefulLogouts),
    ("No lie", Lie.Dialect.allCases, honest),
  ]

  private static let honest: [Lie] = [Lie.End.tokens, .refresh, .userinfo, .revocation, .logout].map { end in
    Lie("\(end.words)", .start, end: end, kept: "the server is honest") { _, _ in }
  }

  @Test
  func `no run is green that a vendor's SDK would refuse, as the docs say`() async throws {
    let rows = Self.rows
    #expect(rows.count >= 200)
    let verdicts = try await Self.verdicts(of: rows)
    var page = Self.head
    for title in Self.titles { page += Self.section(title, rows.filter { $0.group == title }, verdicts) }
    for row in rows {
      let passing = row.dialect.apps.filter { verdicts["\(row.tenant) \($0)"] == "passed" }
      #expect((row.lie.kept != nil) == !passing.isEmpty, "\(row.dialect.rawValue), \(row.group): \(row.lie.name): \(passing)")
      for app in row.dialect.apps { #expect(verdicts["\(row.tenant) \(app)"] != nil, "\(row.lie.name) was not walked as '\(app)'") }
    }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "LyingServers.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static var rows: [Row] {
    var rows: [Row] = []
    for (title, dialects, lies) in groups {
      for dialect in dialects {
        for lie in lies { rows.append(Row(tenant: "\(dialect.letter)\(rows.count)", dialect: dialect, group: title, lie: lie)) }
      }
    }
    return rows
  }

  /// The verdicts of one run of all rows, by tenant and app.
  private static func verdicts(of rows: [Row]) async throws -> [String: String] {
    let lies = Dictionary(uniqueKeysWithValues: rows.map { ($0.tenant, $0.lie) })
    let signer = try RSASigner()
    return try await RawServer.with({ server in
      let honest = LyingServer(address: server.address, signer: signer)
      return { request in
        guard let (station, tenant) = LyingServer.station(of: request), let lie = lies[tenant] else {
          return .answer(HTTPResponseMessage(200, "text/html", "<p>Nothing here</p>"))
        }
        var answer = try honest.answer(to: request, at: station, of: tenant)
        if station == lie.station { try lie.change(&answer, signer) }
        return .answer(answer)
      }
    }) { server in
      try await TemporaryFolder.with { folder in
        try folder.write(tenants(of: rows, at: server.address), to: "journeys/tenants.yaml")
        try folder.write(rows.map(scenario).joined(separator: "---\n"), to: "journeys/lies.yaml")
        let outcome = try await BuiltCommand.run("run", "--json", "run.jsonl", "--quiet", "--jobs", "4", in: folder.path)
        #expect(outcome.code == 3, "\(outcome.output.suffix(600))\(outcome.error.suffix(600))")
        return try verdicts(in: try folder.text(of: "run.jsonl"))
      }
    }
  }

  /// A machine that other work keeps busy lets a request wait for longer than the ten seconds of a tenant.
  private static func tenants(of rows: [Row], at address: String) -> String {
    rows.reduce(into: "default: \(rows[0].tenant)\ntenants:\n") { text, row in
      text += """
          \(row.tenant):
            dialect: \(row.dialect.rawValue)
            issuer: \(address)/\(LyingServer.path)/\(row.tenant)
            rate: 100000/s
            request_timeout: 10m
            client:
              id: lie-app
              redirect_uri: \(LyingServer.app)/callback
              logout_uri: \(LyingServer.app)/bye
              scopes: [openid]
        \(row.dialect == .hosted ? "    checks: {cookie-flags: {skip: the server has no cookies}}\n" : "")
        """
    }
  }

  private static func scenario(_ row: Row) -> String {
    let screen = row.dialect == .engine ? "identify" : row.dialect == .flow ? "pin" : "{not: nothing}"
    let apps = row.dialect.apps.joined(separator: ", ")
    let start = row.lie.maxAge.map { "start: {parameters: {max_age: \"\($0)\"}}\n" } ?? ""
    return """
      journey: \(row.tenant)
      tenant: \(row.tenant)
      \(row.dialect == .flow ? "matrix: {app: [\(apps)]}\n" : "")\(start)steps:
        - {screen: \(screen), widgets: {pin: {label: PIN\(row.dialect == .flow ? ", type: input" : "")}}, answers: {pin: "1234"}}
      \(row.lie.end.rawValue)
      """
  }

  /// By tenant and app, which every case has one of.
  private static func verdicts(in log: String) throws -> [String: String] {
    var cases: [String: String] = [:]
    var verdicts: [String: String] = [:]
    for line in log.split(separator: "\n") {
      let event = try JSONReader.read(Array(line.utf8))
      let id = event["scenario"]?.stringValue ?? ""
      switch event["kind"]?.stringValue {
      case "scenario-planned": cases[id] = "\(event["tenant"]?.stringValue ?? "") \(event["app"]?.stringValue ?? "")"
      case "scenario-ended": verdicts[cases[id] ?? ""] = event["verdict"]?.stringValue
      default: continue
      }
    }
    return verdicts
  }

  /// The titles of the groups, each once.
  private static var titles: [String] {
    groups.map(\.title).reduce(into: []) { titles, title in if !titles.contains(title) { titles.append(title) } }
  }

  /// A row for each result in a dialect, with all lies that have it.
  private static func section(_ title: String, _ rows: [Row], _ verdicts: [String: String]) -> String {
    var results: [String] = []
    var names: [String: [String]] = [:]
    for row in rows {
      let apps = row.dialect.apps.map { (name: $0, verdict: verdicts["\(row.tenant) \($0)"] ?? "?") }
      let differ = Set(apps.map(\.verdict)).count > 1
      let verdict = differ ? apps.map { "\($0.name) \($0.verdict)" }.joined(separator: ", ") : apps[0].verdict
      let result = "| \(row.dialect.rawValue) | \(verdict) | \(row.lie.kept ?? "") |"
      if names[result] == nil { results.append(result) }
      names[result, default: []].append(row.lie.name)
    }
    let lines = results.map { "\($0) \(names[$0, default: []].joined(separator: "; ")) |\n" }
    return "\n## \(title)\n\n| dialect | verdict | why a run passes | the server sends |\n|---|---|---|---|\n\(lines.joined())"
  }

  private static let head = """
    # Lying servers

    What comes of a run against a server that lies once: written by the tests, from one run of the command.

    Every tenant here is an honest server but for one response. A run is *failed* or *broken* where the vendor's SDK refuses the response, or
    where the standard says that an app must. Where a run passes, the row says why. Journey-flow is walked as each app of the vendor, and a row names
    the apps if their verdicts differ; `web` is the default. The other dialects have one app each.

    """
}

extension Lie.End {
  /// What the scenario does, in words.
  fileprivate var words: String {
    switch self {
    case .tokens: "a sign-in"
    case .error: "a sign-in that is refused"
    case .logout: "a sign-in and a logout"
    case .refresh: "a sign-in and refreshed tokens"
    case .refusal: "a sign-in and a refused refresh"
    case .userinfo: "a sign-in and userinfo"
    case .revocation: "a sign-in and a revocation"
    }
  }
}
