import Encodings
import JourneyMock
import JourneyModel

/// Reads what was posted to a form: as the flow asks for it, or what is wrong with it.
struct IDXAnswerReader {
  let phrases: IDXPhrases
  let world: WorldState
  let screen: IDXScreenRule
  let form: IDXFormRule
  let truth: GraphTruth

  /// A form and its answer; if something is wrong the flow is not used.
  struct Reading {
    var form: IDXFormRule
    /// Nested as the body is; a chosen authenticator has `key`, `methodType` and `phoneNumber` instead of ids.
    var answer: JSONValue = [:]
    var faults: [SaidMessage] = []
    /// The scopes that stay where the person takes some of them away; `nil` where nothing asks.
    var optedScopes: String?
  }

  func read(_ body: JSONValue) -> Reading {
    var reading = Reading(form: form)
    for field in form.fields where truth.holds(field.condition) {
      let sent = body.value(at: field.path)
      switch field.kind {
      case .text, .password: text(field, sent, &reading)
      case .checkbox: if let flag = sent?.boolValue { reading.answer.set(.bool(flag), at: field.path) }
      case .decision: decision(field, sent, &reading)
      case .choice(let options): choice(options, field, sent, &reading)
      case .carried: carried(field, sent, &reading)
      case .picker(let options): picker(options, field, sent, &reading)
      case .authenticator(let methods): authenticator(methods, field, sent, &reading)
      case .channel(let options): channel(options, field, sent, &reading)
      case .questions(let questions): self.questions(questions, field, sent, &reading)
      case .ceremony(let ceremony):
        // What was sent is verified once the whole answer is there.
        for name in ceremony.fields.map(\.name) where !(sent?[name]?.isSomething ?? false) {
          refuse("\(field.id).\(name)", required, &reading)
        }
      case .scopes(let options) where form.kind == .granularConsent: scopes(options, field, sent, &reading)
      case .provider, .scopes: break
      }
    }
    return reading
  }

  private func refuse(_ id: String, _ phrase: Int?, _ reading: inout Reading) {
    guard let phrase else { return }
    reading.faults.append(SaidMessage(message: phrase, form: form.id, widget: id))
  }

  private var required: Int? { phrases.required }
  private var invalid: Int? { phrases.invalid }

  private func text(_ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let sent, sent.isSomething else {
      if field.isRequired { refuse(field.id, required, &reading) }
      return
    }
    guard let text = sent.stringValue, text.unicodeScalars.count >= field.minimum ?? 0 else { return refuse(field.id, invalid, &reading) }
    reading.answer.set(.string(text), at: field.path)
  }

  private func decision(_ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let flag = sent?.boolValue else { return refuse(field.id, sent == nil ? required : invalid, &reading) }
    reading.answer.set(.bool(flag), at: field.path)
  }

  /// What is not among the boxes stays as the app asked for it; a box that is fixed or not sent stays ticked.
  private func scopes(_ options: [IDXOptionRule], _ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    var refused: Set<String> = []
    for option in options.asked(in: truth.session) {
      guard let value = sent?[option.value] else { continue }
      guard let flag = value.boolValue, flag || !option.isFixed else {
        refuse("\(field.id).\(option.value)", invalid, &reading)
        continue
      }
      if !flag { refused.insert(option.value) }
    }
    let asked = truth.session.request.scope.split(separator: " ").map(String.init)
    reading.optedScopes = asked.filter { !refused.contains($0) }.joined(separator: " ")
  }

  private func choice(_ options: [IDXOptionRule], _ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let sent, sent.isSomething else {
      if field.isRequired { refuse(field.id, required, &reading) }
      return
    }
    guard let text = sent.stringValue, options.contains(where: { $0.value == text && truth.holds($0.condition) }) else {
      return refuse(field.id, invalid, &reading)
    }
    reading.answer.set(.string(text), at: field.path)
  }

  /// What is sent back has to be what was sent.
  private func carried(_ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    let given = field.values.isEmpty ? "" : world.text(field.values[truth.session.language], in: truth.session)
    if sent?.stringValue != given { refuse(field.id, sent == nil ? required : invalid, &reading) }
  }

