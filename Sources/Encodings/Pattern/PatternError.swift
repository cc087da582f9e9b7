/// Why a regular expression cannot be used, or did not come to an end.
package enum PatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The pattern is wrong at an offset in Unicode scalars, from 0, which may be its end.
  case invalid(offset: Int, reason: String)
  /// The text has more bytes than a pattern is let loose on.
  case textTooLong(limit: Int)
  /// Too many ways to match, or too much memory for them: matching was given up, the answer is unknown.
  case limitExceeded

  package var description: String {
    switch self {
    case .invalid(_, let reason): "invalid regular expression: \(reason)"
    case .textTooLong(let limit): "the text is longer than the \(limit) bytes that a regular expression is matched with"
    case .limitExceeded: "the regular expression has too many ways to match this text; matching was given up"
    }
  }
}
