/// Facts that the first request of a page sets, and that conditions of the graph's first state read.
enum ArrivalFact: String {
  /// The page that was asked for.
  case page = "session.page"
  /// Whether a person is signed in in this browser.
  case signOn = "session.sign_on"
}
