import Diagnostics
import Encodings
import TenantDecisions
import TenantImport

/// Asks an org's own evaluator by which rules it decides.
struct Simulation: Sendable {
  /// The rules that are compared with the org.
  struct Versions: Sendable {
    /// Those of the mock.
    var mock: TenantRules
    /// Those that the mock would have with an import of today.
    var now: TenantRules
    /// Those of an import of today alone.
    var imported: TenantRules
  }

  private var reader: OrgReader
  private let evaluator: any OrgEvaluator
  private let matched: MatchedRules
  private let versions: Versions
  /// What notices a mistake in the mock's rules, and what notices one in those of today.
  private let questions: (mock: RuleQuestions, org: RuleQuestions)
  /// The groups that an app is assigned to, by app.
  private var groups: [String: Groups] = [:]
  private var known: [RuleQuestion: Reply] = [:]

  private enum Groups {
    case ids([String])
    case missing(String)
  }

  private enum Reply {
    case answer(EvaluatorAnswer)
    /// Nothing was asked, or there was no answer.
    case none(SimulatedRules.Verdict)
  }

  /// So many questions are asked at the most.
  static let most = 2_000

  init(_ reader: OrgReader, _ evaluator: some OrgEvaluator, _ versions: Versions) {
    (self.reader, self.evaluator, self.versions) = (reader, evaluator, versions)
    matched = MatchedRules(evaluator, mock: versions.mock, today: versions.imported)
    let ofOrg = RuleQuestions(versions.imported, to: evaluator)
    questions = (versions.mock == versions.imported ? ofOrg : RuleQuestions(versions.mock, to: matched), ofOrg)
  }

  /// How many questions are asked.
  var count: Int { min(Set(all.map(whole).map(\.key)).count, Self.most) }

  private var all: [RuleQuestion] { questions.org.questions + questions.mock.questions }

  /// With everything that both versions ask for.
  private func whole(_ question: RuleQuestion) -> RuleQuestion {
    question.completed(for: question.sequence(in: versions.mock), of: versions.mock, matched)
      .completed(for: question.sequence(in: versions.imported), of: versions.imported, matched)
  }

  /// Asks everything.
  ///
  /// Throws where the org does not let itself be asked at all.
  mutating func results() async throws(OrgFailure) -> SimulatedRules {
    var results = SimulatedRules(questions.mock)
    for (place, question) in questions.org.questions.enumerated() {
      let verdict = try await note(question, isOfMock: false, in: &results)
      if verdict.isAnswer { results.answered.insert(place) }
    }
    for question in questions.mock.questions { _ = try await note(question, isOfMock: true, in: &results) }
    results.mistakes = questions.org.mistakes
    results.asked = known.values.count { if case .answer = $0 { true } else { false } }
    return results
  }

  /// - Parameter isOfMock: whether the question is about a rule of the mock, and not one of today.
  private mutating func note(
    _ question: RuleQuestion, isOfMock: Bool, in results: inout SimulatedRules
  ) async throws(OrgFailure) -> SimulatedRules.Verdict {
    let question = whole(question)
    let sequence = question.sequence(in: versions.mock)
    switch try await reply(to: question, sequence) {
    case .none(let verdict):
      // Of a rule that only today's import has, the mock has no row.
      if isOfMock { results.note(question, sequence, question.place, verdict) }
      return verdict
    case .answer(let answer):
      let deciding = question.deciding(in: sequence, of: versions.mock, matched)
      let (verdict, place) = verdict(answer, question, isOfMock ? question.place : nil, deciding, sequence)
      results.note(question, sequence, place, verdict, mock: deciding.map { $0.map(sequence.shortName) ?? SimulatedRules.noRule })
      return verdict
    }
  }

  private mutating func reply(to question: RuleQuestion, _ sequence: RuleSequence) async throws(OrgFailure) -> Reply {
    if let reply = known[question.key] { return reply }
    let reply: Reply =
      known.count < Self.most ? try await ask(question, sequence) : .none(.notAsked("there are more than \(Self.most) questions"))
    known[question.key] = reply
    return reply
  }

  private mutating func ask(_ question: RuleQuestion, _ sequence: RuleSequence) async throws(OrgFailure) -> Reply {
    let request: SourceRequest
    switch try await self.request(question, sequence) {
    case .success(let made): request = made
    case .failure(let reason): return .none(reason.verdict)
    }
    switch try await reader.pages(of: request) {
    case .missing(let reason) where !known.values.contains(where: { if case .answer = $0 { true } else { false } }):
      throw OrgFailure(reason: reason)
    case .missing(let reason), .refused(let reason): return .none(.notKnown(reason))
    case .answers(let answers): return .answer(evaluator.answer(answers.first ?? .null, to: question))
    }
  }
}

/// What a question is sent as.
extension Simulation {
  /// Why it is not sent.
  private struct Unasked: Error {
    var verdict: SimulatedRules.Verdict
  }

