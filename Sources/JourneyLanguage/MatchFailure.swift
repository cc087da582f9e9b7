/// Why a matcher gave neither a yes nor a no.
package enum MatchFailure: Error, Sendable, Hashable {
  /// Something that it names has no value.
  case binding(BindingFailure)
  /// It cannot be judged; the difference says what was compared, and why not.
  case undecidable(Difference)

  /// Why, as a sentence without its full stop.
  package var reason: String {
    switch self {
    case .binding(let failure): failure.message
    case .undecidable(let difference): difference.details.last ?? "it cannot be judged"
    }
  }
}
