import JourneyClient
import JourneyModel

/// Makes a screen of a body, and collects where the server strayed from its protocol.
struct IDXMapping {
  let response: IDXResponse
  private var collected: Warnings
  /// The forms for what messages offer to press.
  let offers: [IDXOffer: Form]
  /// The same in their order.
  private let links: [Form]

  init(_ response: IDXResponse) {
    self.response = response
    collected = Warnings(response.warnings)
    let forms = IDXOffer.forms(response.everyMessage)
    links = forms.map(\.form)
    offers = Dictionary(forms.map { ($0.offer, $0.form) }) { first, _ in first }
  }

  /// The screen with all its forms; also for a body that ends the journey, which has none but the links of its messages.
  mutating func snapshot() -> IDXSnapshot {
    var snapshot = IDXSnapshot(response: response, screen: Screen(id: screenID), forms: [:])
    for wire in response.remediations + response.actions {
      let form = form(wire, taken: snapshot.forms)
      snapshot.forms[form.id] = wire
      snapshot.screen.forms.append(form)
    }
    // `cancel` stays the last.
    let end = response.actions.last?.place?.owner == nil && !response.actions.isEmpty ? 1 : 0
    snapshot.screen.forms.insert(contentsOf: links, at: snapshot.screen.forms.count - end)
    snapshot.screen.messages = messages(of: snapshot.screen.forms, snapshot.forms)
    snapshot.screen.facts = facts
    return snapshot
  }

  var warnings: [String] { collected.sentences }

  mutating func warn(_ sentence: String) { collected.add(sentence) }
}
