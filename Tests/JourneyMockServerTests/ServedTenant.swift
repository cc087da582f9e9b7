import Diagnostics
import Encodings
import FoundationEssentials
import HostedSpeech
import JourneyFlowSpeech
import JourneyMock
import Testing

/// The shipped tenant Acme, and how journeys begin there.
enum ServedTenant {
  private static let start =
    "/oauth2/auth?client_id=acme-web&redirect_uri=https%3A%2F%2Fapp.acme.test%2Fcallback&response_type=code&scope=openid%20email"
    + "&state=state-01&nonce=n&code_challenge_method=S256&code_challenge="
    + Base64URL.encode(Digests.sha256(String(repeating: "v", count: 43)))

  /// As an app's SDK begins.
  static var appStart: String { start + "&sdk=web" }
  /// As a browser begins.
  static var browserStart: String { start }

  /// - Parameter change: a text of the file, and what stands in its place.
  static func acme(with change: (String, String)? = nil) throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    var source = try file("acme.yaml")
    if let change { source = SourceFile(name: source.name, text: source.text.replacing(change.0, with: change.1)) }
    let tenant = MockTenant.load(source, speeches: .journeyFlow + .hosted, diagnostics: &diagnostics) { path, _ throws(UnreadableInclude) in
      do {
        return try file(path)
      } catch {
        throw UnreadableInclude("no such file")
      }
    }
    return try #require(tenant)
  }

  private static func file(_ name: String) throws -> SourceFile {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return SourceFile(name: name, text: try String(contentsOf: URL(filePath: "/\(folder)/fixtures/tenants/\(name)"), encoding: .utf8))
  }
}
