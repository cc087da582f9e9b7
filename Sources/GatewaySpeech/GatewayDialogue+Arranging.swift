import JourneyMock

/// Journeys whose policies a test changed.
extension GatewayDialogue {
  /// Every page that is asked for begins in the first state.
  var beginsAnywhere: Bool { false }

  func continuing(_ other: any MockDialogue) -> any MockDialogue {
    guard let other = other as? GatewayDialogue else { return self }
    var dialogue = self
    dialogue.interrupted = other.interrupted
    dialogue.tickets = other.tickets
    dialogue.gatewayCodes = other.gatewayCodes
    dialogue.openedLinks = other.openedLinks
    dialogue.cookieKey = other.cookieKey
    return dialogue
  }
}
