import Encodings
import JourneyMock
import JourneyModel

extension WorldState {
  /// The org's own address: the issuer's without its authorization server.
  var orgAddress: String {
    guard let range = issuer.utf8.firstRange(of: "/oauth2/".utf8) else { return issuer }
    return String(issuer[..<range.lowerBound])
  }

  /// When the current step expires, as bodies show it.
  var stepEnd: String {
    DateText.rfc3339(millisecondsSinceEpoch: (now + (tenant.lives.session ?? .seconds(7200))).milliseconds)
  }

  /// Whether a person was only named, so that nothing may be revealed about them: anyone may try to unlock an account.
  func isUnproven(_ session: Session) -> Bool { fact("session.purpose", is: "unlock", in: session) }

  /// What the person of a journey has set up, as their facts say it.
  func authenticators(of session: Session) -> [AuthenticatorKind] {
    guard let account = session.account else { return [] }
    let factors = members(of: "account.factors", of: account)
    return AuthenticatorKind.allCases.filter { kind in
      kind == .password ? accounts[account][.password] != nil : factors.contains(kind.factorWord)
    }
  }
}
