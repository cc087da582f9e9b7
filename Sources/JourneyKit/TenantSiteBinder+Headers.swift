import Diagnostics
import Encodings
import JourneyClient
import JourneyLanguage
import JourneyModel
import JourneyScenario

/// The headers that go with every request to a tenant.
extension TenantSiteBinder {
  mutating func headers(_ members: [TemplateValue.Member]) -> [Exchange.Header] {
    var headers: [Exchange.Header] = []
    for member in members {
      guard let value = value(member.value) else { continue }
      let name = member.name.value
      headers.append(Exchange.Header(name, Self.isCredential(name) ? value.hidden(as: "header.\(name)") : value))
    }
    return headers
  }

  /// Whether a header of this name identifies a person, so that no output shows it, also where the file has it in clear.
  private static func isCredential(_ header: String) -> Bool {
    let name = header.asciiLowercased
    return ["authorization", "proxy-authorization", "cookie"].contains(name)
      || endsOfCredentials.contains { name == $0 || name.hasSuffix("-\($0)") }
  }

  private static let endsOfCredentials = ["api-key", "apikey", "auth", "key", "password", "secret", "token"]
}
