internal import JourneyModel

/// Turns a written value into what a person does with one widget.
struct AnswerReader {
  let widget: Widget
  /// The facts by which the dialect lets a choice be selected.
  let selectors: [String]

  /// Why a value is not an answer to the widget.
  struct Refusal: Error, Hashable {
    /// The app's rule that it breaks: `readonly`, `options`, or `type` if the value has the wrong type.
    var rule: String
    var expected: String
    var actual: String
    var nearest: String?
    var details: [String] = []
  }

  /// The answer; a forced one is used as written, without checking options and types.
  func read(_ value: Value, isForced: Bool) throws(Refusal) -> AnswerValue {
    if isForced { return forced(value) }
    if widget.kind.isReadOnly { throw Refusal(rule: "readonly", expected: "a widget that can be changed", actual: "it is read-only") }
    if case .null = value { return .nothing }
    switch widget.kind {
    case .entry(let entry): return try read(value, for: entry)
    case .toggle: return .bool(try flag(value, saying: "true or false"))
    case .choice(let list): return try read(value, for: list)
    case .credential(let prompt):
      return .credential(prompt.ceremony, approves: try flag(value, saying: "true (approve) or false (cancel)"))
    case .unknown: return Self.plain(value)
    case .output: throw Refusal(rule: "type", expected: "a widget that takes an answer", actual: "a text to read")
    case .submitter, .close:
      throw Refusal(rule: "type", expected: "a widget that takes an answer", actual: "a button; write 'press' to press it")
    }
  }

  private func read(_ value: Value, for entry: Entry) throws(Refusal) -> AnswerValue {
    guard let answer = text(value) else {
      throw Refusal(rule: "type", expected: "a text", actual: value.kindName)
    }
    switch answer {
    case .text(let text) where entry.purpose.isSecret: return .secret(secret(text))
    case .text, .secret, .bool, .number, .list, .choice, .credential, .nothing: return answer
    }
  }

  /// A typed text; a literal keeps its spelling.
  private func text(_ value: Value) -> AnswerValue? {
    switch value {
    case .text(let text), .number(let text): .text(text)
    case .bool(let flag): .text(flag ? "true" : "false")
    case .secret(let secret): .secret(secret)
    case .null: .nothing
    case .list, .map: nil
    }
  }

  private func flag(_ value: Value, saying expected: String) throws(Refusal) -> Bool {
    switch value {
    case .bool(let flag): return flag
    case .text("true"): return true
    case .text("false"): return false
    case .null, .number, .text, .list, .map, .secret:
      let isYes = value.text.map { ["yes", "on", "y", "1"].contains($0.lowercased()) } ?? false
      throw Refusal(rule: "type", expected: expected, actual: value.quoted, nearest: isYes ? "write 'true'" : nil)
    }
  }

  /// As written, but a password stays a secret.
  private func forced(_ value: Value) -> AnswerValue {
    if let entry = widget.entry, entry.purpose.isSecret, let text = value.text { return .secret(secret(text)) }
    if let list = widget.choiceList, !list.takesSeveral, let choice = choice(value, in: list) {
      return answer(choice, writtenAs: value)
    }
    return Self.plain(value)
  }

  private func secret(_ text: String) -> Secret { Secret(text, name: "answer to '\(widget.id.text)'", source: .project) }

  /// The answer if nothing is known about the widget.
  static func plain(_ value: Value) -> AnswerValue {
    switch value {
    case .null: .nothing
    case .bool(let flag): .bool(flag)
    case .number(let spelling): .number(spelling)
    case .text(let text): .text(text)
    case .secret(let secret): .secret(secret)
    case .list(let values): .list(values)
    case .map(let members): .choice(members)
    }
  }
}

extension Widget {
  /// Whether it asks for a password or a code, as the screen shows it.
  var asksForSecret: Bool {
    guard let entry else { return false }
    let words = entry.autocomplete?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    return entry.purpose.isSecret || words.contains { ["one-time-code", "current-password", "new-password"].contains($0) }
  }
}

extension Entry.Purpose {
  /// Whether what is typed must not reach an output.
  var isSecret: Bool {
    switch self {
    case .password, .passcode: true
    case .text, .email, .phone, .number, .date, .captcha, .hidden: false
    }
  }
}
