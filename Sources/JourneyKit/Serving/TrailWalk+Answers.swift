import Encodings
import JourneyMock
import JourneyModel
import JourneyRecording
import JourneyRunner

extension TrailWalk {
  typealias Filling = RecordingSession.Filling

  /// What a reply put into the fields of a form.
  mutating func fill(_ form: Form, _ reply: JourneyAct.Reply, on screen: Screen, _ arrivals: [Arrival]) -> Filling {
    var filling = Filling()
    for field in form.fields { fill(field, in: form, reply, on: screen, arrivals, &filling) }
    return filling
  }

  private mutating func fill(
    _ field: Widget, in form: Form, _ reply: JourneyAct.Reply, on screen: Screen, _ arrivals: [Arrival], _ filling: inout Filling
  ) {
    let value = reply.answer.value(at: field.id.path)
    switch field.kind {
    case .entry(let entry):
      let text = value?.plainText ?? ""
      guard text != entry.value ?? "" else { return }
      guard !text.isEmpty else { return add(.nothing, to: field, &filling) }
      type(text, into: field, in: form, reply, on: screen, arrivals, &filling)
    case .toggle(let toggle):
      let isOn = value?.boolValue ?? false
      if isOn != toggle.isOn { add(.flag(isOn), to: field, &filling) }
    case .choice(let list): choose(value, of: list, field, in: form, reply, on: screen, arrivals, &filling)
    case .credential: if value != nil { add(.flag(true), to: field, &filling) }
    case .unknown, .output, .submitter, .close: return
    }
  }

  private func add(_ origin: AnswerOrigin, to field: Widget, _ filling: inout Filling) {
    filling.answers.append(RecordedScreen.Answer(field.id.text, origin))
  }

  // MARK: Lists

  private mutating func choose(
    _ value: JSONValue?, of list: ChoiceList, _ field: Widget, in form: Form, _ reply: JourneyAct.Reply, on screen: Screen,
    _ arrivals: [Arrival], _ filling: inout Filling
  ) {
    guard let value else {
      if !list.selected.isEmpty { add(.nothing, to: field, &filling) }
      return
    }
    let all = ChoiceAnswer.all(of: list, selectors: session.walk.tenant.dialect.selectors)
    let told = value.arrayValue.map { $0.compactMap { all.taken(by: $0) } } ?? [all.taken(by: value)].compactMap { $0 }
    // What a choice asks for identifies it, too.
    let taken = told.isEmpty ? all.filter { isTold($0, by: reply.answer) }.prefix(1).map(\.self) : told
    guard let first = taken.first else {
      if list.takesSeveral, !list.selected.isEmpty { add(.options([]), to: field, &filling) }
      return
    }
    guard taken.map(\.value) != list.selected || !first.asks.isEmpty else { return }
    let origin = taken.count == 1 ? first.origin(telling: value) : .options(taken.flatMap(\.origin.labels))
    let before = filling.answers.count
    for inner in first.asks { fill(inner, in: form, reply, on: screen, arrivals, &filling) }
    // The fields that a choice asks for select it.
    if filling.answers.count == before || list.choices.count > 1 {
      filling.answers.insert(RecordedScreen.Answer(field.id.text, origin), at: before)
    }
  }

  /// Whether everything that a choice asks for has an answer that it allows.
  private func isTold(_ choice: ChoiceAnswer, by answer: JSONValue) -> Bool {
    !choice.asks.isEmpty
      && choice.asks.allSatisfy { inner in
        guard let value = answer.value(at: inner.id.path) else { return false }
        guard case .choice(let list) = inner.kind else { return true }
        return ChoiceAnswer.all(of: list, selectors: session.walk.tenant.dialect.selectors).taken(by: value) != nil
      }
  }

  // MARK: Texts

  private mutating func type(
    _ text: String, into field: Widget, in form: Form, _ reply: JourneyAct.Reply, on screen: Screen, _ arrivals: [Arrival],
    _ filling: inout Filling
  ) {
    let purpose = FieldPurpose(of: field, in: form)
    if field.hidesValue, purpose != .code { hidden.insert(text) }
    switch reply.sources[field.id.path] {
    case .message(let channel, let place)?:
      guard let arrival = arrivals.last(where: { $0.codes.indices.contains(place) && $0.message.channel == channel }),
        let proposal = session.proposal(of: arrival.codes[place], in: arrival)
      else { break }
      if let message = proposal.message { filling.messages.append(message) }
      return add(proposal.origin, to: field, &filling)
    case .authenticator?:
      guard let (origin, capture) = authenticator(on: screen) else { break }
      if let capture { filling.captures.append(capture) }
      return add(origin, to: field, &filling)
    case nil: break
    }
    let origin = origin(of: text, field, purpose, reply, &filling)
    add(origin, to: field, &filling)
  }

  /// The code of the key that the screen shows, of one that was shown before, or of the account's.
  private func authenticator(on screen: Screen) -> (AnswerOrigin, RecordedScreen.Capture?)? {
    if let shown = screen.shownKey {
      let name = session.recording.free("key")
      return (.passcode(of: name), RecordedScreen.Capture(name, kind: shown.kind, id: shown.id))
    }
    let captured = session.recording.steps.flatMap { step -> [String] in
      if case .screen(let screen) = step { screen.captures.map(\.name) } else { [] }
    }
    if let name = captured.last { return (.passcode(of: name), nil) }
    guard session.accountMembers.contains(where: { $0.name == "totp" }) else { return nil }
    return (.passcode(of: "account.totp"), nil)
  }

