internal import Encodings
internal import JourneyModel

/// The rules of a form that an app checks before it posts, as far as this app checks them.
struct AppRules {
  /// The names of the rules that this app enforces, e.g. `required`, `minLength`; `visible` if only what is shown can be answered.
  let enforced: Set<String>

  /// The rules for a form: one that is posted unchecked leaves only what a person cannot do at all.
  ///
  /// - Parameter submitter: the button that is pressed, which may say so for its form; `nil` for the first one that submits.
  func applied(to form: Form, pressing submitter: WidgetID? = nil) -> AppRules {
    let button = submitter.flatMap(form.widget) ?? form.widgets.first { $0.kind == .submitter && $0.typeName != "button" }
    return form.skipsChecks || button?.says("formnovalidate") == true
      ? AppRules(enforced: enforced.intersection(["readonly", "options", "visible", "maxlength", "maxLength"])) : self
  }

  /// Whether the app is a browser, which looks at every field of a form, whether or not anybody sees or answers it.
  private var isBrowser: Bool { enforced.contains("type") }

  /// A rule that an answer breaks.
  struct Violation: Hashable {
    var rule: String
    /// What the rule asks for, e.g. `at least 8 characters`.
    var expected: String
    var actual: String
  }

  /// Every enforced rule that the answer breaks.
  ///
  /// - Parameter answer: `nil` if the widget is not answered.
  func violations(_ answer: AnswerValue?, of widget: Widget) -> [Violation] {
    if answer != nil, !widget.isVisible, enforced.contains("visible") {
      return [Violation(rule: "visible", expected: "a widget that is shown", actual: "it is on the form but not shown")]
    }
    let isEmpty = answer.map { widget.choiceList == nil ? $0.isEmpty : $0.choosesNothing } ?? widget.isLeftEmpty
    if isEmpty {
      // A browser looks at hidden fields, too, and at none that a person cannot change.
      let isLookedAt = isBrowser ? !widget.kind.isReadOnly && !widget.says("disabled") : widget.isVisible
      guard widget.asksForAnswer, enforced.contains("required"), isLookedAt else { return [] }
      let hidden = widget.isVisible ? "" : "; it is on the form but not shown"
      return [Violation(rule: "required", expected: "an answer", actual: (answer == nil ? "left out" : "left empty") + hidden)]
    }
    guard let answer else { return isBrowser ? mistakesOfPage(widget) : [] }
    let broken = widget.validator.compactMap { rule in isEnforced(rule.name) ? violation(answer, of: rule, in: widget) : nil }
    return broken + (isBrowser ? mistyped(answer, in: widget) + outOfBounds(answer, of: widget) : [])
  }

  /// What a browser refuses in a field of a type (HTML section 4.10.5.1).
  private func mistyped(_ answer: AnswerValue, in widget: Widget) -> [Violation] {
    guard let text = answer.typed, let entry = widget.entry else { return [] }
    func mistake(_ expected: String) -> [Violation] { [Violation(rule: "type", expected: expected, actual: answer.shown)] }
    if entry.purpose == .email, !Self.isEmailAddress(text[...]) { return mistake("an e-mail address") }
    if entry.purpose == .number, !TypedText.isNumber(text) { return mistake("a number") }
    switch widget.typeName {
    case "url" where !TypedText.isAbsoluteAddress(text.split(separator: " ").joined(separator: " ")):
      return mistake("an address such as 'https://example.com'")
    case "email" where widget.says("multiple"):
      let addresses = text.split(separator: ",", omittingEmptySubsequences: false)
      return addresses.allSatisfy(Self.isEmailAddress) ? [] : mistake("e-mail addresses with commas between them")
    default:
      guard let shape = TypedText.Shape(rawValue: widget.typeName), !shape.fits(text) else { return [] }
      return mistake(shape.example)
    }
  }

  /// Blanks around an address are dropped before it is looked at.
  private static func isEmailAddress(_ text: Substring) -> Bool { TypedText.isEmailAddress(unspaced(text)) }

  private static func unspaced(_ text: Substring) -> String { text.split(separator: " ").joined(separator: " ") }

  /// Numbers, dates and times that are too low, too high, or between two steps.
  private func outOfBounds(_ answer: AnswerValue, of widget: Widget) -> [Violation] {
    guard let text = answer.typed, let entry = widget.entry else { return [] }
    let range = InputRange(type: widget.typeName, value: entry.value) { name in
      widget.validator.first { $0.name == name }?.value.spelling
    }
    return (range?.bounds(brokenBy: text) ?? []).filter { enforced.contains($0.rawValue) }
      .map { Violation(rule: $0.rawValue, expected: range?.wording(of: $0) ?? "", actual: answer.shown) }
  }

  /// What a browser refuses of a text that the page itself has in a field; it does not look at its length.
  private func mistakesOfPage(_ widget: Widget) -> [Violation] {
    guard let entry = widget.entry, !entry.isReadOnly, let text = entry.value, !text.isEmpty else { return [] }
    let given: AnswerValue = entry.hidesValue ? .secret(Secret(text, name: widget.id.text, source: .server)) : .text(text)
    let patterns = widget.validator.filter { (Self.usualNames[$0.name] ?? $0.name) == "regex" && isEnforced($0.name) }
      .compactMap { violation(given, of: $0, in: widget) }
    // Texts that are not a number or date are empty in their fields.
    let broken = patterns + mistyped(given, in: widget) + outOfBounds(given, of: widget)
    return broken.map { Violation(rule: $0.rule, expected: $0.expected, actual: "\($0.actual), as the page has it") }
  }

