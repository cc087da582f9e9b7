/// Something that a page does and no text of it says: where a form is sent, what a button sends, what is loaded from elsewhere.
package struct PageBehaviour: Sendable, Hashable {
  /// What does it.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A form, which is sent to `target` by `method`.
    case form
    /// A button that sends its value as one of the `parameters`, or sends its form elsewhere.
    case button
    /// A box that sends a value of its own as one of the `parameters` once it is ticked.
    case box
    /// A link to a mail program or a telephone, or one whose address has parameters.
    case link
    /// A page that is loaded into this one.
    case frame
    /// Scripts of another site, which is the `target`.
    case script
    /// A script that an attribute such as `onsubmit` has: the `target`.
    case handler
    /// The page itself, which leads on after some seconds.
    case refresh
  }

  /// Replaces a value that may differ from visit to visit.
  package static let hiddenValue = "…"

  package var kind: Kind
  /// What of the page it is: the id of a form, with that of a widget behind a `/`, or what a person reads of a link; may be empty.
  package var subject: String
  /// In capitals; `nil` for what is not sent.
  package var method: String?
  /// An address without its query, a path alone where it is of the page's own site; empty if there is none.
  package var target: String
  /// What is sent along, in order; a value that is not made of words and short numbers is `hiddenValue`.
  package var parameters: [Value.Member]

  package init(_ kind: Kind, of subject: String, method: String? = nil, target: String = "", parameters: [Value.Member] = []) {
    self.kind = kind
    self.subject = subject
    self.method = method
    self.target = target
    self.parameters = parameters
  }
}

extension PageBehaviour {
  /// What it does, in words.
  package var sentence: String {
    switch kind {
    case .form: "form '\(subject)' is sent by \(method ?? "GET") to '\(target)'\(with)"
    case .button where target.isEmpty: "button '\(subject)' sends\(listed)"
    case .box: "box '\(subject)' sends\(listed)"
    case .button: "button '\(subject)' sends its form\(method.map { " by \($0)" } ?? "") to '\(target)'\(with)"
    case .link: "link '\(subject)' leads to '\(target)'\(with)"
    case .frame: "a frame\(subject.isEmpty ? "" : " '\(subject)'") shows '\(target)'\(with)"
    case .script: "scripts come from '\(target)'"
    case .handler: "a script is in '\(subject)': \(target)"
    case .refresh: "the page redirects to '\(target)'\(with) after \(subject)"
    }
  }

  private var with: String { parameters.isEmpty ? "" : " with\(listed)" }

  private var listed: String { " " + parameters.map { "'\($0.name)=\($0.value.text ?? "")'" }.joined(separator: ", ") }
}
