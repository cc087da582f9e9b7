package import Encodings
package import JourneyMock
import JourneyModel

extension HostedDialogue {
  /// A form that was posted: it is taken, and then the browser asks for the page where the journey is.
  mutating func take(
    _ request: HTTPRequestMessage, at place: HostedPath.Place, _ session: inout Session, in world: inout WorldState
  ) -> HTTPResponseMessage {
    let items = FormURLEncoding.decode(request.body)
    let tokens = items.filter { $0.name == Self.tokenName }.map(\.value)
    guard tokens == [Self.token(of: session)] || world.has(.csrfUnchecked), Self.isForm(request) else { return notice(.forged, in: world) }
    switch (place, session.status) {
    case (.away, .handedOver(let page)) where request.url.query == HostedPath.cancelled:
      session.status = .refused(error: "access_denied")
      world.tellAnswer([:], to: "cancel", on: Self.awayScreen(page), by: session)
    case (.away, .handedOver(let page)):
      guard session.comeBack() else { return notice(.noWay, in: world) }
      world.note(world.enter(&session))
      world.tellAnswer([:], to: "return", on: Self.awayScreen(page), by: session)
      if let address = world.comeback(of: session) { return HTTPResponseMessage.empty(303).leading(to: address) }
    case (.form(let form, of: let id), .open):
      // A form of a page that the browser went back to is not the journey's any more.
      guard let rule = screen(of: session, in: world), rule.id == id else {
        said[session.id] = Said(
          state: session.state, says: world.entryMessages(of: session.state), form: form, answer: [:], aside: .stale)
        break
      }
      guard rule.form(form)?.hasRepeated(items) != true else { return notice(.malformed, in: world) }
      let isProvider = provider(form, of: rule, session, in: world) != nil
      let isCancelled = request.url.query == HostedPath.cancelled
      if isProvider { world.tellAnswer([:], to: form, on: id, by: session) }
      if !isCancelled { submit(form, of: rule, items, &session, in: &world) }
      if isProvider {
        let person = items.filter { $0.name == HostedFormRule.personName }.map { JSONValue.Member($0.name, .string($0.value)) }
        let page = Self.awayScreen(HostedPath.name(ofProvider: form))
        world.tellAnswer(.object(person), to: isCancelled ? "cancel" : "return", on: page, by: session)
      }
      if isProvider, let address = world.comeback(of: session) { return HTTPResponseMessage.empty(303).leading(to: address) }
      // With this status a browser sends the form, including the password, to the next address.
      if world.has(.password307), rule.form(form)?.asksForPassword == true {
        return HTTPResponseMessage.empty(307).leading(to: HostedPath.path(ofScreen: id))
      }
    default: break
    }
    return present(session, status: 303, in: world) ?? notice(.noWay, in: world)
  }

  /// The screen of a page that represents another site's.
  static func awayScreen(_ page: String) -> String { ScreenID("away", qualifiers: [page]).text }

  private static func isForm(_ request: HTTPRequestMessage) -> Bool {
    request.headers["Content-Type"]?.lowercased().hasPrefix(FormURLEncoding.mediaType) ?? false
  }

  private mutating func submit(
    _ id: String, of screen: HostedScreenRule, _ items: [QueryItem], _ session: inout Session, in world: inout WorldState
  ) {
    let form = screen.form(id).flatMap { world.truth(in: session).holds($0.condition) ? $0 : nil }
    guard let rules = rules(for: id, shown: form != nil, session, world) else {
      // Nothing is posted by what ends the journey in the app.
      if form?.widgets.contains(where: { $0.kind == .close }) ?? false { session.status = .refused(error: "access_denied") }
      return
    }
    let answer = form.map { $0.answer(items, world.truth(in: session)) } ?? [:]
    let missing = form.map { self.missing(in: answer, form: $0, session, world) } ?? []
    // What is done on a page that represents another site's is reported with that page.
    let began = form?.isProvider == true ? nil : world.kept(session)
    guard missing.isEmpty else {
      world.tellAnswer(answer, to: id, from: began, to: session, says: missing, isInvalid: true)
      said[session.id] = Said(state: session.state, says: missing, form: id, answer: answer)
      return
    }
    let before = session.state
    let outcome = world.take(rules, answer: answer, in: &session)
    world.note(outcome)
    world.tellAnswer(answer, to: id, from: began, to: session, says: outcome.says)
    // What was typed stays on the page that was not left.
    let typed = session.state == before ? answer : [:]
    said[session.id] = Said(state: session.state, says: outcome.says, form: id, answer: typed, aside: stranger(in: items, world))
  }

  /// Only what a weak tenant reveals is looked for: whether a typed address is unknown.
  private func stranger(in items: [QueryItem], _ world: WorldState) -> Aside? {
    guard world.has(.enumerationText) || world.has(.enumerationStatus) || world.has(.enumerationRedirect) else { return nil }
    let known = Set((0..<world.accounts.count).compactMap { world.accounts[$0][.email] })
    return items.contains { $0.value.contains("@") && !known.contains($0.value) } ? .stranger : nil
  }

