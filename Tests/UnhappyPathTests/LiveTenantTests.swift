import Encodings
import JourneyMock
import JourneyTestSupport
import Synchronization
import Testing

/// The built command on tenants behind a socket: the connection settings of tenants.yaml take effect.
struct LiveTenantTests {
  /// A run of the two scenarios, the first on a tenant that is as it should be.
  static func run(
    _ entry: String, certificate: RawServer.Certificate? = nil, files: [String: String?] = [:], environment: [String: String] = [:],
    seeing requests: @escaping @Sendable (HTTPRequestMessage) -> Void = { _ in }
  ) async throws -> UnhappyRun {
    let definition = try TroubledTenant.acme()
    let tenants = Mutex<[String: TroubledTenant]>([:])
    let behaviour: RawServer.Behaviour = { request in
      requests(request)
      let address = request.url.withoutQuery.description.dropLast(request.url.path.count)
      let tenant = tenants.withLock { tenants in
        let tenant = tenants[String(address)] ?? TroubledTenant(at: String(address), definition: definition) { _, _ in nil }
        tenants[String(address)] = tenant
        return tenant
      }
      return try await tenant.behave(request)
    }
    return try await UnhappyRun(
      UnhappyPath(name: "live", place: .raw(certificate, behaviour), entry: entry, files: files, environment: environment))
  }

  @Test func `a tenant whose own authority signed its certificate is walked over TLS`() async throws {
    let authority = try Fixtures.text(of: "fixtures/tls/localhost.pem")
    let run = try await Self.run("tls: {ca: ../elsewhere.pem}", certificate: .localhost, files: ["elsewhere.pem": authority])
    #expect(run.code == 0, "\(run.console)")
    #expect(run.passed == run.cases)
  }

  @Test func `a tenant that offers TLS 1.1 at most is not walked, as no app reaches it`() async throws {
    let authority = try Fixtures.text(of: "fixtures/tls/localhost.pem")
    let run = try await Self.run("tls: {ca: ../elsewhere.pem}", certificate: .outdated, files: ["elsewhere.pem": authority])
    #expect(run.code == 3, "\(run.console)")
    #expect(run.passed.count == 1, "the other scenario is walked all the same")
    #expect(run.message.contains("offers no TLS version that apps accept, 1.2 or later"), "\(run.message)")
  }

  @Test func `headers of tenants.yaml go with every request`() async throws {
    let missing = Mutex<[String]>([])
    let run = try await Self.run("headers: {x-sty-test: \"1\"}") { request in
      if request.headers["x-sty-test"] != "1" { missing.withLock { $0.append(request.url.path) } }
    }
    #expect(run.code == 0, "\(run.console)")
    #expect(missing.withLock { $0 } == [])
  }

  @Test func `a proxy that is not there breaks the walk and is named`() async throws {
    let run = try await Self.run("proxy: http://127.0.0.1:9")
    #expect(run.code == 3)
    #expect(run.message.contains("refused"), "\(run.message)")
    #expect(run.passed.count == 1, "the other scenario is walked all the same")
  }

  @Test func `a rate is kept to without anything being lost`() async throws {
    let run = try await Self.run("rate: 50/s")
    #expect(run.code == 0, "\(run.console)")
  }
}
