import Encodings
import JourneyMock

/// Journeys that a test began.
extension FlowDialogue {
  func tokenNames(in world: WorldState) -> (issuer: String, type: String) { (Self.issuerName(in: world), "bearer") }

  /// Those of links, and a session that is over (Kotlin SDK, `Error.kt`).
  var failures: [NamedFailure] {
    let links = ["magicLinkExpired", "clientMismatch", "invalidRedirectUri"].map {
      NamedFailure($0, OAuthError($0, "A test lets it fail.").response())
    }
    var tooMany = HTTPResponseMessage.empty(429)
    for (name, value) in [("Limit", "10"), ("Remaining", "0"), ("Reset", "60")] { tooMany.headers.append("X-Ratelimit-" + name, value) }
    return links + [NamedFailure("session_expired", .empty(403)), NamedFailure("too_many_requests", tooMany)]
  }

  func handles(of session: Session, in world: inout WorldState) -> [JSONValue.Member] {
    [.init("session_id", .string(session.id)), .init("hosted_url", .string(hostedURL(of: session, in: world)))]
  }
}
