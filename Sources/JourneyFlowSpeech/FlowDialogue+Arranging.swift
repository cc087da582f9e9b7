import Encodings
import JourneyMock

/// Journeys that a test began.
extension FlowDialogue {
  func handles(of session: Session, in world: inout WorldState) -> [JSONValue.Member] {
    [.init("session_id", .string(session.id)), .init("hosted_url", .string(hostedURL(of: session, in: world)))]
  }
}
