import Diagnostics
import Encodings
import TenantDecisions
import TenantImport

/// Asks an org's own evaluator by which rules it decides.
struct Simulation: Sendable {
  private var reader: OrgReader
  private let evaluator: any OrgEvaluator
  private let stored: TenantRules
  /// The rules of the org as they are imported today.
  private let today: TenantRules
  private let questions: RuleQuestions
  /// The ids of the groups that an app is assigned to, by app.
  private var assigned: [String: [String]] = [:]

  /// So many questions are asked at the most.
  static let most = 2_000

  init(_ reader: OrgReader, _ evaluator: some OrgEvaluator, stored: TenantRules, today: TenantRules) {
    (self.reader, self.evaluator, self.stored, self.today) = (reader, evaluator, stored, today)
    questions = RuleQuestions(stored, to: evaluator)
  }

  /// How many questions are asked.
  var count: Int { min(questions.questions.count, Self.most) }

  /// Asks everything.
  ///
  /// Throws where the org does not let itself be asked at all.
  mutating func results() async throws(OrgFailure) -> SimulatedRules {
    var results = SimulatedRules(questions)
    for (place, question) in questions.questions.enumerated() {
      let sequence = question.sequence(in: stored)
      guard place < Self.most else {
        results.note(question, sequence, .notAsked("there are more than \(Self.most) questions"))
        continue
      }
      results.note(question, sequence, try await verdict(question, sequence, isFirst: results.asked == 0))
    }
    return results
  }

  private mutating func verdict(
    _ question: RuleQuestion, _ sequence: RuleSequence, isFirst: Bool
  ) async throws(OrgFailure) -> SimulatedRules.Verdict {
    guard let request = try await request(question, sequence) else {
      return .notAsked("none of its apps is assigned to a group that the rules do not ask for")
    }
    switch try await reader.pages(of: request) {
    case .missing(let reason) where isFirst: throw OrgFailure(reason: "the org's evaluator cannot be asked: \(reason)")
    case .missing(let reason), .refused(let reason): return .notKnown(reason)
    case .answers(let answers):
      return verdict(evaluator.answer(answers.first ?? .null, to: question), question, sequence)
    }
  }

  /// The question for the first app that one of the person's groups may sign in to.
  private mutating func request(_ question: RuleQuestion, _ sequence: RuleSequence) async throws(OrgFailure) -> SourceRequest? {
    let read = Set(
      sequence.entries.flatMap(\.condition.atoms).compactMap { atom in
        if case .member("account.groups", let name) = atom { name } else { nil }
      })
    let others = stored.apps.filter { app in
      app.name != question.app && evaluator.knows(app: app.name) && (question.list == nil || app.list == question.list)
    }
    let readsApp = sequence.entries.contains { $0.condition.atoms.contains { $0.fact == DecisionFact.client } }
    for app in [question.app] + (readsApp ? [] : others.prefix(Self.mostApps).map(\.name)) {
      let groups = try await groups(ofApp: app)
      if let request = evaluator.request(question, app: app, assigned: groups, read: read) { return request }
    }
    return nil
  }

  /// So many further apps are looked at where one is assigned to none of the groups.
  private static let mostApps = 10

  private mutating func groups(ofApp app: String) async throws(OrgFailure) -> [String] {
    if let known = assigned[app] { return known }
    guard let request = evaluator.groups(ofApp: app) else { return [] }
    var groups: [String] = []
    if case .answers(let pages) = try await reader.pages(of: request) { groups = evaluator.assigned(pages) }
    assigned[app] = groups
    return groups
  }

  private func verdict(_ answer: EvaluatorAnswer, _ question: RuleQuestion, _ sequence: RuleSequence) -> SimulatedRules.Verdict {
    let expected = ids(question, sequence, of: stored)
    switch answer {
    case .notKnown(let reason): return .notKnown(reason)
    case .noRule: return expected.contains(nil) ? .same : otherwise("none of the rules", [nil], question)
    case .rule(let id, let name, let mayBe, let doubt):
      // Of the rules that may hold, those above the one that holds would have decided.
      let own = sequence.entries.map { evaluator.id(of: $0, question.kind) }
      let above = own.prefix { $0 != id }.filter { $0.map(mayBe.contains) ?? false }
      let possible = Set(above + [id])
      if possible.isSubset(of: expected) { return .same }
      guard possible.isDisjoint(with: expected) else { return .notKnown(doubt) }
      return otherwise(own.firstIndex(of: id).map(sequence.shortName) ?? "'\(name)'", possible, question)
    }
  }

  /// The org's ids of the rules of which one decides, and `nil` if none may hold.
  private func ids(_ question: RuleQuestion, _ sequence: RuleSequence, of rules: TenantRules) -> Set<String?> {
    let places = question.deciding(in: sequence, of: rules, evaluator)
    return Set(places.map { place in place.flatMap { evaluator.id(of: sequence.entries[$0], question.kind) } })
  }

  /// - Parameters:
  ///   - rule: the one by which the org decides, for people.
  ///   - possible: the ids of the rules by which it may decide.
  private func otherwise(_ rule: String, _ possible: Set<String?>, _ question: RuleQuestion) -> SimulatedRules.Verdict {
    possible.isSubset(of: ids(question, question.sequence(in: today), of: today)) ? .tenantChanged(rule) : .mockIsWrong(rule)
  }
}
