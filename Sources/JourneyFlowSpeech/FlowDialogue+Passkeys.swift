import Encodings
import JourneyMock

extension FlowDialogue {
  /// Verifies the credentials of a form and keeps what they change: a new passkey of the account, or whose passkey signed and how often.
  ///
  /// - Returns: what is said of one that is not accepted; `nil` if all are, and for forms without any.
  func proveCredentials(
    in answer: JSONValue, form: FlowFormRule?, session: inout Session, _ world: inout WorldState
  ) -> [SaidMessage]? {
    guard let form else { return nil }
    let truth = world.truth(in: session)
    for widget in form.widgets where truth.holds(widget.condition) {
      guard let ceremony = widget.ceremony, let credential = answer.value(at: widget.path) else { continue }
      let verifier = ceremony.verifier(in: session, world)
      let owner: Int?
      if ceremony.isEnrolment {
        owner = session.account.flatMap { world.enrol(credential, for: $0, by: verifier) ? $0 : nil }
      } else {
        owner = world.prove(credential, of: session.account, by: verifier)
      }
      session.ceremonies += 1
      guard let owner else {
        return (phrases.refusedPasskey ?? phrases.invalid).map { [SaidMessage(message: $0, form: form.id, widget: widget.id)] } ?? []
      }
      session.identify(owner)
    }
    return nil
  }
}
