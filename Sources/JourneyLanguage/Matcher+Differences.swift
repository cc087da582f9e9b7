internal import JourneyModel

extension Matcher {
  /// Everything in which the subject is not what this asks for, in the order of the scenario; empty where it fits.
  ///
  /// Decided here: numbers are compared by value (`1.0` is `1`); texts by their bytes; `present` is everything but
  /// nothing and null, `absent` only nothing; a regular expression may fit anywhere in the text; dates without a time
  /// are the beginning of their day in UTC; a number beside a span of time is one of seconds.
  /// Secrets fit `equals`, `present` and `absent` only and are never shown.
  package func differences(
    from subject: MatchSubject, in bindings: inout Bindings
  ) throws(BindingFailure) -> [Difference] {
    try bound(in: &bindings).differences(fromBound: subject)
  }

  /// Whether the subject is what this asks for.
  package func matches(_ subject: MatchSubject, in bindings: inout Bindings) throws(BindingFailure) -> Bool {
    let comparison = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText)
    return comparison.fits(try bound(in: &bindings), subject)
  }

  /// The differences, where `bound(in:)` made this matcher.
  private func differences(fromBound subject: MatchSubject) -> [Difference] {
    var comparison = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText)
    comparison.compare(self, subject)
    return comparison.differences
  }
}
