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
      headers.append(Exchange.Header(name, CredentialName.isHeader(name) ? value.hidden(as: "header.\(name)") : value))
    }
    return headers
  }
}
