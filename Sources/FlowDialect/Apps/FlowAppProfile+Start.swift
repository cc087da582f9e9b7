/// How an app begins a journey and finds its way back.
extension FlowAppProfile {
  /// What an app sends when it begins, and what it makes of the answer.
  package struct Start: Sendable, Hashable {
    package var locales = Locales.whereAsked
    package var sendsResponseMode = true
    /// Whether `nonce` is sent even if `openid` is not requested.
    package var alwaysSendsNonce = true
    /// Parameters that go out as bare names, without `=`, where they are not set.
    package var bareNames: [String] = []
    /// The `Accept` of page requests.
    package var accept = "text/html, text/plain, */*"
    /// Whether requests say `Accept-Language` by themselves.
    package var sendsLanguage = true
    /// Whether the language that the server settled on is requested from then on.
    package var followsLanguage = false
    /// `nil` for the client's own.
    package var userAgent: String?
    package var shapes: Set<AddressShape> = [.text, .location, .finalAddress]
    package var entryShapes: Set<AddressShape> = [.text, .finalAddress]
    package var finalizeShapes: Set<AddressShape> = [.text]
    /// Whether the entry call repeats all parameters of the link, or `challenge` alone.
    package var repeatsLinkParameters = true
    package var sendsSDKToEntry = true
    /// Whether the app keeps what it needs for a code by the state that it sent, also while a link begins another journey.
    package var keepsRequests = false
    /// What is looked for in the address, in this order; the first that is there counts.
    package var order: [Part] = [.code, .error, .session]
    package var errors = Errors.all
    /// Whether a code that comes without screens ends the sign-in well.
    package var endsAtSilentCode = true
  }

  /// When `ui_locales` is sent.
  package enum Locales: Sendable, Hashable {
    case whereAsked
    /// Never: the device's language goes out as `Accept-Language` alone.
    case never
    /// Always, with the device's language where a scenario asks for none.
    case always(device: String)
  }

  /// Where a response has the address that it leads to.
  package enum AddressShape: Sendable, Hashable, CaseIterable {
    /// In the body, under 200.
    case text
    /// In the body of a redirect that has no `Location`.
    case redirectText
    /// In `Location`.
    case location
    /// It is the address of the page itself, which redirects led to.
    case finalAddress
  }

  /// What an address may bring.
  package enum Part: String, Sendable, Hashable {
    case code, error
    case session = "session_id"
  }

  /// Which OAuth errors an app recognises at the end of an authorize request.
  package enum Errors: Sendable, Hashable {
    case all
    /// Those with a description only.
    case described
    /// Those that come to the redirect URI, not those of the server's own error page.
    case atRedirectURI
  }
}

extension FlowAppProfile.AddressShape {
  /// Where the address stood, in a message.
  var place: String {
    switch self {
    case .text: "the body of a page"
    case .redirectText: "the body of a redirect"
    case .location: "a redirect"
    case .finalAddress: "the address of a page"
    }
  }
}
