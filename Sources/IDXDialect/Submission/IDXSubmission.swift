import Encodings
import JourneyModel
import ModelCoding

/// Puts a form's body together: the values it carries, the answers, and nothing else.
struct IDXSubmission {

  let form: IDXForm
  /// The same form as the screen shows it.
  let shown: Form
  let isForced: Bool
  private let answers: [Answer]
  /// The answers that found their place.
  private var used: Set<WidgetID> = []

  init(_ submission: Submission, form: IDXForm, shown: Form) {
    self.form = form
    self.shown = shown
    isForced = submission.isForced
    answers = submission.answers
  }

  /// The body, an object.
  mutating func body() throws(IDXSubmissionProblem) -> Value {
    var body = IDXBody()
    for member in try members(form.fields, shown: shown.widgets, answers) { body.set(member.name, to: member.value) }
    for answer in answers where !used.contains(answer.widget) {
      guard isForced else { throw IDXSubmissionProblem(sentence: "it has no widget '\(answer.widget)'; it has \(widgetNames)") }
      body.set(answer.widget.text, to: plain(answer.value))
    }
    return .map(body.members)
  }

  /// What the fields of one level send, in their order.
  private mutating func members(_ fields: [IDXField], shown: [Widget], _ answers: [Answer]) throws(IDXSubmissionProblem) -> [Value.Member] {
    var members: [Value.Member] = []
    for field in fields {
      if let value = try value(of: field, shown: shown, answers) { members.append(Value.Member(field.name, value)) }
    }
    return members
  }

  /// What a field sends; `nil` if it is left out.
  private mutating func value(of field: IDXField, shown: [Widget], _ answers: [Answer]) throws(IDXSubmissionProblem) -> Value? {
    let answer = answers.first { $0.widget == field.id }
    switch field.content {
    case .form(let fields):
      if let answer { return try object(answer, field) }
      var body = IDXBody()
      for member in try members(fields, shown: shown, answers) { body.set(member.name, to: member.value) }
      return body.members.isEmpty ? nil : .map(body.members)
    case .forms(let options):
      return try chosen(options, of: field, shown: shown, answers)
    case .value, .options, .display:
      if let answer { return try answered(answer, field) }
      return try unanswered(field)
    }
  }

  /// A whole object for a nested form: the raw results of a ceremony, or a forced answer.
  private mutating func object(_ answer: Answer, _ field: IDXField) throws(IDXSubmissionProblem) -> Value {
    used.insert(answer.widget)
    switch answer.value {
    case .choice(let members): return .map(members)
    case .credential:
      throw IDXSubmissionProblem(sentence: "widget '\(field.id)' asks for a passkey, which this version cannot make or use yet")
    case .text, .secret, .bool, .number, .list, .nothing: return plain(answer.value)
    }
  }

  private mutating func chosen(_ options: [IDXOption], of field: IDXField, shown: [Widget], _ answers: [Answer])
    throws(IDXSubmissionProblem) -> Value?
  {
    let answer = answers.first { $0.widget == field.id }
    if let answer { used.insert(answer.widget) }
    guard let widget = shown.first(where: { $0.id == field.id }), case .choice(let list) = widget.kind else {
      return field.value.map { Value($0) }
    }
    let choosing = IDXChoosing(field: field, list: list, options: options)
    guard let choice = try choosing.choice(answer?.value, beside: answers, isForced: isForced) else {
      if field.isRequired, !isForced { throw IDXSubmissionProblem(sentence: "'\(field.id)' has to be chosen; \(choosing.candidates)") }
      return answer.map { plain($0.value) }
    }
    let inner = answers + choice.answers.filter { own in !answers.contains { $0.widget == own.widget } }
    for own in choice.answers { used.insert(own.widget) }
    var body = IDXBody()
    let shownInside = list.choices[choice.place].widgets
    for member in try members(options[choice.place].fields, shown: shownInside, inner) { body.set(member.name, to: member.value) }
    return .map(body.members)
  }

  private mutating func answered(_ answer: Answer, _ field: IDXField) throws(IDXSubmissionProblem) -> Value? {
    used.insert(answer.widget)
    let value = try typed(answer.value, field)
    guard !isForced, field.isCarried, let fixed = field.value, value != Value(fixed) else { return value }
    throw IDXSubmissionProblem(sentence: "'\(field.id)' cannot be changed: the server fixed it at \(Value(fixed).quoted)")
  }

  /// What is sent without an answer: defaults and carried values, and the only choice of a field that must have one.
  private func unanswered(_ field: IDXField) throws(IDXSubmissionProblem) -> Value? {
    if field.isPlumbing { return field.value?.stringValue.map { .secret(Secret($0, name: "state handle")) } }
    if let value = field.value { return field.type == "boolean" ? value.lenientBool.map { .bool($0) } ?? Value(value) : Value(value) }
    guard field.isRequired, !isForced, !field.isVoid else { return nil }
    if case .options(let options) = field.content, options.count == 1 { return Value(options[0].value) }
    // What is not visible is for a program to give: the server reports what is missing.
    guard field.isVisible else { return nil }
    throw IDXSubmissionProblem(sentence: "'\(field.id)' has to be answered")
  }

  /// An answer in the place of a field.
  private func typed(_ answer: AnswerValue, _ field: IDXField) throws(IDXSubmissionProblem) -> Value? {
    switch answer {
    case .nothing: return isForced ? .null : nil
    case .text(let text), .number(let text): return typed(text, field)
    case .choice(let members) where !isForced:
      throw IDXSubmissionProblem(sentence: "'\(field.id)' takes one value, not \(Value.map(members).kindName)")
    case .credential where !isForced: throw IDXSubmissionProblem(sentence: "'\(field.id)' takes the raw value, not an approval")
    case .secret, .bool, .list, .choice, .credential: return plain(answer)
    }
  }

  /// A label represents its option, `true` and `false` the flag of a boolean field.
  private func typed(_ text: String, _ field: IDXField) -> Value {
    let options: [IDXOption] =
      switch field.content {
      case .options(let options): options
      case .display(let display): display.options
      case .value, .form, .forms: []
      }
    let option = options.first { $0.value.scalarText == text } ?? options.first { $0.label == text }
    let value = option?.value ?? .string(text)
    if field.type == "boolean", let flag = value.lenientBool { return .bool(flag) }
    if field.isSecret, let hidden = value.stringValue { return .secret(Secret(hidden, name: "answer to '\(field.id)'", source: .project)) }
    return Value(value)
  }

  private func plain(_ answer: AnswerValue) -> Value {
    switch answer {
    case .text(let text): .text(text)
    case .secret(let secret): .secret(secret)
    case .bool(let flag): .bool(flag)
    case .number(let spelling): .number(spelling)
    case .list(let values): .list(values)
    case .choice(let members): .map(members)
    case .credential(_, let approves): .bool(approves)
    case .nothing: .null
    }
  }

  private var widgetNames: String {
    let names = form.fields.leaves.filter { !$0.isPlumbing }.map { "'\($0.id)'" }
    return names.isEmpty ? "none" : names.prefix(30).joined(separator: ", ")
  }
}
