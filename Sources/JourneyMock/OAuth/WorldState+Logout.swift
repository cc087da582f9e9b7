import Diagnostics
import Encodings
import JourneyModel

extension WorldState {
  /// Notes which servers to notify of the end of a sign-in: those of the apps that got tokens by it.
  mutating func noteLogout(_ sid: String) {
    for subject in grants.subjects(ofSignOn: sid) {
      guard let address = tenant.clientRules[subject.client].backchannelLogoutURI?.value else { continue }
      let person = accounts[subject.account][.sub] ?? ""
      let claims: JSONValue = [
        "iss": .string(subject.issuer), "sub": .string(person), "aud": .string(tenant.clientRules[subject.client].id),
        "iat": .integer(now.seconds), "exp": .integer(now.seconds + 120), "jti": .string(random.token()), "sid": .string(sid),
        "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
      ]
      do {
        logoutNotices.append(LogoutNotice(address: address, token: try keys.sign(claims)))
      } catch {
        // A key that cannot sign has said so where tokens were asked for.
        continue
      }
    }
  }

  /// The addresses that a browser is to open when a person signs out (OpenID Connect Front-Channel Logout section 3).
  package func frontChannels(of sid: String) -> [String] {
    grants.subjects(ofSignOn: sid).compactMap { subject in
      tenant.clientRules[subject.client].frontchannelLogoutURI?.appending(query: [
        QueryItem("iss", subject.issuer), QueryItem("sid", sid),
      ])
    }
  }
}
