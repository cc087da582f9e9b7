internal import JourneyModel

extension Matcher {
  /// Everything in which the subject is not what this asks for, in the order of the scenario; empty if it fits.
  ///
  /// Decided here: numbers are compared by value (`1.0` is `1`); texts by their bytes; `present` is everything but
  /// nothing and null, `absent` only nothing; a regular expression may fit anywhere in the text; dates without a time
  /// are the beginning of their day in UTC; a number compared with a time span is one of seconds.
  /// Secrets fit `equals`, `present` and `absent` only and are never shown. What cannot be judged is a difference, which says why.
  ///
  /// A difference is cut if it gets too long, so it consists only of what may be shown: what must not be seen is `***` in it.
  package func differences(
    from subject: MatchSubject, in bindings: inout Bindings
  ) throws(BindingFailure) -> [Difference] {
    try bound(in: &bindings).shownDifferences(from: bindings.concealing(subject), in: bindings)
  }

  /// Whether the subject is what this asks for, where that can be judged.
  package func judge(_ subject: MatchSubject, in bindings: inout Bindings) throws(BindingFailure) -> Judgement {
    let comparison = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText)
    return comparison.judge(try bound(in: &bindings), bindings.concealing(subject))
  }

  /// Whether the subject matches; throws if that cannot be judged, so that it is not taken for a no.
  package func holds(for subject: MatchSubject, in bindings: inout Bindings) throws(MatchFailure) -> Bool {
    let matcher: Matcher
    do throws(BindingFailure) { matcher = try bound(in: &bindings) } catch { throw .binding(error) }
    let subject = bindings.concealing(subject)
    switch Comparison(readsLiteralsAsText: subject.readsLiteralsAsText).judge(matcher, subject) {
    case .holds: return true
    case .differs: return false
    case .undecidable:
      let differences = matcher.shownDifferences(from: subject, in: bindings)
      guard let difference = differences.first(where: \.isUndecidable) ?? differences.first else {
        preconditionFailure("what cannot be judged is told as a difference")
      }
      throw .undecidable(difference)
    }
  }

  /// The differences, where `bound(in:)` made this matcher.
  private func shownDifferences(from subject: MatchSubject, in bindings: Bindings) -> [Difference] {
    let judgement = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText).judge(self, subject)
    guard judgement != .holds else { return [] }
    let matcher = maskingConstants(bindings.masking)
    let subject = subject.map(bindings.masking)
    var comparison = Comparison(readsLiteralsAsText: subject.readsLiteralsAsText)
    comparison.compare(matcher, subject)
    if comparison.judgement == .holds { comparison.report(matcher, subject.value, details: ["they differ in the part shown as '***'"]) }
    if case .undecidable(let reason) = judgement { comparison.becomeUndecidable(reason) }
    return comparison.differences
  }
}

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
