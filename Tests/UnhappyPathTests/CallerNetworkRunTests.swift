import JourneyTestSupport
import Testing

/// The built command on tenants behind a socket: the effects of the caller's environment on the connection.
struct CallerNetworkRunTests {
  @Test func `authorities that SSL_CERT_FILE names are believed, and only those`() async throws {
    let file = "\(Fixtures.packageRoot)/fixtures/tls/localhost.pem"
    let run = try await LiveTenantTests.run("rate: 100/s", certificate: .localhost, environment: ["SSL_CERT_FILE": file])
    #expect(run.code == 0, "\(run.console)")
    let other = "\(Fixtures.packageRoot)/fixtures/tls/elsewhere.pem"
    let refused = try await LiveTenantTests.run("rate: 100/s", certificate: .localhost, environment: ["SSL_CERT_FILE": other])
    #expect(refused.code == 3, "\(refused.console)")
    #expect(refused.message.contains("certificate"), "\(refused.message)")
  }

  @Test func `a proxy of the environment is asked nothing`() async throws {
    let nobody = "http://127.0.0.1:9"
    let run = try await LiveTenantTests.run("rate: 100/s", environment: ["HTTP_PROXY": nobody, "http_proxy": nobody, "ALL_PROXY": nobody])
    #expect(run.code == 0, "\(run.console)")
    let named = try await LiveTenantTests.run("proxy: ${env.http_proxy}", environment: ["http_proxy": nobody])
    #expect(named.code == 3, "a tenant that names it goes through it: \(named.console)")
  }
}
