import Encodings
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct SecretsTests {
  private static let reports = [
    "--log", "out/run.jsonl", "--tap", "out/run.tap", "--markdown", "out/run.md", "--json", "out/run.json", "--github",
  ]

  /// Every secret in an output, with the output's name.
  private static func leaks(of secrets: [String: String], in outputs: [(name: String, bytes: [UInt8])]) -> [String] {
    var owners: [String: String] = [:]
    for secret in secrets.keys { for trace in SecretSpelling.traces(of: secret) { owners[trace] = secret } }
    let traces = ManyTexts(owners.keys.map { ($0, $0) })
    return outputs.flatMap { output in
      // A code of six digits also occurs in longer numbers by chance.
      traces.places(in: output.bytes) { $0.count >= 12 || isWord($0, of: output.bytes) }.map { trace, place in
        let around = String(decoding: output.bytes[max(place - 160, 0)..<min(place + 200, output.bytes.count)], as: UTF8.self)
        let secret = owners[trace] ?? ""
        return "\(output.name) holds the \(secrets[secret] ?? "") '\(secret)': \(around)"
      }
    }.sorted()
  }

  private static func holds(_ text: String, _ bytes: [UInt8]) -> Bool { !ManyTexts([(text, text)]).places(in: bytes).isEmpty }

  private static func isWord(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    let around = [range.lowerBound - 1, range.upperBound].filter(bytes.indices.contains).map { Unicode.Scalar(bytes[$0]) }
    return !around.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "." }
  }

  private static func outputs(_ outcome: BuiltCommand.Outcome, _ folder: TemporaryFolder) throws -> [(name: String, bytes: [UInt8])] {
    var outputs = [("standard output", Array(outcome.output.utf8)), ("standard error", Array(outcome.error.utf8))]
    for name in try folder.filesBelow("out") { outputs.append((name, try folder.bytes(of: name))) }
    return outputs
  }

  /// Runs the built command on a project whose tenants repeat everything they ever received.
  private static func run(
    _ flags: [String], in folder: TemporaryFolder, _ project: CanaryProject, gate: Gate? = nil,
    while body: @escaping (inout ChildProcess) async throws -> Void = { _ in }
  ) async throws -> BuiltCommand.Outcome {
    try folder.makeFolder("tmp")
    var environment = CanaryProject.environment
    environment["TMPDIR"] = folder.file("tmp")
    return try await RawServer.with({ server in
      let tenant = try project.linkTenant(at: server.address)
      return { try await tenant.behave($0) }
    }) { [environment] links in
      try await RawServer.with({ server in
        try project.write(to: folder, tenantAt: server.address, linksAt: links.address)
        let tenant = try project.tenant(at: server.address)
        return { request in
          let manner = try await tenant.behave(request)
          guard let gate, request.url.path.hasSuffix("/form/mfaPasscode") else { return manner }
          await gate.open()
          return .silence
        }
      }) { _ in
        try await BuiltCommand.run(["run", "--jobs", "1"] + reports + flags, environment: environment, in: folder.path, while: body)
      }
    }
  }

  @Test(
    arguments: [("generic", []), ("jenkins", ["--quiet"]), ("ant", ["--verbose"]), ("surefire", ["--trace"])])
  func `no secret stands in any byte of what a run leaves, in no spelling`(dialect: String, flags: [String]) async throws {
    let project = CanaryProject()
    try await TemporaryFolder.with { folder in
      let outcome = try await Self.run(
        ["--junit", dialect == "surefire" ? "out/junit/" : "out/junit.xml", "--junit-dialect", dialect] + flags, in: folder, project)
      #expect(outcome.code == 3, "\(outcome)")
      let outputs = try Self.outputs(outcome, folder)
      #expect(outputs.count >= 7)
      #expect(outputs.contains { Self.holds(CanaryProject.echo, $0.bytes) })
      // What the test looks for was there to be found.
      let kinds = Set(project.record.secrets.keys)
      let needed: Set = [
        "code", "state", "code_verifier", "challenge", "access_token", "refresh_token", "id_token", "password", "passcode",
        "bearer", "cookie", "mail code", "flow", "link",
      ]
      #expect(kinds.isSuperset(of: needed), "\(kinds)")
      #expect(Self.leaks(of: project.allSecrets, in: outputs) == [])
      #expect(try folder.filesBelow("tmp") == [])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `no secret stands in what an interrupted run leaves`(signal: Int32) async throws {
    let project = CanaryProject()
    let gate = Gate()
    try await TemporaryFolder.with { folder in
      let outcome = try await Self.run(["--trace", "--junit", "out/junit.xml"], in: folder, project, gate: gate) { child in
        await gate.wait()
        child.kill(signal)
      }
      #expect(outcome.code == 128 + signal, "\(outcome)")
      let outputs = try Self.outputs(outcome, folder)
      #expect(outputs.contains { Self.holds(CanaryProject.echo, $0.bytes) })
      #expect(Self.leaks(of: project.allSecrets, in: outputs) == [])
      #expect(try folder.filesBelow("tmp") == [])
    }
  }
}

/// Secrets that were shown before they were known to be secrets.
extension SecretsTests {
  private static let scenario = """
    journey: Is shown what nobody knows to be a secret
    steps:
      - screen: nowhere
    ---
    journey: Types what was shown before
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: \(CanaryProject.typed)}
      - screen: password
        messages: any

    """

  @Test
  func `what was told before is hidden in every report and in the log, and the verdict stays`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await RawServer.with({ server in
        try CanaryProject().write(to: folder, tenantAt: server.address, linksAt: server.address)
        try folder.write(Self.scenario, to: "journeys/only/a.yaml")
        let tenant = TroubledTenant(at: server.address, definition: try TroubledTenant.acme()) { request, answer in
          guard request.url.path.hasSuffix("/init") else { return nil }
          return answer.leading { $0.replacing("Email address", with: CanaryProject.typed) }
        }
        return { try await tenant.behave($0) }
      }) { _ in
        try await BuiltCommand.run(
          ["run", "journeys/only", "--jobs", "1", "--junit", "out/junit.xml"] + Self.reports, environment: CanaryProject.environment,
          in: folder.path)
      }
      #expect(outcome.code == 1, "\(outcome)")
      // The console is written as it happens, before the secret is known.
      let written = try Self.outputs(outcome, folder).filter { $0.name.hasPrefix("out/") }
      #expect(written.count == 5)
      for (name, bytes) in written { #expect(!Self.holds(CanaryProject.typed, bytes), "\(name)") }
      #expect(try folder.text(of: "out/junit.xml").contains("***"))
    }
  }
}

extension TemporaryFolder {
  /// The files in a folder of it, at any depth, by their paths in this folder.
  fileprivate func filesBelow(_ name: String) throws -> [String] {
    try Fixtures.filesBelow(absolute: file(name)).map { "\(name)/\($0)" }
  }
}
