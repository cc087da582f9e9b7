import JourneyModel

/// The text of a page that is not a screen of a journey; in English, because a tenant's file has no words for it.
enum HostedNotice: String, CaseIterable {
  case noJourney = "no-journey"
  case over = "journey-over"
  case unknownPath = "not-found"
  case forged = "form-refused"
  case malformed = "form-unreadable"
  case wrongMethod = "wrong-method"
  case tooMany = "too-many-requests"
  case noWay = "no-way-on"

  var status: Int {
    switch self {
    case .noJourney, .forged: 403
    case .malformed: 400
    case .over: 410
    case .unknownPath: 404
    case .wrongMethod: 405
    case .tooMany: 429
    case .noWay: 500
    }
  }

  var heading: String {
    switch self {
    case .noJourney: "There is nothing to go on with"
    case .over: "This is over"
    case .unknownPath: "Page not found"
    case .forged: "This form cannot be accepted"
    case .malformed: "This form cannot be read"
    case .wrongMethod: "This page cannot be requested this way"
    case .tooMany: "Too many requests"
    case .noWay: "This leads no further"
    }
  }

  private var text: String {
    switch self {
    case .noJourney: "This browser has not begun anything here. Go back to the app and begin again."
    case .over: "It has ended, or too much time has passed. Go back to the app and begin again."
    case .unknownPath: "No page has this address."
    case .forged: "It was not sent from a page of this sign-in. Go back to the page and try again."
    case .malformed: "It has a field more than once. Go back to the page and try again."
    case .wrongMethod: "Go back to the page and try again."
    case .tooMany: "Wait a little and try again."
    case .noWay: "The tenant has no page for this place."
    }
  }

  /// As a screen, so that it is drawn as every other.
  var screen: Screen { Screen(id: ScreenID(rawValue), messages: [Message(level: .error, text: RichText(text))]) }
}
