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
}
