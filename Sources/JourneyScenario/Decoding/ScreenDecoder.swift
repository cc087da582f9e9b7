internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Reads `screen` and the keys next to it.
struct ScreenDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()

  mutating func screen(_ fields: StepFields) -> ExpectedScreen? {
    let id = screenMatch(fields.value)
    var screen = ExpectedScreen(id: id ?? .ids([]))
    for field in fields.fields { take(field, &screen) }
    if screen.isForced, let place = fields.place(of: .refuses) {
      report(.clashingKeys, "'force' posts the answers past the app, so 'refuses' is not allowed next to it", at: place)
    }
    if fields[.force] != nil, screen.isForced, fields[.answers] == nil, fields[.press] == nil, let place = fields.place(of: .force) {
      report(.missingKey, "'force' needs 'answers' or 'press' next to it", at: place)
    }
    if !screen.refuses.isEmpty, fields[.answers] == nil, let place = fields.place(of: .refuses) {
      report(.missingKey, "'refuses' needs 'answers' next to it: what the app would not send", at: place)
    }
    if screen.isOptional, let place = fields.place(of: .within) {
      report(
        .clashingKeys, "'optional' checks once, so 'within' is not allowed next to it", at: place,
        suggestion: "to wait for one of several screens write 'either' with 'within'")
    }
    if !screen.isForced { checkCodes(screen.answers) }
    return id == nil ? nil : screen
  }

  /// What an account has of its authenticator app is the secret that makes codes; only `force` may post it.
  private mutating func checkCodes(_ answers: [ExpectedAnswer]) {
    for answer in answers {
      guard case .text(let template) = answer.value, template.parts.count == 1,
        case .expression(.reference(let reference)) = template.parts[0],
        reference.name == "account", reference.path == [.member("totp")]
      else { continue }
      report(
        .badValue, "'account.totp' is the secret of the authenticator app, not a code", at: reference.range,
        suggestion: "write \"${totp(account.totp)}\" for the code that the app shows")
    }
  }

  private mutating func take(_ field: StepFields.Field, _ screen: inout ExpectedScreen) {
    let node = field.value
    switch field.key {
    case .optional: screen.isOptional = flag(node, key: "optional") ?? false
    case .forms: screen.forms = reading(ExpectationDecoder()) { $0.forms(node) }
    case .widgets: screen.widgets = reading(ExpectationDecoder()) { $0.widgets(node) }
    case .onlyForms: screen.onlyForms = names(node, key: "only_forms", wanted: "a form or a list of forms")
    case .onlyWidgets: screen.onlyWidgets = names(node, key: "only_widgets", wanted: "a widget or a list of widgets")
    case .messages: screen.messages = reading(ExpectationDecoder()) { $0.messages(node) }
    case .branding: screen.branding = namedMatchers(node, key: "branding")
    case .response: screen.response = reading(ExpectationDecoder()) { $0.response(node) }
    case .snapshot: screen.snapshot = snapshot(node)
    case .answers: screen.answers = answers(node)
    case .press: screen.press = template(node, key: "press", wanted: "a form or a label").map { Located($0, at: node.range) }
    case .force: screen.isForced = flag(node, key: "force") ?? false
    case .refuses: screen.refuses = refusals(node)
    case .name, .when, .within, .capture, .tokens, .claims, .scope, .expiresIn, .refreshToken, .accessToken, .redirect, .probes: break
    case .reason, .steps, .comesBack, .description, .elsewhere, .subject, .text, .absent, .headers, .json, .form, .with, .refused: break
    }
  }

  private mutating func screenMatch(_ node: YAMLNode) -> ExpectedScreen.ScreenMatch? {
    switch node {
    case .scalar(let scalar):
      guard let scalar = textScalar(.scalar(scalar), key: "screen", wanted: "a screen's id") else { return nil }
      guard !scalar.mayHoldVariables, Matcher.Word(rawValue: scalar.text) == nil else { return screenMatcher(node) }
      return name(node, key: "screen", wanted: "a screen's id").map { .ids([$0]) }
    case .sequence(let sequence):
      guard !sequence.items.isEmpty else {
        report(.emptyValue, "'screen' is an empty list, expected at least one id", at: sequence.range)
        return nil
      }
      return .ids(names(node, key: "screen", wanted: "a screen's id or a list of ids"))
    case .mapping: return screenMatcher(node)
    }
  }

  private mutating func screenMatcher(_ node: YAMLNode) -> ExpectedScreen.ScreenMatch? {
    guard let matcher = matcher(node, key: "screen") else { return nil }
    if matcher.rule == .absent || matcher.rule == .empty {
      report(
        .badValue, "'screen' takes a screen that is shown", at: node.range, suggestion: "for any other screen write 'screen: {not: <id>}'")
      return nil
    }
    if case .members(let members) = matcher.rule {
      let name = members.first?.name
      report(
        .wrongType, "'screen' takes a screen's id, found a map" + (name.map { " with '\($0.value)'" } ?? ""), at: name?.range ?? node.range,
        suggestion: "the id goes after 'screen:', everything else next to it")
      return nil
    }
    return .matcher(matcher)
  }

  private mutating func snapshot(_ node: YAMLNode) -> ExpectedScreen.Snapshot? {
    if case .scalar(let scalar) = node, case .boolean(let flag) = scalar.kind { return flag ? .byStep : nil }
    guard let name = name(node, key: "snapshot", wanted: "true or a name") else { return nil }
    if name.value.utf8.contains(UInt8(ascii: "/")) {
      report(.badValue, "'snapshot' takes a name without '/', found '\(name.value)'", at: name.range)
    }
    return .named(name.value)
  }

  private mutating func refusals(_ node: YAMLNode) -> [Located<ExpectedScreen.Refusal>] {
    guard let mapping = map(node, key: "refuses", wanted: "a map of widgets and the rules they break") else { return [] }
    var refusals: [Located<ExpectedScreen.Refusal>] = []
    for entry in mapping.entries {
      if let rule = name(entry.value, key: entry.key.value, wanted: "a rule such as 'required'") {
        refusals.append(Located(ExpectedScreen.Refusal(widget: entry.key.value, rule: rule.value), at: rule.range))
      }
    }
    return refusals
  }

  /// Answers keep the type that was written; the widget decides what it means.
  private mutating func answers(_ node: YAMLNode) -> [ExpectedAnswer] {
    guard let mapping = map(node, key: "answers", wanted: "a map of widgets and values") else { return [] }
    var answers: [ExpectedAnswer] = []
    answers.reserveCapacity(mapping.entries.count)
    for entry in mapping.entries {
      if entry.value.isNothing {
        report(
          .emptyValue, "the answer to '\(entry.key.value)' is empty", at: entry.key.range,
          suggestion: "write null to leave it empty, \"\" for an empty text")
        continue
      }
      let value = TemplateValue.decode(entry.value, diagnostics: &diagnostics)
      answers.append(ExpectedAnswer(widget: entry.key, value: value))
    }
    return answers
  }
}
