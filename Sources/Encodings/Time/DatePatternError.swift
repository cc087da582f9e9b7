/// What a date pattern holds that has no meaning.
package enum DatePatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A run of letters that is no field; all letters are kept for fields.
  case unknownLetters(String)
  /// A quotation mark that nothing closes.
  case unclosedQuote

  package var description: String {
    switch self {
    case .unknownLetters(let letters):
      "unknown letters '\(letters)' in a date pattern; known are \(DatePattern.knownLetters.joined(separator: ", "))"
    case .unclosedQuote: "a quotation mark in a date pattern is not closed"
    }
  }
}
