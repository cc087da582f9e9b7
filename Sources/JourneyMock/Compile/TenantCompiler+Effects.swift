import Diagnostics
import LocatedYAML

extension TenantCompiler {
  /// What an edge does, in the order written; where it leads is `target`.
  mutating func effects(_ edge: EdgeDefinition, screen: ScreenDefinition?, form: FormDefinition?) -> [Effect] {
    var effects: [Effect] = []
    for effect in edge.effects {
      switch effect {
      case .say(let names): effects += messages(names, screen: edge.target == nil ? screen : nil).map { .say($0) }
      case .set(let name, let value): if let effect = assign(name, value, form: form) { effects.append(effect) }
      case .add(let name, let word): if let bit = member(name, word) { effects.append(.addMember(bit.slot, bit: bit.bit)) }
      case .remove(let name, let word): if let bit = member(name, word) { effects.append(.removeMember(bit.slot, bit: bit.bit)) }
      case .start(let timers):
        for name in timers {
          guard let index = place(of: name, in: names.timers, "timer") else { continue }
          used.timers.insert(names.timerSlots[index])
          used.started.insert(names.timerSlots[index])
          effects.append(.startTimer(index))
        }
      case .clear(let names): for name in names { effects += clear(name) }
      case .count(let counters):
        for name in counters {
          guard let index = place(of: name, in: names.counters, "counter") else { continue }
          used.counters.insert(names.counterSlots[index])
          used.counted.insert(names.counterSlots[index])
          effects.append(.count(index))
        }
      case .send(let mails):
        for name in mails {
          guard let index = place(of: name, in: names.mails, "mail or text message") else { continue }
          used.mails.insert(index)
          used.sent.insert(index)
          effects.append(.send(index))
        }
      case .create(let assignments): effects.append(.create(assignments.compactMap { self.creation($0.attribute, $0.source, form: form) }))
      case .forget(let what): if let effect = forget(what) { effects.append(effect) }
      case .evaluate(let what): if let effect = evaluation(what) { effects.append(effect) }
      case .refuse, .handOver, .expire: break
      }
    }
    return effects
  }

  /// A message on a widget needs that widget on the screen.
  private mutating func messages(_ said: [Located<String>], screen: ScreenDefinition?) -> [Int] {
    var places: [Int] = []
    for name in said {
      guard let place = message(name) else { continue }
      places.append(place)
      guard let screen, let widget = definition.messages[place].widget else { continue }
      let known = screen.forms.flatMap { speech.messagePlaces(on: $0) }
      if !known.contains(widget.value) {
        report(
          .unknownWidget, "message '\(name.value)' is on widget '\(widget.value)', which screen '\(screen.id.value)' does not have",
          name.range)
      }
    }
    checkRoom(for: said)
    return places
  }

  /// Of several messages in one place some dialects send the first only.
  mutating func checkRoom(for said: [Located<String>]) {
    guard speech.sendsOneMessageEach else { return }
    var first: [String?: Located<String>] = [:]
    for name in said {
      guard let place = names.messages[name.value], isOwn(name.range) else { continue }
      let widget = definition.messages[place].widget?.value
      guard let sent = first[widget], sent.value != name.value else {
        first[widget] = first[widget] ?? name
        continue
      }
      let owner = widget.map { "widget '\($0)'" } ?? "the whole screen"
      diagnostics.append(
        Diagnostic(
          .lostMessage, "message '\(name.value)' is not sent: a response has one message on \(owner)", at: name.range,
          severity: .warning, notes: [.init("'\(sent.value)' is sent instead", at: sent.range)]))
    }
  }

  /// A name may be a counter's and a timer's: both are cleared.
  private mutating func clear(_ name: Located<String>) -> [Effect] {
    var effects: [Effect] = []
    if let index = names.counters[name.value] { effects.append(.clearCounter(index)) }
    if let index = names.timers[name.value] { effects.append(.clearTimer(index)) }
    if effects.isEmpty { reportUnknown(.unknownName, name, "counter or timer", Array(names.counters.keys) + Array(names.timers.keys)) }
    return effects
  }

