/// What a widget of an org's screen may be, as a file writes it.
enum IDXFieldType: String, CaseIterable {
  case text, password, checkbox, choice, decision, carried, authenticators, authenticator, channel, questions, provider, scopes, ceremony

  /// The attributes that it takes in addition to `type` and `when`.
  var attributes: [IDXFieldAttribute] {
    switch self {
    case .text: [.label, .required, .value, .minLength, .visible]
    case .password: [.label, .required, .value, .minLength]
    case .checkbox: [.label, .value]
    case .choice: [.label, .required, .options]
    case .decision: [.label, .required, .options, .visible]
    case .carried: [.label, .value]
    case .authenticators, .channel, .questions, .scopes: [.label, .options]
    case .authenticator: [.label, .methods]
    case .provider: [.label, .value]
    case .ceremony: []
    }
  }

  /// The widgets that a client makes of it, with the words that it has for them.
  func widgets(_ id: String, isEnrolment: Bool, methods: [String]) -> [(id: String, type: String)] {
    let number = isEnrolment ? [("\(id).phoneNumber", "text")] : []
    switch self {
    case .text, .password, .checkbox, .choice: return [(id, rawValue)]
    case .decision: return [(id, "choice")]
    case .authenticators:
      let channel = isEnrolment ? [("\(id).channel", "choice")] : []
      return [(id, "choice"), ("\(id).methodType", "choice")] + channel + number
    case .authenticator: return methods.isEmpty ? [] : [("\(id).methodType", "choice")] + number
    case .channel: return [("\(id).channel", "choice")]
    case .questions:
      return [(id, "choice"), ("\(id).questionKey", "choice"), ("\(id).answer", "password"), ("\(id).question", "text")]
    case .ceremony: return [(id, "credential")]
    case .carried, .provider, .scopes: return []
    }
  }

  /// What conditions may ask for of an answer to it.
  func answers(_ id: String) -> [String] {
    switch self {
    case .text, .password, .checkbox, .choice, .decision: [id]
    case .authenticators: ["\(id).key", "\(id).methodType", "\(id).channel", "\(id).phoneNumber"]
    case .authenticator: ["\(id).key", "\(id).methodType", "\(id).phoneNumber"]
    case .channel: ["\(id).channel"]
    case .questions: ["\(id).questionKey", "\(id).answer", "\(id).question"]
    // Whether the passkey is good, which the server finds out itself.
    case .ceremony: ["\(id).passkey"]
    case .carried, .scopes: []
    // The provider's own page's data about the person.
    case .provider: ["login_hint"]
    }
  }
}

/// An attribute of a widget of an org's screen.
enum IDXFieldAttribute: String, CaseIterable {
  case label, required, value, options, methods, minLength, visible
}