  /// The rules for a form: the present screen must show it, or it is taken everywhere.
  private func rules(for id: String, shown: Bool, _ session: Session, _ world: WorldState) -> GraphForm? {
    if shown, let form = world.tenant.graph.states[session.state].form(id) { return form }
    return world.tenant.graph.everywhere.first { $0.id == id }
  }

  /// What is said of answers that are missing or that a widget does not allow; empty if all is well.
  private func missing(in answer: JSONValue, form: HostedFormRule, _ session: Session, _ world: WorldState) -> [SaidMessage] {
    let truth = world.truth(in: session)
    return form.widgets.filter { $0.takesAnswer && truth.holds($0.condition) }.compactMap { widget in
      let value = answer.value(at: widget.path)
      let isGiven = value?.isSomething ?? false
      guard let message = isGiven ? invalid : required else { return nil }
      let isFine = isGiven ? widget.allows(value, in: truth, world) : !widget.isRequired
      return isFine ? nil : SaidMessage(message: message, form: form.id, widget: widget.id)
    }
  }
}

extension HostedFormRule {
  fileprivate var asksForPassword: Bool {
    widgets.contains { $0.kind == .entry(.password) }
  }

  /// Whether a field that takes one value has several: which of them a person meant is not known.
  fileprivate func hasRepeated(_ items: [QueryItem]) -> Bool {
    widgets.contains { widget in
      if case .choice(takesSeveral: true) = widget.kind { return false }
      return widget.takesAnswer && items.count { $0.name == widget.id } > 1
    }
  }

  /// What a posted form answers, nested as the widgets' ids are; fields that no widget has are passed over.
  package func answer(_ items: [QueryItem], _ truth: GraphTruth) -> JSONValue {
    var answer: JSONValue = [:]
    if isProvider, let person = items.first(where: { $0.name == Self.personName })?.value, !person.isEmpty {
      answer.set(.string(person), at: [Self.personName])
    }
    for widget in widgets where widget.takesAnswer && truth.holds(widget.condition) {
      let values = items.filter { $0.name == widget.id }.map(\.value)
      let value: JSONValue?
      switch widget.kind {
      case .toggle: value = .bool(!values.isEmpty)
      case .choice(takesSeveral: true): value = .array(values.map { .string($0) })
      case .entry, .choice: value = values.first.flatMap { $0.isEmpty ? nil : .string($0) }
      case .decision: value = values.first.flatMap { ["true", "false"].contains($0) ? .bool($0 == "true") : nil }
      case .authenticator:
        value = values.first.map(widget.authenticator)
        // A number that was typed for it is kept with it.
        if let value { for member in value.objectValue ?? [] { answer.set(member.value, at: (widget.path + [member.name])[...]) } }
        continue
      case .output, .submitter, .close: value = nil
      }
      if let value { answer.set(value, at: widget.path[...]) }
    }
    return answer
  }
}

extension HostedWidgetRule {
  /// What a radio button for an authenticator answers; of a value that belongs to no button, the value alone.
  fileprivate func authenticator(_ value: String) -> JSONValue {
    options.first { $0.value.constant == value }?.answer ?? ["key": .string(value)]
  }

  /// Whether it takes an answer: by the rules of what is typed, and by what is offered.
  package func allows(_ value: JSONValue?, in truth: GraphTruth, _ world: WorldState) -> Bool {
    func isOption(_ text: String) -> Bool {
      options.contains { truth.holds($0.condition) && world.text($0.value, in: truth.session) == text }
    }
    switch kind {
    case .entry: return value?.stringValue.map(text.allow) ?? false
    case .choice(takesSeveral: false): return value?.stringValue.map(isOption) ?? false
    case .choice(takesSeveral: true):
      let texts = value?.arrayValue?.compactMap(\.stringValue) ?? []
      return texts.count >= fewest ?? 0 && texts.count <= most ?? Int.max && texts.allSatisfy(isOption)
    case .authenticator:
      let chosen = ["key", "methodType", "channel"].map { value?[$0]?.stringValue }
      return options.contains { option in
        truth.holds(option.condition) && ["key", "methodType", "channel"].map { option.answer[$0]?.stringValue } == chosen
      }
    case .toggle, .decision, .output, .submitter, .close: return true
    }
  }
}

extension HostedOptionRule {
  /// What choosing an authenticator answers.
  fileprivate var answer: JSONValue {
    let names = ["key": "key", "method": "methodType", "channel": "channel"]
    return .object(
      facts.compactMap { fact in names[fact.name].map { JSONValue.Member($0, .string(fact.value.text ?? "")) } })
  }
}

extension JSONValue {
  /// Sets the value that a path of names leads to, and makes the objects on the way.
  fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self = value
      return
    }
    var members = objectValue ?? []
    let place = members.firstIndex { $0.name == name } ?? members.endIndex
    if place == members.endIndex { members.append(Member(name, [:])) }
    members[place].value.set(value, at: path.dropFirst())
    self = .object(members)
  }
}