  private mutating func forget(_ what: Located<String>) -> Effect? {
    switch what.value {
    case "account": return .forgetAccount
    case "session": return .forgetSession
    default:
      reportUnknown(.badValue, what, "thing to forget", ["account", "session"])
      return nil
    }
  }

  private mutating func evaluation(_ what: Located<String>) -> Effect? {
    guard what.value == "rules" else {
      reportUnknown(.badValue, what, "thing to evaluate", ["rules"])
      return nil
    }
    return names.demand.map { .evaluateRules($0) }
  }

  /// `set`: a fact takes one of its words, a set the words that are answered, a text an answer or another text.
  private mutating func assign(_ name: Located<String>, _ value: YAMLScalar, form: FormDefinition?) -> Effect? {
    if let fact = names.facts[name.value] {
      used.facts.insert(fact.slot)
      if case .set(let words) = fact.kind, case .answer(let path) = source(value, form: form) {
        return .takeMembers(answered(words, of: fact, at: path, form))
      }
      return setFact(fact, value)
    }
    return creation(name, value, form: form).map { .setAttribute($0.target, $0.source) }
  }

  /// The words that a form can answer: all of them by a list, else those that have a box.
  private func answered(_ words: [String], of fact: FactRule, at path: [String], _ form: FormDefinition?) -> AnsweredSet {
    let known = form.map { speech.answers(to: $0) } ?? []
    let id = path.joined(separator: ".")
    let all = words.enumerated().map { AnsweredSet.Word(word: $1, bit: 1 << UInt64($0)) }
    let boxes = all.filter { known.contains("\(id).\($0.word)") }
    return AnsweredSet(slot: fact.slot, path: path, words: known.contains(id) || boxes.isEmpty ? all : boxes)
  }

  private mutating func setFact(_ fact: FactRule, _ value: YAMLScalar) -> Effect? {
    do throws(GuardFault) {
      guard case .fact(let slot, let word) = try fact.equals(value.text, 0..<value.text.utf8.count) else { return nil }
      return .setFact(slot, word)
    } catch {
      report(.badValue, error.message, value.range, suggestion: error.suggestion)
      return nil
    }
  }

  private mutating func member(_ name: Located<String>, _ word: YAMLScalar) -> (slot: Slot, bit: UInt64)? {
    guard let fact = names.facts[name.value] else {
      reportUnknown(.unknownName, name, "set", tables.facts.map(\.name))
      return nil
    }
    used.facts.insert(fact.slot)
    do throws(GuardFault) {
      guard case .member(let slot, let bit) = try fact.has(word.text, 0..<word.text.utf8.count) else { return nil }
      return (slot, bit)
    } catch {
      report(.badValue, error.message, word.range, suggestion: error.suggestion)
      return nil
    }
  }

  private mutating func creation(_ name: Located<String>, _ value: YAMLScalar, form: FormDefinition?) -> Assignment? {
    // In a new account, and nowhere else, a text may be named without its scope.
    let full = Names.split(name.value).map { FactScope(rawValue: $0.head) != nil } ?? false ? name.value : "account.\(name.value)"
    if full.hasPrefix("account.claims.") {
      return Assignment(target: .claim(String(full.dropFirst("account.claims.".count))), source: source(value, form: form))
    }
    guard let slot = names.attribute(full) else {
      reportUnknown(.unknownName, name, "fact or text", names.kept)
      return nil
    }
    return Assignment(target: .attribute(slot), source: source(value, form: form))
  }

  /// `answer.x`, `account.x`, `session.x`, `new_totp`, `new_number`, `nothing`, or a literal text.
  mutating func source(_ scalar: YAMLScalar, form: FormDefinition?) -> ValueSource {
    if scalar.style == .plain {
      if scalar.text == "new_totp" { return .newTOTP }
      if scalar.text == "new_number" { return .newNumber }
      if scalar.text == "nothing" { return .nothing }
      if let slot = names.attribute(scalar.text) { return .attribute(slot) }
      if let (head, rest) = Names.split(scalar.text), head == "answer" {
        let path = Names.path(rest)
        if let form { checkWidget(path, on: form, scalar.range) }
        return .answer(path)
      }
    }
    return .literal(scalar.text)
  }
}
