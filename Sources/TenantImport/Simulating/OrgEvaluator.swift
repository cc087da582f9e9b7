package import Encodings
package import TenantDecisions

/// What an org's own evaluator of its rules says of a question.
package enum EvaluatorAnswer: Sendable, Hashable {
  /// A rule decides. One of the rules in `mayBe`, by their ids, may hold too: that is not known, for the reason `doubt`.
  case rule(id: String, name: String, mayBe: [String], doubt: String)
  case noRule
  /// Why, lower case and without a full stop.
  case notKnown(String)
}

/// An org's own evaluator of its rules, as a vendor has it: how a question is sent, and how an answer is read.
package protocol OrgEvaluator: RuleEvaluator {
  /// Whether the org has a rule of this name today.
  func isKnown(_ entry: RuleSequence.Entry, _ kind: RuleKind) -> Bool
  /// What lists the groups that an app is assigned to; `nil` if the app is not known.
  func groups(ofApp app: String) -> SourceRequest?
  /// The ids of the groups in the pages of such a list.
  func assigned(_ pages: [JSONValue]) -> [String]
  /// How to ask a question; `nil` if it cannot be asked about this app.
  ///
  /// - Parameters:
  ///   - assigned: the ids of the groups that the app is assigned to.
  ///   - read: the names of groups that the rules ask for.
  func request(_ question: RuleQuestion, app: String, assigned: [String], read: Set<String>) -> SourceRequest?
  func answer(_ json: JSONValue, to question: RuleQuestion) -> EvaluatorAnswer
}
