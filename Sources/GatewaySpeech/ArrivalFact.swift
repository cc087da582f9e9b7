/// What the first request of a page tells the graph, as facts that conditions of the first state read.
enum ArrivalFact: String {
  /// The page that was asked for.
  case page = "session.page"
  /// Whether somebody is signed in in this browser.
  case signOn = "session.sign_on"
}
