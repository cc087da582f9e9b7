import JourneyModel
import JourneyRecording
import JourneyRunner

extension RecordingSession {
  /// A form as it was filled in, and what has to stand before its step.
  struct Filling: Sendable {
    var answers: [RecordedScreen.Answer] = []
    var messages: [RecordedMessage] = []
    var captures: [RecordedScreen.Capture] = []
    var vars: [Recording.Variable] = []
    /// Codes that were typed, by the widget: they are sent, and what is in `answers` is written.
    var typed: [String: String] = [:]

    /// What is sent now.
    var sent: [RecordedScreen.Answer] {
      answers.map { answer in typed[answer.widget].map { RecordedScreen.Answer(answer.widget, .literal($0)) } ?? answer }
    }
  }

  /// Asks for every field of a form.
  mutating func fill(_ form: Form, _ way: Way, on screen: Screen, _ arrivals: [Arrival]) throws(Interjection) -> Filling {
    var filling = Filling()
    for field in form.fields { try fill(field, in: form, way, on: screen, arrivals, &filling) }
    return filling
  }

  private mutating func fill(
    _ field: Widget, in form: Form, _ way: Way, on screen: Screen, _ arrivals: [Arrival], _ filling: inout Filling
  ) throws(Interjection) {
    switch field.kind {
    case .entry: try type(into: field, in: form, on: screen, arrivals, &filling)
    case .toggle(let toggle): try tick(field, toggle, &filling)
    case .choice(let list): try choose(field, list, in: form, on: screen, arrivals, &filling)
    case .credential:
      guard way.control == field.id else { return }
      filling.answers.append(RecordedScreen.Answer(field.id.text, .flag(true)))
    case .unknown, .output, .submitter, .close: return
    }
  }

  private mutating func tick(_ field: Widget, _ toggle: Toggle, _ filling: inout Filling) throws(Interjection) {
    let proposed = toggle.isRequired || toggle.isOn
    var isOn = proposed
    if case .text(let text) = try ask("  \(field.name) [\(proposed ? "yes" : "no")]: ") {
      isOn = ["y", "yes", "true", "on", "1"].contains(text.lowercased())
    }
    if isOn != toggle.isOn { filling.answers.append(RecordedScreen.Answer(field.id.text, .flag(isOn))) }
  }

  // MARK: Lists

