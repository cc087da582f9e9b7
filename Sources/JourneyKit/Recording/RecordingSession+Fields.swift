import Encodings
import JourneyLanguage
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
    /// Codes that were typed, by the widget: they are sent, and what stands in `answers` is written.
    var typed: [String: String] = [:]

    /// What is sent now.
    var sent: [RecordedScreen.Answer] {
      answers.map { answer in typed[answer.widget].map { RecordedScreen.Answer(answer.widget, .literal($0)) } ?? answer }
    }
  }

  /// What an answer may be without anything being typed.
  struct Proposal: Sendable {
    var origin: AnswerOrigin
    /// In the person's words, e.g. `her email`.
    var told: String
    var message: RecordedMessage?
    var capture: RecordedScreen.Capture?
    var variable: Recording.Variable?
    /// A code that the person read elsewhere.
    var typed: String?
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
    // Where nothing was chosen before, somebody who presses Enter means the first one.
    let proposed = list.selected.isEmpty && (list.isRequired || form.fields.count == 1) ? "1" : nil
    while true {
      let several = list.takesSeveral ? ", several with commas" : ""
      let reply = try ask("  which\(several)\(proposed.map { " [\($0)]" } ?? " [as it is]"): ")
      guard let text = reply.typed ?? proposed else { return }
      let words = list.takesSeveral ? text.split(separator: ",").map { $0.trimmed } : [text]
      let taken = words.compactMap { word in
        Int(word).flatMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil } ?? all.first { $0.label == word }
      }
      guard taken.count == words.count, let first = taken.first else {
        say("  Type a number from 1 to \(all.count).")
        continue
      }
      let origin = taken.count == 1 ? (list.takesSeveral ? first.origin.inList : first.origin) : .options(taken.flatMap(\.origin.texts))
      if first.asks.isEmpty || !walk.tenant.dialect.selectors.isEmpty && first.asks.allSatisfy({ !$0.isVisible }) {
        filling.answers.append(RecordedScreen.Answer(field.id.text, origin))
      } else {
        // The fields that a choice asks for select it: only they are answered, unless none has to be.
        let before = filling.answers.count
        for inner in first.asks { try fill(inner, in: form, Way(form: form.id, control: nil, label: ""), on: screen, arrivals, &filling) }
        if filling.answers.count == before || list.choices.count > 1 {
          filling.answers.insert(RecordedScreen.Answer(field.id.text, origin), at: before)
        }
      }
      return
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

  private func add(_ proposal: Proposal, to field: Widget, _ filling: inout Filling) {
    filling.answers.append(RecordedScreen.Answer(field.id.text, proposal.origin))
    if let typed = proposal.typed { filling.typed[field.id.text] = typed }
    if let message = proposal.message { filling.messages.append(message) }
    if let capture = proposal.capture { filling.captures.append(capture) }
    if let variable = proposal.variable, !filling.vars.contains(variable) { filling.vars.append(variable) }
  }

  /// What is likely meant where nothing is typed, the first that fits: an attribute, a message's code, an app's, something made up.
  private func proposal(
    for purpose: FieldPurpose, _ field: Widget, in form: Form, on screen: Screen, _ arrivals: [Arrival], _ filling: Filling
  ) -> Proposal? {
    switch purpose {
    case .attribute(let names):
      if form.asksForNewPassword { return made(names, field, filling) }
      let made = recording.vars.first { names.contains($0.name) }.map { Proposal(origin: .variable($0.name), told: "the new \($0.name)") }
      // A password that was chosen on the way is the one that counts now.
      if names.contains("password"), let made { return made }
      guard let name = names.first(where: { name in accountMembers.contains { $0.name == name } }) else {
        return made ?? (names.contains("phone") ? self.made(names, field, filling) : nil)
      }
      let text = accountTexts.first { $0.name == name }?.text
      return Proposal(origin: .attribute(name), told: text.map { "\($0), the account's \(name)" } ?? "the account's \(name)")
    case .newPassword:
      if let known = recording.vars.first(where: { $0.name == "password" }) {
        return Proposal(origin: .variable(known.name), told: "the new one")
      }
      let variable = Recording.Variable("password", "Aa-${digits(10)}")
      return Proposal(origin: .variable(variable.name), told: "a new one", variable: variable)
    case .code: return code(on: screen, arrivals)
    case .other: return nil
    }
  }

  /// Of somebody new: an address or a number that nobody has.
  private func made(_ names: [String], _ field: Widget, _ filling: Filling) -> Proposal? {
    let known = (recording.vars + filling.vars).map(\.name)
    if names.contains("email") {
      if known.contains("email") { return Proposal(origin: .variable("email"), told: "the new address") }
      let domain =
        accountTexts.first { $0.name == "email" }.flatMap { $0.text.split(separator: "@").last.map(String.init) } ?? site.mailDomain
      let variable = Recording.Variable("email", "${unique_email('\(domain)')}")
      return Proposal(origin: .variable("email"), told: "a new address at \(domain)", variable: variable)
    }
    guard names.contains("phone"), field.kind.isRequired else { return nil }
    let variable = Recording.Variable("phone", "+3630${digits(7)}")
    return Proposal(origin: .variable("phone"), told: "a new number", variable: variable)
  }

  private func code(on screen: Screen, _ arrivals: [Arrival]) -> Proposal? {
    if let arrival = arrivals.last(where: { !$0.codes.isEmpty }), let code = arrival.codes.first,
      let proposal = proposal(of: code, in: arrival)
    {
      return proposal
    }
    if let shown = screen.shownKey {
      let name = recording.free("key")
      return Proposal(
        origin: .passcode(of: name), told: "the code that an app makes of the key shown",
        capture: RecordedScreen.Capture(name, kind: shown.kind, id: shown.id))
    }
    if accountMembers.contains(where: { $0.name == "totp" }) {
      return Proposal(origin: .passcode(of: "account.totp"), told: "the code of the account's authenticator app")
    }
    // On a live tenant a mail takes its time.
    guard site.isLive, walk.hasInbox, accountMembers.contains(where: { $0.name == "email" }) else { return nil }
    return awaited(.mail)
  }

  /// The code of a message that has not come yet, or that only the person can read.
  private func awaited(_ channel: InboxMessage.Channel) -> Proposal {
    let name = recording.free("otp")
    let recipient = AnswerOrigin.attribute(channel == .mail ? "email" : "phone")
    var message = RecordedMessage(channel, to: recipient, capture: RecordedMessage.Capture(name, .code))
    if !walk.hasInbox { message.comment = "tenants.yaml names no 'inbox' for \(site.name), so this message cannot be fetched yet" }
    return Proposal(origin: .variable(name), told: "the code of a mail, once it comes", message: message)
  }

  /// A code of a message; `nil` where nothing tells it from others of it.
  func proposal(of code: String, in arrival: Arrival) -> Proposal? {
    let name = recording.free("otp")
    guard let capture = arrival.capture(code, into: name, besides: volatile) else { return nil }
    let step = arrival.step(capturing: capture, besides: volatile)
    let told = arrival.codes.count > 1 ? "the first code in it; another one can be typed" : "the code in it"
    return Proposal(origin: .variable(name), told: told, message: step)
  }

  // MARK: What was typed

  /// Where a typed text comes from: what is equal to it, else a secret for what is hidden, else itself.
  private mutating func proposal(
    of text: String, for field: Widget, _ purpose: FieldPurpose, _ arrivals: [Arrival], _ filling: Filling
  ) throws(Interjection) -> Proposal {
    if let arrival = arrivals.last(where: { $0.codes.contains(text) }), let known = proposal(of: text, in: arrival) { return known }
    let attributes = accountMembers.filter { $0.value.clearText == text }.map { AnswerOrigin.attribute($0.name) }
    let names = recording.vars.map(\.name) + recording.steps.flatMap(\.captured)
    let vars = names.filter { walk.value(of: $0)?.clearText == text }.map { AnswerOrigin.variable($0) }
    let equal = attributes + vars
    if equal.count == 1 { return Proposal(origin: equal[0], told: "") }
    if equal.count > 1 { return Proposal(origin: try choose(among: equal), told: "") }
    if purpose == .code, isOfAuthenticatorApp(text) { return Proposal(origin: .passcode(of: "account.totp"), told: "") }
    if site.isLive, purpose == .code, let read = try readElsewhere(text) { return read }
    guard field.hidesValue && purpose != .code || isSecret(text) else { return Proposal(origin: .literal(text), told: "") }
    return Proposal(origin: try hidden(text, for: field), told: "")
  }

  /// Whether a text is a code that the account's authenticator app shows about now.
  private func isOfAuthenticatorApp(_ text: String) -> Bool {
    guard let key = accountMembers.first(where: { $0.name == "totp" })?.value.clearText, let secret = Base32.decode(key) else {
      return false
    }
    let app = OneTimePassword(secret: secret)
    let now = Instant.machine.seconds
    return (-10...10 as ClosedRange<Int64>).contains { app.code(atSecondsSinceEpoch: now + $0 * 30) == text }
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
  private mutating func hidden(_ text: String, for field: Widget) throws(Interjection) -> AnswerOrigin {
    let person = (account ?? site.name).uppercased()
    let proposed = (person + "_" + field.id.text.uppercased()).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    while true {
      let reply = try ask("  It is a secret. Its name [\(String(proposed))], or 'wrong' for an invented one that may be seen: ")
      if reply.typed == "wrong" {
        guard isSecret(text) else { return .literal(text) }
        say("  It is one of the tenant's: it has to have a name.")
        continue
      }
      let name = String((reply.typed ?? String(proposed)).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      // A name that an undone step gave is free again.
      let isFree = typed.contains { $0.name == "secret.\(name)" } && !recording.text.contains("${secret.\(name)}")
      if !isFree, let known = planner.settings.environment[name], known != text {
        say("  \(name) is another one: choose another name.")
      } else {
        keep(text, as: name)
        return .secret(name)
      }
    }
  }

  /// Holds a secret in memory, so that walks find it by its name.
  mutating func keep(_ text: String, as name: String) {
    typed.append(Secret(text, name: "secret.\(name)"))
    planner.settings.environment[name] = text
    planner.project = JourneyRun.project(planner.settings)
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

  /// As the only element of a list.
  fileprivate var inList: AnswerOrigin { self }
}

extension Value {
  /// The text that it is, secret or not, for comparing only.
  var clearText: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .secret(let secret): secret.unsafeText
    case .null, .bool, .list, .map: nil
    }
  }
}

extension Widget {
  /// What a person calls it.
  fileprivate var name: String {
    let name = label?.visible ?? ""
    return name.isEmpty ? id.text : name
  }

  /// Whether what is typed into it must not be seen.
  var hidesValue: Bool {
    if case .entry(let entry) = kind { entry.hidesValue } else { false }
  }
}

extension TenantSite {
  /// Where its people have their mailboxes.
  var mailDomain: String {
    let addresses = accounts.values.compactMap { $0["email"]?.text?.split(separator: "@").last.map(String.init) }
    return addresses.min() ?? "example.test"
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

extension Screen {
  /// The widget or fact that shows the key of an authenticator app by itself.
  var shownKey: (kind: String, id: String)? {
    for form in forms {
      for widget in form.everyWidget {
        if case .text(let text)? = widget.kind.shown, text.isKey { return ("widget", widget.id.text) }
      }
    }
    for fact in facts where fact.value.text?.isKey ?? false { return ("fact", fact.name) }
    return nil
  }
}

extension String {
  private static let shortestKey = 16

  /// Whether it is the Base32 text of an authenticator app.
  fileprivate var isKey: Bool {
    utf8.count >= Self.shortestKey && utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
  }
}