  private mutating func origin(
    of text: String, _ field: Widget, _ purpose: FieldPurpose, _ reply: JourneyAct.Reply, _ filling: inout Filling
  ) -> AnswerOrigin {
    if let known = made[text] { return known }
    if let attribute = attribute(equalTo: text, purpose) { return .attribute(attribute) }
    if reply.isInvalid, field.hidesValue, purpose != .code, !session.isSecret(text) {
      made[text] = .literal(text.shape)
      return .literal(text.shape)
    }
    // A code that was sent before another one is in a new world as wrong as any other.
    if purpose == .code, reply.isRefused, hidden.contains(text) { return .literal(String(repeating: "0", count: text.count)) }
    if let variable = variable(for: text, purpose, reply) {
      if !session.recording.vars.contains(variable) { filling.vars.append(variable) }
      made[text] = .variable(variable.name)
      return .variable(variable.name)
    }
    guard purpose != .code, field.hidesValue || session.isSecret(text) else {
      return session.isSecret(text) ? secret(text, field) : .literal(text)
    }
    // What it was does not matter: another wrong one is as wrong.
    let isTry = reply.isRefused && !session.isSecret(text)
    if field.hidesValue, case .attribute = purpose, isTry || session.isWrong(text, for: field, purpose) {
      return .literal(Self.wrongPassword)
    }
    return secret(text, field)
  }

  private static let wrongPassword = "Wrong-password-1"

  /// The attribute of the account that a text is, the one that the field asks for before others.
  private func attribute(equalTo text: String, _ purpose: FieldPurpose) -> String? {
    let equal = session.accountMembers.filter { $0.value.clearText == text }.map(\.name)
    if case .attribute(let names) = purpose, let name = names.first(where: equal.contains) { return name }
    return equal.first
  }

  /// The variable for a text that is new: a password that was chosen, or the address of a person who registers.
  private func variable(for text: String, _ purpose: FieldPurpose, _ reply: JourneyAct.Reply) -> Recording.Variable? {
    if case .newPassword = purpose {
      return Recording.Variable(free("password"), "Aa-${digits(10)}")
    }
    let isKnown = session.site.accounts.values.contains { $0["email"]?.text == text }
    guard trail.isOfNewPerson, !isKnown, text.contains("@"), case .attribute(let names) = purpose, names.contains("email") else {
      return nil
    }
    return Recording.Variable(free("email"), "${unique_email('\(session.site.mailDomain)')}")
  }

  /// A name that neither the recording nor a text of this form has.
  private func free(_ wish: String) -> String {
    var name = session.recording.free(wish)
    var number = 2
    while made.values.contains(.variable(name)) {
      name = session.recording.free("\(wish)\(number)")
      number += 1
    }
    return name
  }

  /// Gives a name to every typed text that shows a secret: one of the tenant's, one that was typed into a hidden field, or a code.
  mutating func concealTexts() {
    var search = session.secretSearch
    for text in hidden { search.learn(text) }
    // A key of an authenticator app is often typed in groups of four.
    func isFound(_ text: String) -> Bool { search.isFound(in: Array(text.utf8)[...]) }
    for (text, field) in session.recording.typedTexts where isFound(text) || isFound(text.filter { $0 != " " }) {
      if case .secret(let name) = secret(text, field) { session.recording.replace(text, bySecret: name) }
    }
  }

  private mutating func secret(_ text: String, _ field: Widget) -> AnswerOrigin { secret(text, field.id.text) }

  private mutating func secret(_ text: String, _ field: String) -> AnswerOrigin {
    let person = session.account ?? session.site.name
    let wish = String("\(person)_\(field)".uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    var name = wish
    var number = 2
    while let other = session.planner.settings.environment[name], other != text {
      name = "\(wish)_\(number)"
      number += 1
    }
    session.keep(text, as: name)
    made[text] = .secret(name)
    return .secret(name)
  }
}

extension TrailWalk {
  /// The environment variables that the recording names.
  var secretNames: [String] {
    let names = session.typed.map { String($0.name.dropFirst("secret.".count)) }
    return names.filter { session.recording.text.contains("${secret.\($0)}") }
  }
}

extension String {
  /// Another text with the same kinds of characters in the same places, such as `Aaaa-111` for a password.
  fileprivate var shape: String {
    String(
      map { character -> Character in
        if character.isNumber { return "1" }
        guard character.isLetter else { return character.isASCII ? "-" : "a" }
        return character.isUppercase ? "A" : "a"
      })
  }
}

extension [ChoiceAnswer] {
  /// What an answer took: a text is a choice's value, an object contains the facts.
  fileprivate func taken(by answer: JSONValue) -> ChoiceAnswer? {
    if let text = answer.plainText { return first { $0.value.text == text || $0.value.told == text } }
    let told = ["key": answer["key"], "method": answer["methodType"], "channel": answer["channel"]].compactMapValues { $0?.stringValue }
    func agrees(_ choice: ChoiceAnswer) -> Bool {
      choice.facts.contains { told[$0.name] != nil }
        && choice.facts.allSatisfy { fact in told[fact.name].map { fact.value.text == $0 } ?? true }
    }
    return first(where: agrees)
  }
}

extension ChoiceAnswer {
  /// The origin without the way of being done where the answer did not say it: then another screen asks for it.
  fileprivate func origin(telling answer: JSONValue) -> AnswerOrigin {
    guard case .selector(let members) = origin, members.count > 1, case .object = answer, answer["methodType"] == nil else { return origin }
    return .selector(members.filter { $0.name != "method" })
  }
}

extension AnswerOrigin {
  fileprivate var labels: [String] {
    if case .options(let texts) = self { texts } else { [] }
  }
}

extension Value {
  /// A flag as it is written.
  fileprivate var told: String? {
    if case .bool(let flag) = self { flag ? "true" : "false" } else { nil }
  }
}