  private mutating func choose(
    _ field: Widget, _ list: ChoiceList, in form: Form, on screen: Screen, _ arrivals: [Arrival], _ filling: inout Filling
  ) throws(Interjection) {
    let all = ChoiceAnswer.all(of: list, selectors: walk.tenant.dialect.selectors)
    guard !all.isEmpty else { return }
    say("  \(field.name): " + all.enumerated().map { "\($0.offset + 1) \($0.element.label)" }.joined(separator: "   "))
    // Where nothing was chosen before, Enter means the first one.
    let proposed = list.selected.isEmpty && (list.isRequired || form.fields.count == 1) ? "1" : nil
    while true {
      let several = list.takesSeveral ? ", several with commas" : ""
      let reply = try ask("  which\(several)\(proposed.map { " [\($0)]" } ?? " [as it is]"): ")
      guard let text = reply.typed ?? proposed else { return }
      guard text != "-" else {
        if !list.selected.isEmpty {
          filling.answers.append(RecordedScreen.Answer(field.id.text, list.takesSeveral ? .options([]) : .nothing))
        }
        return
      }
      let words = list.takesSeveral ? text.split(separator: ",").map { $0.trimmed } : [text]
      let taken = words.compactMap { word in
        Int(word).flatMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil } ?? all.first { $0.label == word }
      }
      guard taken.count == words.count, !taken.isEmpty else {
        say("  Type a number from 1 to \(all.count).")
        continue
      }
      try Self.take(taken, of: field, list, walk.tenant.dialect.selectors, &filling) { inner, filling throws(Interjection) in
        try fill(inner, in: form, Way(form: form.id, control: nil, label: ""), on: screen, arrivals, &filling)
      }
      return
    }
  }

  /// Answers a list with what was taken of it.
  ///
  /// - Parameter fill: fills in a field that the first choice asks for.
  static func take<Problem: Error>(
    _ taken: [ChoiceAnswer], of field: Widget, _ list: ChoiceList, _ selectors: [String], _ filling: inout Filling,
    _ fill: (Widget, inout Filling) throws(Problem) -> Void
  ) throws(Problem) {
    guard let first = taken.first else { return }
    let origin = taken.count == 1 ? first.origin : .options(taken.flatMap(\.origin.texts))
    guard !first.asks.isEmpty, selectors.isEmpty || first.asks.contains(where: \.isVisible) else {
      filling.answers.append(RecordedScreen.Answer(field.id.text, origin))
      return
    }
    // The fields that a choice asks for select it: only they are answered, unless none has to be.
    let before = filling.answers.count
    for inner in first.asks { try fill(inner, &filling) }
    if filling.answers.count == before || list.choices.count > 1 {
      filling.answers.insert(RecordedScreen.Answer(field.id.text, origin), at: before)
    }
  }

  // MARK: Texts

  private mutating func type(
    into field: Widget, in form: Form, on screen: Screen, _ arrivals: [Arrival], _ filling: inout Filling
  ) throws(Interjection) {
    let purpose = FieldPurpose(of: field, in: form)
    let proposal = proposal(for: purpose, field, in: form, on: screen, arrivals, filling)
    let isHidden = field.hidesValue
    while true {
      let told = proposal.map { " [\($0.told)]" } ?? (field.kind.isRequired ? " *" : " []")
      switch try ask("  \(field.name)\(told): ", isHidden: isHidden && purpose != .code) {
      case .text("-"):
        if !field.kind.isEmpty { filling.answers.append(RecordedScreen.Answer(field.id.text, .nothing)) }
        return
      case .text(let text):
        let answer = try self.proposal(of: text, for: field, purpose, arrivals, filling)
        return add(answer, to: field, &filling)
      case .enter, .undo, .expect, .help, .quit:
        if let proposal { return add(proposal, to: field, &filling) }
        guard field.kind.isRequired, field.kind.isEmpty else { return }
        say("  It has to be filled in; - leaves it empty all the same.")
      }
    }
  }

  func add(_ proposal: Proposal, to field: Widget, _ filling: inout Filling) {
    filling.answers.append(RecordedScreen.Answer(field.id.text, proposal.origin))
    if let typed = proposal.typed { filling.typed[field.id.text] = typed }
    if let message = proposal.message { filling.messages.append(message) }
    if let capture = proposal.capture { filling.captures.append(capture) }
    if let variable = proposal.variable, !filling.vars.contains(variable) { filling.vars.append(variable) }
  }

  // MARK: What was typed

  /// Where a typed text comes from: what is equal to it, else a secret for what is hidden, else itself.
  private mutating func proposal(
    of text: String, for field: Widget, _ purpose: FieldPurpose, _ arrivals: [Arrival], _ filling: Filling
  ) throws(Interjection) -> Proposal {
    let equal = equals(text, purpose, arrivals)
    if equal.count == 1 { return equal[0] }
    if equal.count > 1 { return Proposal(origin: try choose(among: equal.map(\.origin)), told: "") }
    if site.isLive, purpose == .code, let read = try readElsewhere(text) { return read }
    guard field.hidesValue && purpose != .code || isSecret(text) else { return Proposal(origin: .literal(text), told: "") }
    return Proposal(origin: try hidden(text, for: field, purpose), told: "")
  }

  /// A code that came to a live tenant's person, who typed it; `nil` for one that they invented.
  private mutating func readElsewhere(_ text: String) throws(Interjection) -> Proposal? {
    let reply = try ask("  It came by m mail, s text message, or w it is a wrong one [m]: ")
    guard reply.typed != "w" else { return nil }
    var proposal = awaited(reply.typed == "s" ? .sms : .mail)
    proposal.typed = text
    return proposal
  }

  private mutating func choose(among equal: [AnswerOrigin]) throws(Interjection) -> AnswerOrigin {
    say("  It is equal to " + equal.enumerated().map { "\($0.offset + 1) \($0.element.written)" }.joined(separator: "   "))
    guard let number = try ask("  which one is meant [1]: ").typed.flatMap({ Int($0) }), equal.indices.contains(number - 1) else {
      return equal[0]
    }
    return equal[number - 1]
  }

  /// A hidden text that nothing is equal to: a secret that is kept in memory, or a wrong one that may be seen.
  private mutating func hidden(_ text: String, for field: Widget, _ purpose: FieldPurpose) throws(Interjection) -> AnswerOrigin {
    if isWrong(text, for: field, purpose) {
      let question =
        "  This is not the value of the account. Press Enter to write it into the scenario as typed, or type a secret name to hide it: "
      let reply = try ask(question)
      guard let name = reply.typed, name != "wrong" else { return .literal(text) }
      if keep(text, as: Self.secretName(name)) { return .secret(Self.secretName(name)) }
      say("  The secret \(name) has a different value: choose another name.")
    }
    let proposed = secretName(for: field, text)
    while true {
      let reply = try ask("  It is written as a secret. Type its name [\(proposed)], or 'wrong' to write an invented text as typed: ")
      if reply.typed == "wrong" {
        guard isSecret(text) else { return .literal(text) }
        say("  It is a secret of the tenant and needs a name.")
        continue
      }
      let name = Self.secretName(reply.typed ?? proposed)
      if keep(text, as: name) { return .secret(name) }
      say("  The secret \(name) has a different value: choose another name.")
    }
  }
}

extension RecordingSession {
  /// Whether the account has another value for such a field, and this one is not a person's secret.
  func isWrong(_ text: String, for field: Widget, _ purpose: FieldPurpose) -> Bool {
    guard case .attribute(let names) = purpose, !isSecret(text) else { return false }
    let known = names.first { name in accountMembers.contains { $0.name == name } }
    return known != nil && (known == names.first || field.asksForPassword)
  }
}

extension Widget {
  /// Whether its id or its label names a password, so that it asks for no other secret, such as the answer to a question.
  fileprivate var asksForPassword: Bool {
    let words = "\(id.text) \(label?.visible ?? "")".lowercased()
    return words.contains("password") || words.split { !$0.isLetter }.contains("pin")
  }
}

extension RecordingReply {
  fileprivate var typed: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension AnswerOrigin {
  fileprivate var texts: [String] {
    if case .options(let texts) = self { texts } else { [] }
  }
}

extension Widget {
  /// What a person calls it.
  var name: String {
    let name = label?.visible ?? ""
    return name.isEmpty ? id.text : name
  }

  /// Whether what is typed into it must not be seen.
  var hidesValue: Bool {
    if case .entry(let entry) = kind { entry.hidesValue } else { false }
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
