import Encodings
import JourneyMock

/// Journeys that a test began or whose policies it changed.
extension IDXDialogue {
  mutating func handles(of session: Session, in world: inout WorldState) -> [JSONValue.Member] {
    let stateHandle = Self.newStateHandle(in: &world)
    let issuer = world.issuer == world.orgAddress ? world.issuer + "/oauth2/default" : world.issuer
    transactions.begin(session.id, TransactionTable.Transaction(stateHandle: stateHandle, issuer: issuer))
    return [.init("interaction_handle", .string(session.id)), .init("state_handle", .string(stateHandle))]
  }

  func continuing(_ other: any MockDialogue) -> any MockDialogue {
    var dialogue = self
    if let other = other as? IDXDialogue { dialogue.transactions = other.transactions }
    return dialogue
  }
}
