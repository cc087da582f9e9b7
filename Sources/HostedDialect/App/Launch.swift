import JourneyModel

/// One opening of the browser at the authorization server, with what the app asks for.
///
/// Each launch has a state, a nonce and a verifier of its own, which the authorization request draws.
struct Launch: Sendable, Hashable {
  /// Parameters in addition to those of every request, in the order written.
  private(set) var parameters: [Value.Member]

  /// - Parameter parameters: what a scenario starts with; whose cookies the browser has concerns no request.
  init(_ parameters: StartParameters) {
    self.parameters = []
    for key in parameters.keys where key.name != HostedDescription.sessionKey {
      set(Value.Member(key.name == HostedDescription.scopesKey ? "scope" : key.name, key.value))
    }
    for parameter in parameters.parameters { set(parameter) }
  }

  /// The parameters of one-time links and of the page to begin at, which a silent launch does not repeat.
  private static let ofOnePage: Set<String> = [
    "activation_token", "reset_password_token", "set_password_token", "page", "idp", "prompt", "max_age",
  ]

  /// Whether the server may show no page (OpenID Connect Core section 3.1.2.1).
  var isSilent: Bool { parameters.contains { $0.name == "prompt" && $0.value.text == "none" } }

  /// The same launch after a link from a message brought this token.
  func with(token: Secret, as parameter: String) -> Launch {
    var launch = self
    launch.parameters.removeAll { Self.ofOnePage.contains($0.name) && $0.name != "prompt" }
    launch.parameters.removeAll { $0.name == "prompt" && $0.value.text == "none" }
    launch.set(Value.Member(parameter, .secret(token)))
    return launch
  }

  /// The launch after the server sent the app to its fallback address.
  var silent: Launch {
    var launch = self
    launch.parameters.removeAll { Self.ofOnePage.contains($0.name) }
    launch.set(Value.Member("prompt", "none"))
    return launch
  }

  /// The launch of a person who comes back later: the server shows a page unless it knows the person.
  var later: Launch {
    var launch = self
    launch.parameters.removeAll { Self.ofOnePage.contains($0.name) }
    return launch
  }

  private mutating func set(_ member: Value.Member) {
    parameters.removeAll { $0.name == member.name }
    parameters.append(member)
  }
}
