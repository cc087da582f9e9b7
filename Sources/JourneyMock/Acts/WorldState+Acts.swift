package import Encodings
import JourneyModel

/// Reports what people do in journeys to a recorder.
extension WorldState {
  /// A copy of the session, to be compared with what becomes of it; `nil` without a listener, so that it is not copied.
  package func kept(_ session: Session) -> Session? { tellsActs == nil ? nil : session }

  /// Reports that a form was sent, and its result; does nothing without a listener.
  ///
  /// - Parameters:
  ///   - answer: as it was read, nested as the ids of widgets are.
  ///   - before: the session as it was when the form came.
  ///   - isInvalid: whether an answer was missing, or not what its field allows.
  ///   - isPoll: whether the app sends the form without the user.
  package func tellAnswer(
    _ answer: JSONValue, to form: String, from before: Session?, to after: Session, says: [SaidMessage], isInvalid: Bool = false,
    isPoll: Bool = false
  ) {
    guard let tell = tellsActs, let before, let screen = tenant.graph.states[before.state].screen else { return }
    let end = JourneyAct.End(after.status)
    let leadsOn = after.state != before.state || end != nil
    let isRefused = !leadsOn && says.contains { tables.messages[$0.message].level == "error" }
    tell(
      JourneyAct(
        .answered(
          JourneyAct.Reply(
            dialect: dialogue, screen: tenant.rules[screen].id, form: form, answer: answer, sources: sources(of: answer, in: before, after),
            codes: Array(Set((Array(before.codes.values) + after.codes.values).map(\.text))).sorted(),
            account: after.account.flatMap { accounts[$0].name }, person: after.account.flatMap { accounts[$0][.sub] },
            isOfNewPerson: after.account.map { accounts[$0].name == nil } ?? false,
            isRefused: isRefused || isInvalid, isInvalid: isInvalid, isPoll: isPoll, leadsOn: leadsOn, end: end)), in: after.id, at: clock))
  }

  /// Reports that a form was sent which no state of the graph has, such as that of a page that represents another site's.
  ///
  /// - Parameter screen: as scenarios name it.
  package func tellAnswer(_ answer: JSONValue, to form: String, on screen: String, by session: Session) {
    guard let tell = tellsActs else { return }
    let reply = JourneyAct.Reply(
      dialect: dialogue, screen: screen, form: form, answer: answer, sources: [:], account: session.account.flatMap { accounts[$0].name },
      person: session.account.flatMap { accounts[$0][.sub] }, isOfNewPerson: session.account.map { accounts[$0].name == nil } ?? false,
      isRefused: false, isInvalid: false, isPoll: false, leadsOn: true, end: JourneyAct.End(session.status))
    tell(JourneyAct(.answered(reply), in: session.id, at: clock))
  }

  /// Reports that a journey begins, or comes back from a web page.
  ///
  /// - Parameter session: as it was before the first state decided anything.
  func tellEntry(_ session: Session) {
    guard let tell = tellsActs else { return }
    guard sessions[session.id] == nil else { return tell(JourneyAct(.cameBack, in: session.id, at: clock)) }
    var asked: [Value.Member] = []
    // The first word is what is so where nothing was asked for.
    if let prompt = word(of: "session.prompt", in: session), !fact("session.prompt", is: firstPrompt, in: session) {
      asked.append(Value.Member("prompt", .text(prompt)))
    }
    if let hint = text("login_hint", of: session) { asked.append(Value.Member("login_hint", .text(hint))) }
    if session.language > 0 { asked.append(Value.Member("ui_locales", .text(tenant.languages[session.language]))) }
    let client = tenant.clientRules[session.request.client].id
    tell(
      JourneyAct(
        .began(
          JourneyAct.Beginning(
            client: client, profile: session.request.profile, asked: asked, sender: session.sender, dialect: dialogue)), in: session.id,
        at: clock))
  }

  /// Reports what a person's device answered.
  func tellPush(_ isAccepted: Bool, in session: String) { tellsActs?(JourneyAct(.push(isAccepted: isAccepted), in: session, at: clock)) }

  private var firstPrompt: String { tables.facts.first { $0.name == "session.prompt" }?.words.first ?? "" }

  // MARK: Where texts come from

  private func sources(of answer: JSONValue, in before: Session, _ after: Session) -> [[String]: JourneyAct.Source] {
    var found: [[String]: JourneyAct.Source] = [:]
    for (path, text) in answer.texts(below: []) {
      if let mail = before.codes.first(where: { $0.value.text == text })?.key {
        let message = mailbox.messages.last { $0.text.contains(text) }
        found[path] = .message(tables.mails[mail].channel, place: message.map { Self.place(of: text, in: $0.text) } ?? 0)
      } else if isOfAuthenticator(text, in: before) || isOfAuthenticator(text, in: after) {
        found[path] = .authenticator
      }
    }
    return found
  }

  /// The place of a code among those of a message, each counted once.
  private static func place(of code: String, in message: String) -> Int {
    var seen: [Substring] = []
    for run in message.split(whereSeparator: { !("0"..."9").contains($0) }) where run.count == codeLength && !seen.contains(run) {
      seen.append(run)
    }
    return seen.firstIndex { $0 == code } ?? 0
  }

  /// Whether a text is what an app makes about now of a key that the journey or its account has.
  private func isOfAuthenticator(_ text: String, in session: Session) -> Bool {
    guard text.utf8.count == Self.codeLength, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
    let held = session.scope.attributes + (session.account.map { accounts[$0].scope.attributes } ?? [])
    return held.contains { key in
      guard let key, key.utf8.count >= Self.shortestKey, let secret = Base32.decode(key) else { return false }
      let step = now.seconds / 30
      return (step - 1...step + 1).contains { OneTimePassword(secret: secret).code(counter: UInt64(max($0, 0))) == text }
    }
  }

  private static let codeLength = 6
  private static let shortestKey = 16
}

extension JourneyAct.End {
  init?(_ status: Session.Status) {
    switch status {
    case .open: return nil
    case .finished: self = .finished
    case .handedOver: self = .away
    case .refused: self = .refused
    case .expired: self = .expired
    }
  }
}

extension JSONValue {
  /// Its texts and numbers with the paths that lead to them.
  fileprivate func texts(below path: [String]) -> [(path: [String], text: String)] {
    switch self {
    case .object(let members): members.flatMap { $0.value.texts(below: path + [$0.name]) }
    case .string(let text), .number(let text): [(path, text)]
    case .null, .bool, .array: []
    }
  }
}