  /// Servers and scenarios spell a rule the same way; a browser's names have no capitals.
  private func isEnforced(_ name: String) -> Bool {
    enforced.contains(name) || enforced.contains(Self.usualNames[name] ?? name)
  }

  private static let usualNames = [
    "minlength": "minLength", "maxlength": "maxLength", "pattern": "regex", "regexp": "regex", "min": "minimum", "max": "maximum",
  ]

  private func violation(_ answer: AnswerValue, of rule: Value.Member, in widget: Widget) -> Violation? {
    let kind = Self.usualNames[rule.name] ?? rule.name
    switch kind {
    case "minLength": return limit(rule, length(of: answer), "at least", "characters") { $0 >= $1 }
    case "maxLength": return limit(rule, length(of: answer), "at most", "characters") { $0 <= $1 }
    case "length": return limit(rule, length(of: answer), "exactly", "characters") { $0 == $1 }
    case "minSelectable": return limit(rule, answer.count, "at least", "options") { $0 >= $1 }
    case "maxSelectable": return limit(rule, answer.count, "at most", "options") { $0 <= $1 }
    case "regex": return pattern(rule, answer, inList: widget.says("multiple"))
    default: return nil
    }
  }

  /// Browsers count in the units of UTF-16, so that a smile counts for two.
  private func length(of answer: AnswerValue) -> Int? { isBrowser ? answer.typed?.utf16.count : answer.typed?.unicodeScalars.count }

  private func limit(
    _ rule: Value.Member, _ found: Int?, _ word: String, _ unit: String, _ holds: (Int, Int) -> Bool
  ) -> Violation? {
    guard let found, let limit = rule.value.spelling.flatMap({ Int($0) }), !holds(found, limit) else { return nil }
    return Violation(rule: rule.name, expected: "\(word) \(limit) \(unit)", actual: "\(found) \(unit)")
  }

  /// The server checks a pattern that we cannot read.
  ///
  /// - Parameter isList: whether each part between commas has to match, as in a browser's field of several addresses.
  private func pattern(_ rule: Value.Member, _ answer: AnswerValue, inList isList: Bool) -> Violation? {
    guard let text = answer.typed, let written = rule.value.text else { return nil }
    do throws(PatternError) {
      let pattern = try Pattern(written)
      let parts = isBrowser && isList ? text.split(separator: ",", omittingEmptySubsequences: false).map(Self.unspaced) : [text]
      for part in parts where try pattern.wholeMatch(in: part) == nil {
        return Violation(rule: rule.name, expected: "a text that matches '\(written)'", actual: answer.shown)
      }
      return nil
    } catch {
      return nil
    }
  }
}

extension Widget {
  /// Whether its own attributes have a name with `true`.
  fileprivate func says(_ name: String) -> Bool { extras.contains { $0.name == name && $0.value == .bool(true) } }

  /// Whether a form is held back as long as it is empty.
  fileprivate var asksForAnswer: Bool { (kind.isRequired || isRequiredFile) && !says("unchecked") }

  private var isRequiredFile: Bool {
    guard case .unknown(.map(let members)) = kind else { return false }
    return members.contains { $0.name == "type" && $0.value == .text("file") }
      && members.contains { $0.name == "required" && $0.value == .bool(true) }
  }

  /// Whether it is empty before anyone answers; the first line of a list counts as empty if it is a placeholder.
  fileprivate var isLeftEmpty: Bool {
    if kind.isEmpty || isRequiredFile { return true }
    guard typeName == "select", let list = choiceList, !list.takesSeveral, let first = list.choices.first else { return false }
    return first.value == .text("") && first.group == nil && list.selected == [.text("")]
  }
}

extension AnswerValue {
  /// What was typed, for comparing only.
  var typed: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .secret(let secret): secret.unsafeText
    case .bool, .list, .choice, .credential, .nothing: nil
    }
  }

  /// As a failure shows it.
  var shown: String {
    switch self {
    case .text(let text): "'\(text)'"
    case .secret: "***"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let spelling): spelling
    case .list(let values): Value.list(values).quoted
    case .choice(let members): Value.map(members).quoted
    case .credential(_, let approves): approves ? "true" : "false"
    case .nothing: "null"
    }
  }

  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text), .number(let text): text.isEmpty
    case .secret(let secret): secret.unsafeText.isEmpty
    case .bool(let flag): !flag
    case .list(let values): values.isEmpty
    case .nothing: true
    case .choice, .credential: false
    }
  }

  /// `false` may be one of several choices.
  fileprivate var choosesNothing: Bool {
    if case .bool = self { false } else { isEmpty }
  }

  fileprivate var count: Int? {
    guard case .list(let values) = self else { return nil }
    return values.count
  }
}