  /// The question for the first app that one of the person's groups may sign in to.
  private mutating func request(
    _ question: RuleQuestion, _ sequence: RuleSequence
  ) async throws(OrgFailure) -> Result<SourceRequest, Unasked> {
    let all = sequence.entries + question.sequence(in: versions.imported).entries
    let read = Set(
      all.flatMap(\.condition.atoms).compactMap { atom in if case .member("account.groups", let name) = atom { name } else { nil } })
    let others = versions.mock.apps.filter { app in
      app.name != question.app && evaluator.knows(app: app.name) && (question.kind != .app || app.list == list(of: question.app))
    }
    let readsApp = all.contains { $0.condition.atoms.contains { $0.fact == DecisionFact.client } }
    var missing: String?
    for app in [question.app] + (readsApp ? [] : others.prefix(Self.mostApps).map(\.name)) {
      switch try await groups(ofApp: app) {
      case .missing(let reason): missing = missing ?? reason
      case .ids(let ids):
        if let request = evaluator.request(question, app: app, assigned: ids, read: read) { return .success(request) }
      }
    }
    return .failure(
      Unasked(
        verdict: missing.map { .notKnown("the groups of its apps cannot be read: \($0)") }
          ?? .notAsked("none of its apps is assigned to a group that the rules do not ask for")))
  }

  private func list(of app: String) -> String? { versions.mock.apps.first { $0.name == app }?.list }

  /// So many further apps are looked at where one is assigned to none of the groups.
  private static let mostApps = 10

  private mutating func groups(ofApp app: String) async throws(OrgFailure) -> Groups {
    if let known = groups[app] { return known }
    guard let request = evaluator.groups(ofApp: app) else { return .ids([]) }
    let found: Groups =
      switch try await reader.pages(of: request) {
      case .answers(let pages): .ids(evaluator.assigned(pages))
      case .missing(let reason), .refused(let reason): .missing(reason)
      }
    groups[app] = found
    return found
  }
}

/// What an answer means.
extension Simulation {
  private typealias Verdict = SimulatedRules.Verdict

  /// - Parameters:
  ///   - subject: the place of the mock's rule that the question is about; `nil` where it is about none of them in particular.
  ///   - deciding: the places of the rules by which the mock may decide.
  /// - Returns: what the answer says, and of which rule.
  private func verdict(
    _ answer: EvaluatorAnswer, _ question: RuleQuestion, _ subject: Int?, _ deciding: [Int?], _ sequence: RuleSequence
  ) -> (Verdict, Int?) {
    let place = subject ?? deciding.first ?? nil
    let expected = Set(deciding.map { id($0, sequence) })
    var possible: Set<String?> = [nil]
    var doubt = ""
    switch answer {
    case .notKnown(let reason): return (.notKnown(reason), place)
    case .noRule: break
    case .rule(let id, let name, let mayBe, let why):
      let own = question.sequence(in: versions.imported).entries.map { evaluator.id(of: $0, question.kind) }
      guard own.contains(id) else { return (.notKnown("the org decides by '\(name)', which today's configuration does not have"), place) }
      // Of the rules that may hold, those above the one that holds would have decided.
      possible = Set(own.prefix { $0 != id }.filter { $0.map(mayBe.contains) ?? false } + [id])
      doubt = why
    }
    if isAs(possible, question, versions.mock) {
      guard let subject, !possible.contains(id(subject, sequence)) else {
        return (.same, subject ?? deciding.first { possible.contains(id($0, sequence)) } ?? nil)
      }
      return (.notAsked("it depends on facts that the evaluator does not take"), subject)
    }
    let rules = names(possible.subtracting(expected), question)
    let verb = possible.isDisjoint(with: expected) ? "decides by" : "may decide by"
    if isAs(possible, question, versions.now) { return (.tenantChanged("\(verb) \(rules)"), place) }
    if isAs(possible, question, versions.imported) { return (.ownFile("\(verb) \(rules)"), place) }
    return (possible.isDisjoint(with: expected) ? .mockIsWrong("\(verb) \(rules)") : .notKnown(doubt), place)
  }

  /// Whether the org decides as some rules do; it may be less sure than they are where they presume something.
  private func isAs(_ possible: Set<String?>, _ question: RuleQuestion, _ rules: TenantRules) -> Bool {
    let sequence = question.sequence(in: rules)
    let expected = Set(question.deciding(in: sequence, of: rules, matched).map { id($0, sequence) })
    if possible.isSubset(of: expected) { return true }
    let wider = Set(question.deciding(in: sequence, of: rules, matched, presuming: false).map { id($0, sequence) })
    return possible.isSuperset(of: expected) && possible.isSubset(of: wider)
  }

  private func id(_ place: Int?, _ sequence: RuleSequence) -> String? {
    place.flatMap { matched.id(of: sequence.entries[$0], sequence.kind) }
  }

  /// The names that the org's rules have today.
  private func names(_ ids: Set<String?>, _ question: RuleQuestion) -> String {
    let sequence = question.sequence(in: versions.imported)
    let places = sequence.entries.indices.filter { ids.contains(evaluator.id(of: sequence.entries[$0], question.kind) ?? "") }
    let names = places.map(sequence.shortName) + (ids.contains(nil) ? [SimulatedRules.noRule] : [])
    return names.joined(separator: " or ")
  }
}

extension RuleQuestion {
  /// The same for two questions that have one answer.
  fileprivate var key: RuleQuestion {
    var key = self
    (key.place, key.list) = (nil, nil)
    return key
  }
}
