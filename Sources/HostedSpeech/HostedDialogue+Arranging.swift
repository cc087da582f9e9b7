import JourneyMock

/// Journeys whose policies a test changed.
extension HostedDialogue {
  func continuing(_ other: any MockDialogue) -> any MockDialogue {
    var dialogue = self
    if let other = other as? HostedDialogue { dialogue.said = other.said }
    return dialogue
  }
}
