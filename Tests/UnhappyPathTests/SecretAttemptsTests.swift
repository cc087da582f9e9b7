import Encodings
import JourneyTestSupport
import Synchronization
import Testing

/// A project that tries to read secrets under a policy, on a tenant that repeats what is typed, next to a server that waits to
/// receive something: the table of `Trust.md`.
struct SecretAttemptsTests {
  private static let secrets = [
    "TARGET": "Zq3x-V7kwqt/jxqz&wvqd=42", "OTHER": "Wk8v-J2zpqx/mfjh&qgzk=77", "SEED_KEY": "Yj5w-B9xkqz/hvqf&zkxw=13",
    "GITHUB_TOKEN": "http://127.0.0.1:9/Xg7j-D4qkzv",
  ]

  /// Every stretch of four bytes of a secret that no other text has by chance.
  private static let pieces: [String] = secrets.values.flatMap { secret in
    let bytes = Array(secret.utf8)
    return (0...(bytes.count - 4)).map { String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self) }
  }.filter { !"http://127.0.0.1:9/".contains($0) && !$0.hasPrefix(":9/") && !$0.hasPrefix("9/") && !$0.hasPrefix("/X") }

  /// The two servers, and the requests to the one that waits.
  private struct Servers {
    let tenant: RawServer
    let catcher: RawServer

    func fill(_ text: String) -> String {
      text.replacing("CATCHERHOST", with: catcher.address.dropFirst("http://".count))
        .replacing("TENANTHOST", with: tenant.address.dropFirst("http://".count))
        .replacing("CATCHER", with: catcher.address).replacing("TENANT", with: tenant.address)
    }

    /// A message without what differs from run to run.
    func plain(_ text: String, _ folder: TemporaryFolder) -> String {
      text.replacing(catcher.address, with: "http://catcher").replacing(tenant.address, with: "http://tenant")
        .replacing(catcher.address.dropFirst(7), with: "catcher").replacing(tenant.address.dropFirst(7), with: "tenant")
        .replacing(folder.path, with: "/project")
    }
  }

  private static let policy = """
    origins: ["TENANT"]
    env: [REGION]
    secrets: {TARGET: {origins: "TENANT", fields: [identifier]}}
    commands:
      - {run: [echo, "EMAIL=*"], env: [SEED_KEY]}
      - {run: [cat, "**"]}
      - {run: [printenv, SEED_KEY], env: [SEED_KEY]}
      - {run: [sh, -c, "echo $SEED_KEY >&2; exit 4"], env: [SEED_KEY]}

    """

  private static let mock = """
    tenant: evil
    extends: journey-flow/standard
    issuer: https://evil.test
    languages: [en]
    clients:
      evil-web: {redirect_uris: [https://app.evil.test/callback], scopes: [openid]}
    start: ask
    flow:
      ask:
        ask:
          first: {when: 'answer.secret matches "^Z.*"', go: first}
          other: {go: other}
      first: {first: {on: {go: finish}}}
      other: {other: {on: {go: finish}}}
    screens:
      ask: {forms: {ask: {secret: {type: input, label: Secret}, go: {type: submit, label: Go}}}}
      first: {forms: {first: {go: {type: submit, label: Go}}}}
      other: {forms: {other: {go: {type: submit, label: Go}}}}

    """

  @Test
  func `a project that tries to read a secret gets nothing of it but whether a guess is right`() async throws {
    #expect(SecretAttempt.inScenarios.count + SecretAttempt.inTenants.count + SecretAttempt.walked.count >= 40)
    let caught = Mutex<[String]>([])
    try await RawServer.with({ _ in
      { request in
        caught.withLock { $0.append("\(request.url)") }
        return .answer(HTTPResponseMessage(200, "text/plain", "thank you"))
      }
    }) { catcher in
      try await RawServer.with({ server in
        let tenant = try Self.tenant(at: server.address)
        return { try await tenant.behave($0) }
      }) { tenant in
        try await Self.write(Servers(tenant: tenant, catcher: catcher))
      }
    }
    #expect(caught.withLock { $0 } == [])
  }

  /// Greets with what was typed, without its spaces and the text before the name.
  private static func tenant(at address: String) throws -> TroubledTenant {
    TroubledTenant(at: address, definition: try TroubledTenant.acme()) { request, answer in
      guard request.url.path.hasSuffix("/form/identifier") else { return nil }
      let typed = try JSONReader.read(request.body)["identifier"]?.stringValue ?? ""
      let name = typed.replacing("plain:", with: "").filter { $0 != " " }
      let secret = name.replacing("grouped:", with: "")
      let groups = stride(from: 0, to: secret.count, by: 4).map { String(secret.dropFirst($0).prefix(4)).uppercased() }
      let said = name == secret ? name : groups.joined(separator: "-")
      let text = JSONWriter.text(of: .string("Hello \(said)")).dropFirst().dropLast()
      return answer.leading { $0.replacing("We do not know this address.", with: text) }
    }
  }

  private static func write(_ servers: Servers) async throws {
    var rows: [String] = []
    for group in [SecretAttempt.inScenarios] + SecretAttempt.inTenants.map({ [$0] }) + [SecretAttempt.walked] {
      let endings = try await endings(of: group, servers)
      for (attempt, ending) in zip(group, endings) {
        #expect(ending.ending == attempt.ending, "\(attempt.way): \(ending.message)")
        let message = ending.message.replacing("|", with: "\\|").replacing("`", with: "'")
        let told = message.isEmpty ? "" : "`\(message)`"
        rows.append("| \(attempt.way) | \(ending.ending?.rawValue ?? "nothing") | \(attempt.gets) | \(told) |")
      }
    }
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Trust.md")
    let begin = try #require(page.firstRange(of: begin)?.upperBound)
    let end = try #require(page.firstRange(of: end)?.lowerBound)
    let table =
      "\n| way | how it ends | what the project gets | what the run says |\n|---|---|---|---|\n" + rows.joined(separator: "\n") + "\n"
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page[..<begin] + table + page[end...], from: "Trust.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static let begin = "<!-- attempts: written by SecretAttemptsTests -->\n"
  private static let end = "\n<!-- attempts end -->"

  private struct Ended {
    var ending: SecretAttempt.Ending?
    var message = ""
  }

  /// Runs attempts in one project, a file each.
  private static func endings(of attempts: [SecretAttempt], _ servers: Servers) async throws -> [Ended] {
    try await TemporaryFolder.with { outside in
      try outside.write(servers.fill(policy), to: "policy.yaml")
      return try await TemporaryFolder.with { folder in
        let usual = "default: acme\ntenants:\n  evil: {dialect: journey-flow, mock: _mock/evil.yaml}\n  acme:\n\(SecretAttempt.usual)"
        try folder.write(servers.fill(attempts[0].tenants ?? usual), to: "journeys/tenants.yaml")
        try folder.write(mock, to: "journeys/_mock/evil.yaml")
        try folder.makeFolder("journeys/__screens__")
        for (index, attempt) in attempts.enumerated() {
          let title = attempt.scenario.hasPrefix("TITLE ") ? "" : "journey: Attempt \(index)\n"
          let scenario = title + attempt.scenario.replacing("TITLE ", with: "journey: Attempt ")
          try folder.write(servers.fill(scenario), to: "journeys/\(name(index)).yaml")
          for (path, text) in attempt.files {
            if text.hasPrefix("->") { try folder.link(path, to: String(text.dropFirst(2))) } else { try folder.write(text, to: path) }
          }
        }
        let outcome = try await BuiltCommand.run(
          [
            "run", "--policy", outside.file("policy.yaml"), "--json", "out/run.jsonl", "--junit", "out/junit.xml", "--html",
            "out/page.html",
            "--markdown", "out/run.md", "--tap", "out/run.tap", "--verbose", "--no-color", "--update-snapshots", "--seed", "7", "--jobs",
            "1",
          ], environment: secrets.merging(["PATH": "/usr/bin:/bin", "REGION": "eu"]) { own, _ in own }, in: folder.path)
        try expectNothing(of: outcome, in: folder)
        return try read(try folder.text(of: "out/run.jsonl"), attempts.count).map {
          Ended(ending: $0.ending, message: servers.plain($0.message, folder))
        }
      }
    }
  }

  private static func name(_ index: Int) -> String { "attempt-\(index < 10 ? "0" : "")\(index)" }

  private static func expectNothing(of outcome: BuiltCommand.Outcome, in folder: TemporaryFolder) throws {
    var outputs = [("standard output", outcome.output), ("standard error", outcome.error)]
    for place in ["out", "journeys/__screens__"] {
      for name in try Fixtures.filesBelow(absolute: folder.file(place)) { outputs.append((name, try folder.text(of: "\(place)/\(name)"))) }
    }
    #expect(outputs.count >= 7)
    for (name, text) in outputs {
      for piece in pieces where [piece, piece.lowercased(), piece.uppercased()].contains(where: text.contains) {
        Issue.record("\(name) holds '\(piece)'")
      }
    }
  }

  /// How each file's case ended: refused files and refused runs have no case that ran.
  private static func read(_ log: String, _ count: Int) throws -> [Ended] {
    var ended = Array(repeating: Ended(), count: count)
    func index(_ text: String?) -> Int? {
      ended.indices.first { text?.contains("journeys/\(name($0))") == true || text?.contains(name($0)) == true }
    }
    for line in log.split(separator: "\n") {
      let event = try JSONReader.read(Array(line.utf8))
      switch event["kind"]?.stringValue {
      case "file-refused":
        let message = event["problems"]?.arrayValue?.first?["message"]?.stringValue ?? ""
        // What is wrong with tenants.yaml is the one attempt's doing.
        guard let index = index(event["file"]?.stringValue) ?? (count == 1 ? 0 : nil), ended[index].ending == nil else { continue }
        ended[index] = Ended(ending: .refused, message: message)
      case "scenario-ended":
        guard let index = index(event["scenario"]?.stringValue), ended[index].ending == nil else { continue }
        ended[index].ending = SecretAttempt.Ending(rawValue: event["verdict"]?.stringValue ?? "")
      case "attempt-ended":
        guard let index = index(event["scenario"]?.stringValue) else { continue }
        if let breakage = event["breakage"]?["message"]?.stringValue { ended[index].message = breakage }
        if let first = event["mismatches"]?.arrayValue?.first {
          let text = [first["subject"], first["expected"], first["actual"]].map { $0?.stringValue ?? "" }
          let details = first["details"]?.arrayValue?.first?.stringValue.map { "; \($0)" } ?? ""
          ended[index].message = "\(text[0]): expected \(text[1]), found \(text[2])\(details)"
        }
      default: continue
      }
    }
    return ended
  }
}
