internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// The names that are bound at one point of a scenario.
struct NameScope {
  /// A name that is bound on some ways only.
  struct Doubt {
    /// Why, as a sentence's end, e.g. `it is captured in only one branch`.
    let reason: String
    /// What a note says of the place.
    let note: String
    let place: SourceRange
    /// The condition in `when` where it is captured: the same words later make it certain again.
    let condition: String?
  }

  /// Names that every step sees, also those of fragments.
  static let everywhere: Set<String> = ["account", "tenant", "app", "secret", "env"]

  var bound: Set<String>
  var doubtful: [String: Doubt] = [:]
  /// What names mean, as far as the file defines it: a value for each row; a secret without its text.
  var known: [String: [Value]] = [:]

  init(_ bound: Set<String>) { self.bound = bound }

  mutating func bind(_ name: String, to values: [Value] = []) {
    bound.insert(name)
    doubtful[name] = nil
    known[name] = values.isEmpty ? nil : values
  }

  mutating func doubt(_ name: String, _ doubt: Doubt) {
    if !bound.contains(name) { doubtful[name] = doubt }
  }

  /// What holds whichever of these ways was taken.
  static func joined(_ scopes: [NameScope], otherwise doubt: (SourceRange) -> Doubt, places: [String: SourceRange]) -> NameScope? {
    guard var joined = scopes.first else { return nil }
    for scope in scopes.dropFirst() {
      joined.bound.formIntersection(scope.bound)
      joined.known = joined.known.filter { scope.known[$0.key] == $0.value }
    }
    for scope in scopes {
      for name in scope.bound where !joined.bound.contains(name) {
        if let place = places[name] { joined.doubtful[name] = doubt(place) }
      }
      for (name, known) in scope.doubtful where !joined.bound.contains(name) && joined.doubtful[name] == nil {
        joined.doubtful[name] = known
      }
    }
    return joined
  }
}
