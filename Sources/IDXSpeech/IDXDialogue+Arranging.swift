import Encodings
import JourneyMock

/// Journeys that a test began or whose policies it changed.
extension IDXDialogue {
  func tokenNames(in world: WorldState) -> (issuer: String, type: String) {
    (world.issuer == world.orgAddress ? world.issuer + "/oauth2/default" : world.issuer, "Bearer")
  }

  /// The platform's errors by their codes, and a handle that is over.
  var failures: [NamedFailure] {
    let platform = [
      ("E0000001", "Api validation failed", 400), ("E0000004", "Authentication failed", 401),
      ("E0000006", "You do not have permission to perform the requested action", 403), ("E0000007", "Not found: Resource not found", 404),
      ("E0000009", "Internal Server Error", 500), ("E0000011", "Invalid token provided", 401),
      ("E0000022", "The endpoint does not support the provided HTTP method", 405),
      ("E0000047", "API call exceeded rate limit due to too many requests.", 429),
    ].map { code, summary, status in
      NamedFailure(code, .platformError(code, summary, status))
    }
    return platform + [NamedFailure("idx.session.expired", Self.expired)]
  }

  mutating func handles(of session: Session, in world: inout WorldState) -> [JSONValue.Member] {
    let stateHandle = Self.newStateHandle(in: &world)
    let issuer = world.issuer == world.orgAddress ? world.issuer + "/oauth2/default" : world.issuer
    transactions.begin(session.id, TransactionTable.Transaction(stateHandle: stateHandle, issuer: issuer))
    return [.init("interaction_handle", .string(session.id)), .init("state_handle", .string(stateHandle))]
  }

  func continuing(_ other: any MockDialogue) -> any MockDialogue {
    var dialogue = self
    if let other = other as? IDXDialogue {
      (dialogue.transactions, dialogue.pushed, dialogue.devices) = (other.transactions, other.pushed, other.devices)
    }
    return dialogue
  }
}
