/// What an import makes of a member of its source, from what is known best to what is known least.
package enum ImportList: String, Sendable, Hashable, CaseIterable {
  /// It is in the mock: another value there is another mock.
  case understood
  /// It acts after sign-in, or shows no screen.
  case outside
  /// The vendor decides it by something that configuration does not contain: a fact of the situation, or an open flag.
  case open
  /// A default, a switch without an API, or a behaviour that is inferred.
  case assumed
  /// A link that leads nowhere, a list that was not fetched, a scope that was refused.
  case missing
  case notUnderstood = "not understood"

  /// Whether `--strict` asks for an entry in the list of what is accepted.
  package var needsAccepting: Bool { self != .understood && self != .outside }

  /// How little is known, from 0; an object is where its member of the highest rank is.
  package var rank: Int {
    switch self {
    case .outside: 0
    case .understood: 1
    case .open: 2
    case .assumed: 3
    case .missing: 4
    case .notUnderstood: 5
    }
  }
}
