import JourneyModel

/// A screen, and the forms of the body that it was made of.
struct IDXSnapshot: Sendable, Hashable {
  var response: IDXResponse
  var screen: Screen
  /// By the ids of the screen's forms.
  var forms: [FormID: IDXForm]
}

/// Makes a screen of a body, and collects where the server strayed from its protocol (sheet section 3).
struct IDXMapping {
  let response: IDXResponse
  private(set) var warnings: [String]

  init(_ response: IDXResponse) {
    self.response = response
    warnings = response.warnings
  }

  /// The screen with all its forms; also for a body that ends the journey, which has none.
  mutating func snapshot() -> IDXSnapshot {
    var snapshot = IDXSnapshot(response: response, screen: Screen(id: screenID), forms: [:])
    for wire in response.remediations + response.actions {
      let form = form(wire, taken: snapshot.forms)
      snapshot.forms[form.id] = wire
      snapshot.screen.forms.append(form)
    }
    snapshot.screen.messages = messages(of: snapshot.screen.forms, snapshot.forms)
    snapshot.screen.facts = facts
    return snapshot
  }

  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }
}
