/// A page that a path names, or a form that is posted there.
struct GatewayRoute: Sendable, Hashable {
  /// The places of the screens that are there, each at its own time.
  var screens: [Int]
  /// The page's name in conditions.
  var word: String
  /// The token in the path; `nil` for a path without one.
  var token: String?
}
