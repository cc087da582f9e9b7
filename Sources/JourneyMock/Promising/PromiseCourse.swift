import JourneyLanguage

/// What a search knows throughout: the graph, how moments are packed, and the promise.
///
/// A class, because each of very many passages refers to it.
final class PromiseCourse: Sendable {
  let graph: TenantGraph
  let tables: TenantGraph.Tables
  let rules: [ScreenRule]
  let layout: MomentLayout
  let promise: TenantPromise
  /// The bits of sessions that something asks for later, by state.
  private let lives: [UInt64]
  private let limits: [Slot: UInt64]
  private let mailsWithCodes: Set<Int>
  private let secrets: [AttributeSlot: JourneyEvent.Proof]

  init(_ tenant: CompiledTenant, _ promise: TenantPromise, layout: MomentLayout) {
    graph = tenant.graph
    tables = tenant.graph.tables
    rules = tenant.rules
    limits = Dictionary(tenant.graph.tables.counters.map { ($0.slot, UInt64($0.limit)) }) {
      first, _ in first
    }
    lives = LiveSessions(tenant, promise, layout: layout).bits
    self.layout = layout
    self.promise = promise
    let mails = tenant.graph.tables.mails
    mailsWithCodes = Set(
      mails.indices.filter { place in
        (mails[place].texts + mails[place].subjects).contains { $0.has(.code) }
      })
    let names = tenant.graph.tables.attributes[.account] ?? []
    var secrets: [AttributeSlot: JourneyEvent.Proof] = [AccountAttribute.password.slot: .password]
    for (index, name) in names.enumerated()
    where tenant.graph.tables.secrets.contains(name) && name != "totp" && name != "password" {
      secrets[AttributeSlot(scope: .account, index: index)] = .answer
    }
    self.secrets = secrets
  }

  /// The moment without what nothing asks for later.
  func pruned(_ moment: JourneyMoment) -> JourneyMoment {
    var pruned = moment
    pruned.session = moment.state < 0 ? 0 : moment.session & lives[moment.state]
    return pruned
  }

  /// Whether a message has a code that is asked for later.
  func hasCode(_ mail: Int) -> Bool { mailsWithCodes.contains(mail) }

  /// The screen of a state.
  func screen(of state: Int) -> String? { graph.states[state].screen.map { rules[$0].id } }

  /// What an answer proves that passes the test; `nil` for nothing.
  func proof(of comparison: AnswerTest.Comparison) -> JourneyEvent.Proof? {
    switch comparison {
    case .equalsCode, .equalsTOTP: .code
    case .equalsAttribute(let slot): secrets[slot]
    case .present, .equals, .equalsAnswer, .has, .matches: nil
    }
  }

  /// Whether the promise is about the person.
  func isMeant(_ moment: JourneyMoment) -> Bool {
    if let accounts = promise.accounts {
      guard case .account(let place) = moment.person, accounts.contains(place) else { return false }
    }
    return holds(promise.who, at: moment)
  }

  /// Whether a condition without answers holds.
  func holds(_ condition: Guard, at moment: JourneyMoment) -> Bool {
    condition.holds { isTrue($0, at: moment) ?? false }
  }

  /// Whether it is so; `nil` if an answer decides.
  func isTrue(_ atom: GuardAtom, at moment: JourneyMoment) -> Bool? {
    switch atom {
    case .account: moment.person != .nobody
    case .fact(let slot, let word):
      (layout.field(ofFact: slot)?.value(in: moment[slot.scope]) ?? 0) == word
    case .member(let slot, let bit):
      (layout.field(ofFact: slot)?.value(in: moment[slot.scope]) ?? 0) & bit != 0
    case .timer(let slot, let phase):
      phase == Self.phase(layout.field(ofTimer: slot)?.value(in: moment[slot.scope]) ?? 0)
    case .full(let slot):
      moment.person != .nobody || slot.scope == .session
        ? layout.field(ofCounter: slot).map { field in
          field.value(in: moment[slot.scope]) == limits[slot]
        } ?? false : false
    case .attribute(let slot): has(slot, at: moment)
    case .answer: nil
    }
  }

  /// Whether an answer can pass the test, as far as the moment tells.
  func canPass(_ test: AnswerTest, at moment: JourneyMoment) -> Bool {
    switch test.comparison {
    case .equalsAttribute(let slot), .equalsTOTP(let slot): has(slot, at: moment)
    case .equalsCode(let mail): layout.codes[mail]?.value(in: moment.session) == 1
    case .present, .equals, .equalsAnswer, .has, .matches: true
    }
  }

  private func has(_ slot: AttributeSlot, at moment: JourneyMoment) -> Bool {
    if slot.scope != .session, moment.person == .nobody { return false }
    return layout.field(ofText: slot).map { $0.value(in: moment[slot.scope]) == 1 } ?? true
  }

  static func phase(_ bits: UInt64) -> TimerPhase {
    switch bits {
    case 0: .off
    case 1: .running
    default: .over
    }
  }

  /// Which edge of a form is taken.
  enum Found {
    case edge(GraphEdge)
    /// It depends on an answer of which nothing is assumed yet.
    case asks(AnswerTest)
    case nothing
  }

  func firstEdge(of form: GraphForm, at moment: JourneyMoment, assuming answers: AssumedAnswers) -> Found {
    for edge in form.edges {
      var question: AnswerTest?
      let holds = edge.condition.holds { atom in
        if let isTrue = isTrue(atom, at: moment) { return isTrue }
        guard case .answer(let test) = atom, question == nil else { return false }
        if !canPass(test, at: moment) {
          // What a person enters there is wrong, whatever it is.
          guard answers.answer(to: test) == nil, !answers.isNothing,
            proof(of: test.comparison) != nil
          else { return false }
          question = test
          return false
        }
        if let answer = answers.answer(to: test) { return answer }
        question = test
        return false
      }
      if let question { return .asks(question) }
      if holds { return .edge(edge) }
    }
    return .nothing
  }
}
