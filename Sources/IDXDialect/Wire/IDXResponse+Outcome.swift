import Encodings

extension IDXResponse {
  /// What a body means, regardless of its status. The cases are tried in this order.
  enum Outcome: Sendable, Hashable {
    /// The journey is complete; `nil` if the code itself is missing.
    case code(String?)
    /// The vendor's own page takes over at this address.
    case redirect(String)
    /// It ends at an address, with messages.
    case failure(String)
    /// Something can be done next.
    case actionable
    /// Nothing can be done next but to begin again.
    case terminal
  }

  var outcome: Outcome {
    if let success { return .code(success.fields.first { $0.name == "interaction_code" }?.value?.stringValue) }
    if let address = redirect("success", "success-redirect") { return .redirect(address) }
    if let address = redirect("failure", "failure-redirect") { return .failure(address) }
    return remediations.isEmpty ? .terminal : .actionable
  }

  private func redirect(_ member: String, _ remediation: String) -> String? {
    body[member]?["href"]?.stringValue ?? remediations.first { $0.name == remediation }?.href
  }

  /// Every message: the screen's own, then those of fields, form by form.
  var everyMessage: [IDXMessage] {
    messages + (remediations + actions).flatMap { $0.fields.messages }
  }

  /// Whether the transaction is over because it took too long, or is unknown.
  var isExpired: Bool {
    outcome == .terminal && messages.contains { $0.key == "idx.session.expired" }
  }

  /// What a path leads to; `nil` for nothing, which is not a fault of the walk.
  func resolve(_ path: String) -> JSONValue? { IDXReference(path)?.resolve(in: body) }

  /// The authenticator that a path leads to.
  func authenticator(at path: String) -> IDXAuthenticator? { resolve(path).flatMap(IDXAuthenticator.init) }

  /// How a device is asked to identify the person, if a form relates to it.
  var deviceChallenge: JSONValue? { resolve("authenticatorChallenge") }

  /// The authenticator that the state is about, by the vendor's own rule.
  var currentAuthenticator: IDXAuthenticator? {
    authenticator(at: "currentAuthenticator") ?? authenticator(at: "currentAuthenticatorEnrollment")
  }
}

extension [IDXField] {
  /// The messages on these fields and on all below them.
  fileprivate var messages: [IDXMessage] {
    flatMap { field in
      switch field.content {
      case .value, .options, .display: field.messages
      case .form(let fields): field.messages + fields.messages
      case .forms(let options): field.messages + options.flatMap(\.fields.messages)
      }
    }
  }
}
