package import Diagnostics
package import TenantDecisions

/// What the graph of a tenant says of a promise.
package enum PromiseVerdict: Sendable, Hashable {
  /// It is kept on every way.
  case kept(SearchExtent)
  /// The graph predicts that a path breaks it.
  case broken(BreakingWay)
  /// The graph predicts that two answers to a form differ; the path leads to the form and names a known person.
  case told(BreakingWay, difference: String)
  /// Texts break it, with their places.
  case untranslated([Untranslated])
  /// Rules do not let some people in, in this situation; with the place of a rule that is to blame.
  case refused(SignInFailure, situation: String, place: SourceRange?)
  /// It cannot be decided, with the reason why.
  case unknown(String)

  /// Whether it is kept on every way.
  package var isKept: Bool { if case .kept = self { true } else { false } }
}
