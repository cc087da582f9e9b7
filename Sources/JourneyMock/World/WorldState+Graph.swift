package import Encodings
import JourneyModel

/// The result of a posted form.
package struct GraphOutcome {
  /// The ids of the edges taken, those of states that decide at once among them.
  package var edges: [String] = []
  /// Said on the screen that is now shown.
  package var says: [SaidMessage] = []
}

/// A message, and the form whose widget it may belong to.
package struct SaidMessage {
  package var message: Int
  package var form: String
  /// The widget, where the message leaves it open.
  package var widget: String?

  package init(message: Int, form: String, widget: String? = nil) {
    self.message = message
    self.form = form
    self.widget = widget
  }
}

extension WorldState {
  /// Takes a form's edge, and those of all states that decide at once.
  package mutating func take(_ form: GraphForm, answer: JSONValue, in session: inout Session) -> GraphOutcome {
    noteStay(form, answer, in: &session)
    let passed = PassedForm(state: session.state, form: form.id)
    var outcome = GraphOutcome()
    var form = form
    var answer = answer
    var isEntered = false
    // A cycle of decisions is an error of the tenant's file; it must not hang the server.
    for _ in 0..<64 {
      settleTimers(of: &session)
      find(form.finds, answer, in: &session)
      let truth = truth(in: session, answer: answer)
      guard let edge = form.edges.first(where: { truth.holds($0.condition) }) else { break }
      if accounts.isFull, edge.effects.contains(where: \.isCreation) {
        lacksRoom = true
        return outcome
      }
      outcome.edges.append(edge.id)
      consumeCode(edge, truth, in: session)
      let target = follow(edge, answer, of: form, in: &session, says: &outcome.says)
      guard case .open = session.status else {
        if outcome.says.isEmpty { session.pass(passed) }
        return outcome
      }
      if target != .stay { isEntered = true }
      guard let decision = tenant.graph.states[session.state].decision else { break }
      form = decision
      answer = [:]
    }
    guard isEntered else { return outcome }
    let isUnopposed = outcome.says.isEmpty
    let entry = entryMessages(of: session.state)
    outcome.says = entry + outcome.says.filter { isShowable($0, at: session.state) }
    // A screen that begins with a warning is one that the person gets past: it is not about the form before.
    if isUnopposed, entry.first.map({ tables.messages[$0.message].level == "warning" }) ?? true { session.pass(passed) }
    return outcome
  }

  /// Does what an edge does, and goes where it leads then.
  private mutating func follow(
    _ edge: GraphEdge, _ answer: JSONValue, of form: GraphForm, in session: inout Session, says: inout [SaidMessage]
  ) -> Target {
    var step = ServedStep(session: consume session, answer: answer, form: form.id, target: edge.target, says: consume says)
    _ = apply(edge.effects, to: &step)
    session = step.session
    says = step.says
    session.comeback = edge.comeback
    go(to: step.target, in: &session)
    return step.target
  }

  /// Notes whether the person asks to stay signed in, on a form that has the box for it.
  private func noteStay(_ form: GraphForm, _ answer: JSONValue, in session: inout Session) {
    guard let box = tenant.stayBox, let screen = tenant.graph.states[session.state].screen,
      tenant.rules[screen].form(form.id)?.messagePlaces.contains(box) == true
    else { return }
    session.staysSignedIn = answer.value(at: Names.path(box))?.boolValue ?? false
  }

  /// Whether the state's screen has the widget of a message: a message from the way may not.
  private func isShowable(_ said: SaidMessage, at state: Int) -> Bool {
    guard let widget = said.widget ?? tables.messages[said.message].widget else { return true }
    guard let screen = tenant.graph.states[state].screen else { return false }
    return tenant.rules[screen].forms.contains { $0.messagePlaces.contains(widget) }
  }

  /// What a state says whenever it is entered.
  package func entryMessages(of place: Int) -> [SaidMessage] {
    let state = tenant.graph.states[place]
    return state.says.map { SaidMessage(message: $0, form: state.forms.first?.id ?? "") }
  }

  /// Where the journey leads before anything is answered: the first state may decide at once.
  package mutating func enter(_ session: inout Session) -> GraphOutcome {
    tellEntry(session)
    guard let decision = tenant.graph.states[session.state].decision else {
      return GraphOutcome(says: entryMessages(of: session.state))
    }
    return take(decision, answer: [:], in: &session)
  }

  /// Ends a journey at once, as that of an account that is signed in already.
  package mutating func finish(_ session: inout Session, as account: Int) {
    session.account = account
    go(to: .finish, in: &session)
  }

  package func truth(in session: Session, answer: JSONValue = [:]) -> GraphTruth {
    GraphTruth(
      session: session, account: session.account.map { accounts[$0] }, device: device(of: session), answer: answer, now: now)
  }

  /// Looks for the account that was named; none is found where nothing fits.
  private mutating func find(_ finds: [Find], _ answer: JSONValue, in session: inout Session) {
    guard !finds.isEmpty else { return }
    var found: Int?
    for find in finds where found == nil {
      guard let wanted = value(find.source, answer, in: session), !wanted.isEmpty else { continue }
      found = accounts.place(ofText: wanted, in: find.attribute)
    }
    session.account = found
    settleTimers(of: &session)
  }

  /// An authenticator's code that was taken is not taken again.
  private mutating func consumeCode(_ edge: GraphEdge, _ truth: GraphTruth, in session: Session) {
    guard let account = session.account else { return }
    for atom in edge.condition.atoms {
      guard case .answer(let test) = atom, case .equalsTOTP(let slot) = test.comparison,
        let step = truth.totpStep(slot, truth.answer.value(at: test.path)?.plainText)
      else { continue }
      accounts[account].lastTOTPStep = step
    }
  }

  private mutating func go(to target: Target, in session: inout Session) {
    switch target {
    case .stay: break
    case .state(let place): session.state = place
    case .finish:
      let ticket = random.token()
      sessions.issue(ticket: ticket, for: session)
      session.status = .finished(ticket: ticket)
    case .refuse(let error): session.status = .refused(error: error)
    case .handOver(let page): session.status = .handedOver(page: page)
    case .expire: session.status = .expired
    }
  }
}
