import Encodings
import JourneyTestSupport

/// A run of two scenarios: one whose tenant is in trouble, and one whose tenant is not.
struct UnhappyRun: Sendable {
  let code: Int32?
  /// The message that JUnit's readers show first, ports left out.
  let message: String
  /// Names of the cases in the JUnit file.
  let cases: [String]
  /// Names of the cases that passed.
  let passed: [String]
  let console: String
  let leftovers: [String]
  let usage: ChildProcess.Usage

  init(_ path: UnhappyPath) async throws {
    self = try await TemporaryFolder.with { folder in
      try folder.makeFolder("tmp")
      switch path.place {
      case .nowhere(let issuer): return try await UnhappyRun(path, at: issuer, in: folder)
      case .crowded: return try await CrowdedPort.with { try await UnhappyRun(path, at: $0, in: folder) }
      case .raw(let certificate, let behaviour):
        return try await RawServer.with(certificate: certificate, { _ in behaviour }) { server in
          try await UnhappyRun(path, at: server.address, in: folder)
        }
      case .tenant(let trouble):
        let definition = try TroubledTenant.acme()
        return try await RawServer.with({ server in
          let tenant = TroubledTenant(at: server.address, definition: definition, trouble)
          return { try await tenant.behave($0) }
        }) { server in try await UnhappyRun(path, at: server.address, in: folder) }
      }
    }
  }

  private init(_ path: UnhappyPath, at address: String, in folder: TemporaryFolder) async throws {
    try Self.write(path, at: address, to: folder)
    let outcome = try await path.output.run(
      ["run", "--junit", "junit.xml", "--jobs", "1"] + path.flags,
      environment: path.environment.merging(["TMPDIR": folder.file("tmp")]) { own, _ in own }, in: folder.path)
    code = outcome.code
    usage = outcome.usage
    console = outcome.output + outcome.error
    let report = try XMLTree.root(of: try folder.text(of: "junit.xml"))
    let cases = report.descendants("testcase")
    self.cases = cases.compactMap { $0["name"] }
    passed = cases.filter { $0.children.allSatisfy { ["properties", "system-out"].contains($0.name) } }.compactMap { $0["name"] }
    let first = cases.lazy.compactMap { $0.first("error") ?? $0.first("failure") }.first
    let said = outcome.error.lines.first { $0.hasPrefix("error: ") }.map { String($0.dropFirst(7)) }
    message = (first?["message"] ?? said ?? "").replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:8080")
      .replacing(/it is \d{4}-[^ ]*Z/, with: "it is 2026-01-01T00:00:00Z")
    leftovers = try folder.names().filter { !Self.names.contains($0) } + Fixtures.filesBelow(absolute: folder.file("tmp"))
  }

  private static let names: Set = ["journeys", "tmp", "junit.xml", "acme.yaml", "acme.screens.yaml", "elsewhere.pem"]

  private static func write(_ path: UnhappyPath, at address: String, to folder: TemporaryFolder) throws {
    for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
    try folder.write(try Fixtures.text(of: "fixtures/tls/elsewhere.pem"), to: "elsewhere.pem")
    try folder.write(tenants(at: address, path.entry), to: "journeys/tenants.yaml")
    try folder.write("journey: Sign in\n" + steps + path.more.map { "  - \($0)\n" }.joined(), to: "journeys/a.yaml")
    try folder.write("journey: Another\ntenant: other\n" + steps, to: "journeys/b.yaml")
    for (name, text) in path.files {
      if let text { try folder.write(text.replacing("ISSUER", with: address), to: name) } else { try folder.remove(name) }
    }
  }

  private static func tenants(at address: String, _ more: String?) -> String {
    """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: \(address)
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, profile, email, offline_access]}
        accounts: {jane: {email: jane@acme.test, password: Jane-horse-11}}
        \((more ?? "rate: 100/s").replacing("ISSUER", with: address))
      other: {dialect: journey-flow, mock: ../acme.yaml}

    """
  }

  private static let steps = """
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: "${account.password}"}
      - finish:

    """
}