  private func picker(_ options: [PickerOption], _ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let id = sent?["id"]?.stringValue else { return refuse(field.id, required, &reading) }
    let option = options.first { truth.holds($0.condition) && $0.kind.id(in: world.tenant.name) == id }
    guard let option else { return refuse(field.id, invalid, &reading) }
    let method = sent?["methodType"]?.stringValue
    if let method, !option.methods.contains(method) { return refuse("\(field.id).methodType", invalid, &reading) }
    if let channel = sent?["channel"]?.stringValue {
      guard option.channels.contains(channel) else { return refuse("\(field.id).channel", invalid, &reading) }
      reading.answer.set(.string(channel), at: field.path + ["channel"])
    }
    chosen(option.kind, method ?? (option.methods.count == 1 ? option.methods[0] : nil), sent?["phoneNumber"], field, &reading)
  }

  private func authenticator(_ methods: [String], _ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let kind = screen.authenticator, sent?["id"]?.stringValue == kind.id(in: world.tenant.name) else {
      return refuse(field.id, invalid, &reading)
    }
    let method = sent?["methodType"]?.stringValue
    let allowed = methods.isEmpty ? screen.methods : methods
    guard let method, allowed.contains(method) else {
      return refuse("\(field.id).methodType", method == nil ? required : invalid, &reading)
    }
    let number = sent?["phoneNumber"]
    if form.kind.isEnrolment, kind == .phone, !(number?.isSomething ?? false) {
      return refuse("\(field.id).phoneNumber", required, &reading)
    }
    chosen(kind, method, number, field, &reading)
  }

  private func channel(_ options: [IDXOptionRule], _ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let kind = screen.authenticator, sent?["id"]?.stringValue == kind.id(in: world.tenant.name) else {
      return refuse(field.id, invalid, &reading)
    }
    let inner = IDXFieldRule(
      id: "\(field.id).channel", path: field.path + ["channel"], kind: .choice(options), condition: field.condition, isRequired: true,
      labels: [], values: [])
    choice(options, inner, sent?["channel"], &reading)
  }

  private func chosen(
    _ kind: AuthenticatorKind, _ method: String?, _ number: JSONValue?, _ field: IDXFieldRule, _ reading: inout Reading
  ) {
    reading.answer.set(.string(kind.rawValue), at: field.path + ["key"])
    if let method { reading.answer.set(.string(method), at: field.path + ["methodType"]) }
    if let number = number?.stringValue { reading.answer.set(.string(number), at: field.path + ["phoneNumber"]) }
  }

  private func questions(_ questions: [IDXOptionRule], _ field: IDXFieldRule, _ sent: JSONValue?, _ reading: inout Reading) {
    guard let key = sent?["questionKey"]?.stringValue else { return refuse("\(field.id).questionKey", required, &reading) }
    guard key == "custom" || questions.contains(where: { $0.value == key }) else {
      return refuse("\(field.id).questionKey", invalid, &reading)
    }
    for name in key == "custom" ? ["question", "answer"] : ["answer"] {
      guard let text = sent?[name]?.stringValue, !text.isEmpty else {
        refuse("\(field.id).\(name)", required, &reading)
        continue
      }
      reading.answer.set(.string(text), at: field.path + [name])
    }
    let known = questions.first { $0.value == key }.map { question in
      question.labels.isEmpty ? question.value : world.text(question.labels[truth.session.language], in: truth.session)
    }
    if let known { reading.answer.set(.string(known), at: field.path + ["question"]) }
    reading.answer.set(.string(key), at: field.path + ["questionKey"])
  }
}

extension JSONValue {
  /// Sets a value at a path of names; what is there is replaced.
  mutating func set(_ value: JSONValue, at path: [String]) {
    guard let name = path.first else {
      self = value
      return
    }
    var members = objectValue ?? []
    var inner = members.first { $0.name == name }?.value ?? .object([])
    inner.set(value, at: Array(path.dropFirst()))
    members.removeAll { $0.name == name }
    members.append(Member(name, inner))
    self = .object(members)
  }
}
