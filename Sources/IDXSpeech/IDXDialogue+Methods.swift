import JourneyMock

extension IDXDialogue {
  /// How a person proved who they are on the way, in the words of `amr` (RFC 8176 section 2), each once.
  func methods(of session: Session, in world: WorldState) -> [String] {
    var words: [String] = []
    var factors: Set<AuthenticatorKind.Factor> = []
    for passed in session.passed {
      guard let screen = world.tenant.graph.states[passed.state].screen.map({ screens[$0] }), let kind = screen.authenticator,
        screen.form(passed.form)?.provesAuthenticator ?? false
      else { continue }
      factors.insert(kind.factor)
      let method = screen.methods.first ?? kind.methods[0]
      for word in AuthenticatorKind.references(ofMethod: method) where !words.contains(word) { words.append(word) }
    }
    return factors.count > 1 ? words + ["mfa"] : words
  }
}
