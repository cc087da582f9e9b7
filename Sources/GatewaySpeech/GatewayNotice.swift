import JourneyModel

/// Pages that are not screens of a journey; in English, as no tenant's file has words for them.
enum GatewayNotice {
  case unknownClient, foreignRedirect, unknownRequest, badLogout
  case unknownPath, wrongMethod, badPath
  case unexpected
  case provider
  case signedOut

  var status: Int {
    switch self {
    case .unknownClient, .foreignRedirect, .unknownRequest, .badLogout, .badPath: 400
    case .unknownPath: 404
    case .wrongMethod: 405
    case .unexpected: 500
    case .provider, .signedOut: 200
    }
  }

  static let names = ["request-refused", "not-found", "bad-request", "unexpected-error", "provider", "signed-out"]

  /// What the page calls itself.
  var name: String {
    switch self {
    case .unknownClient, .foreignRedirect, .unknownRequest, .badLogout: "request-refused"
    case .unknownPath: "not-found"
    case .wrongMethod, .badPath: "bad-request"
    case .unexpected: "unexpected-error"
    case .provider: "provider"
    case .signedOut: "signed-out"
    }
  }

  var title: String {
    switch self {
    case .unknownClient, .foreignRedirect, .unknownRequest, .badLogout: "Bad Request"
    case .unknownPath: "Not Found"
    case .wrongMethod, .badPath: "Bad Request"
    case .unexpected: "Unexpected Error"
    case .provider: "Sign in"
    case .signedOut: "Signed Out"
    }
  }

  var heading: String {
    switch self {
    case .unknownClient, .foreignRedirect, .unknownRequest, .badLogout: "Sorry – this request is refused"
    case .unknownPath: "Sorry – this page does not exist"
    case .wrongMethod, .badPath: "Sorry – this request cannot be understood"
    case .unexpected: "Sorry – an unexpected error occurred"
    case .provider: "Sign in with another account"
    case .signedOut: "You are signed out"
    }
  }

  private var text: String? {
    switch self {
    case .unknownClient: "The app is unknown here."
    case .foreignRedirect: "The address to come back to is not one of the app's."
    case .unknownRequest: "The sign-in that this belongs to is unknown or done."
    case .badLogout: "The sign-out names no sign-in of this site, or an address that is not the app's."
    case .unknownPath: "No page has this address."
    case .wrongMethod: "This page cannot be requested this way."
    case .badPath: "The address is malformed."
    case .unexpected: "Try again later."
    case .provider, .signedOut: nil
    }
  }

  /// As a screen, so that it is drawn as every other.
  var screen: Screen {
    Screen(id: ScreenID(name), messages: text.map { [Message(level: .error, text: RichText($0))] } ?? [])
  }
}
