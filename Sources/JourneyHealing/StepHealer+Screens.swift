internal import Diagnostics
internal import JourneyModel
internal import JourneyRunner
internal import JourneyScenario
internal import ModelCoding

// A screen that the step does not expect: the same one under another name, or one that asks nothing.
extension StepHealer {
  func anotherScreen(_ screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    guard case .ids(let ids) = expected.id, let id = ids.first, ids.count == 1, let step = failed.step else {
      return .refused("screen '\(screen.id.text)' is shown, and the step names no single screen")
    }
    if failed.screensOfOthers.contains(screen.id.text) {
      return .refused("screen '\(id.value)' is not shown: '\(screen.id.text)', which another step expects, comes instead")
    }
    if let reason = reasonNotToRename(screen, expected) {
      return .refused("screen '\(screen.id.text)' comes in place of '\(id.value)', and \(reason): only its author can say what that means")
    }
    if isTheSame(screen, as: expected), let edit = rename(id, to: screen.id.text, "screen '\(id.value)' is called '\(screen.id.text)'") {
      return .edits([edit])
    }
    return newScreen(screen, before: step, instead: "screen '\(id.value)'")
  }

  /// A screen that no step knows is passed if it asks for nothing.
  func newScreen(_ screen: Screen, before step: Step, instead expected: String) -> Remedy {
    if let form = formThatAsksNothing(of: screen) {
      guard let reason = reasonToStop(at: form) ?? reasonToStop(on: screen) else { return passage(past: screen, by: form, before: step) }
      return .refused("screen '\(screen.id.text)' comes before \(expected), and \(reason): only its author can say what to do there")
    }
    let asked = asked(by: screen).map { ", and asks for '\($0)'" } ?? ""
    return .refused("screen '\(screen.id.text)' comes before \(expected)\(asked): only its author can say what to do there")
  }

  /// Whether it has everything that the step names, and the step names something that people fill in.
  private func isTheSame(_ screen: Screen, as expected: ExpectedScreen) -> Bool {
    let named = named(by: expected)
    guard !named.isEmpty, !expected.answers.isEmpty else { return false }
    if case .ids(let ids) = expected.id, ids.contains(where: { WeightyText.turns($0.value, screen.id.text) }) { return false }
    let everything = Set(screen.forms.flatMap(\.everyWidgetID))
    guard named.isSubset(of: everything) else { return false }
    let answerable = screen.forms.flatMap(\.widgets).filter { $0.kind.takesAnswer && $0.kind.isRequired }.map(\.id.text)
    return Set(answerable).isSubset(of: named)
  }

  /// Why a screen with everything that the step names is more than the same one under another name: it sends the answers to another site, or
  /// with something that says what people decide.
  private func reasonNotToRename(_ screen: Screen, _ expected: ExpectedScreen) -> String? {
    guard isTheSame(screen, as: expected) else { return nil }
    return screen.behaviour.lazy.filter { $0.kind == .form || $0.kind == .button }.compactMap { behaviour -> String? in
      if behaviour.target.contains("://") { return "it is sent to another site, '\(behaviour.target)'" }
      let sent = behaviour.parameters.first { WeightyText.decides($0.name) || WeightyText.decides($0.value.text ?? "") }
      return sent.map { "it is sent with '\($0.name)=\($0.value.text ?? "")'" }
    }.first
  }

  /// The only thing to press on a screen that is only read; `nil` if there is anything to fill in, to tick or to choose.
  private func formThatAsksNothing(of screen: Screen) -> Form? {
    guard asked(by: screen) == nil, screen.forms.count == 1, let main = screen.forms.first, main.authenticator == nil,
      main.submitters.count == 1, !texts(of: main).contains(where: { $0.contains("***") || $0.contains("@") })
    else { return nil }
    switch main.kind {
    case .input, .action: return main
    case .poll, .navigation: return nil
    }
  }

  /// Why a person has to decide something on a form without fields; `nil` if it only leads on.
  private func reasonToStop(at form: Form) -> String? {
    if let id = ([form.id] + form.aliases).first(where: { WeightyText.decides($0.rawValue) }) { return "it is sent to '\(id)'" }
    for widget in form.widgets {
      switch widget.kind {
      case .output(let text):
        if let reason = WeightyText.reason(text.visible) { return "its text '\(text.visible)' \(reason)" }
      case .submitter where WeightyText.decides(widget.id.text): return "its button sends '\(widget.id)'"
      case .submitter where widget.label.map({ WeightyText.leadsOn($0.visible) }) == true: continue
      case .submitter: return "its button reads '\(widget.label?.visible ?? "")', which may mean more than going on"
      case .entry, .choice, .toggle, .close, .credential, .unknown: return "it has '\(widget.id)'"
      }
    }
    return nil
  }

  /// Why a person has to read a screen's page, which shows everything outside of its forms, too; `nil` if it is harmless.
  private func reasonToStop(on screen: Screen) -> String? {
    if screen.facts.contains(where: \.isScriptOfSending) { return "a script of its page decides whether it is sent" }
    if let reason = screen.behaviour.lazy.compactMap(Self.reason).first { return reason }
    let names = screen.facts.filter { ["title", "heading"].contains($0.name) }.compactMap(\.value.text)
    let messages = screen.messages.map(\.text.visible)
    for sentence in PageText.sentences(asWritten: screen.pageText) + names + messages where !WeightyText.leadsOn(sentence) {
      let reason = sentence.contains("***") ? "hides a secret" : WeightyText.reason(sentence)
      if let reason { return "its page says '\(sentence.prefix(Self.longestQuote))', which \(reason)" }
    }
    return nil
  }

  /// Why a person has to decide about something that a page does; `nil` if it only leads on.
  private static func reason(_ behaviour: PageBehaviour) -> String? {
    let weighty = behaviour.parameters.first { WeightyText.decides($0, byButton: behaviour.kind == .button) }
    let sent = weighty.map { sent in
      let isRead = sent.value.text != PageBehaviour.hiddenValue || behaviour.kind == .button
      return "'\(sent.name)=\(sent.value.text ?? "")'\(isRead ? "" : ", a value that cannot be read")"
    }
    switch behaviour.kind {
    case .form, .button:
      if behaviour.target.contains("://") { return "it is sent to another site, '\(behaviour.target)'" }
      return sent.map { behaviour.kind == .form ? "it is sent with \($0)" : "its button sends \($0)" }
    case .frame: return "it has a frame of '\(behaviour.target)', whose page is not read"
    case .refresh: return "it redirects to '\(behaviour.target)' without the user"
    case .script: return "scripts of its page come from another site, '\(behaviour.target)'"
    case .handler: return "a script is in '\(behaviour.subject)'"
    case .link, .box: return nil
    }
  }

  private static let longestQuote = 200

  /// Something that a person could answer.
  private func asked(by screen: Screen) -> String? {
    screen.forms.flatMap(\.widgets).first { $0.kind.takesAnswer }?.id.text
  }

  /// What a form says to people.
  private func texts(of form: Form) -> [String] {
    form.widgets.compactMap { widget in
      if case .output(let text) = widget.kind { return text.visible }
      return widget.label?.visible
    }
  }

  private func passage(past screen: Screen, by form: Form, before step: Step) -> Remedy {
    let range = step.range
    guard let line = range.file.line(range.start.line), Self.isItem(line) else {
      return .refused(
        "screen '\(screen.id.text)' is new and asks for nothing, but a step can only be put in where each has lines of its own")
    }
    guard WrittenText.isPlain(screen.id.text) else { return .refused("screen '\(screen.id.text)' is new, and has no plain name") }
    let indent = line.prefix { $0 == " " }
    let place = SourcePosition(line: range.start.line, column: 1)
    let name = WrittenText.isPlain(form.id.rawValue) ? form.id.rawValue : WrittenText.double(form.id.rawValue)
    return .edits([
      HealingEdit(
        SourceRange(file: range.file, start: place, end: place),
        "\(indent)- screen: \(screen.id.text)\n\(indent)  press: \(name)\n\n",
        reason: "screen '\(screen.id.text)' is new and has nothing to fill in; it says "
          + texts(of: form).map { "'\($0)'" }.joined(separator: ", "))
    ])
  }

  /// Whether a line begins an item of a list.
  private static func isItem(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("- ") }

  func rename(_ name: Located<String>, to text: String, _ reason: String) -> HealingEdit? {
    WrittenText(name.range)?.replaced(by: text).map { HealingEdit(name.range, $0, reason: reason) }
  }
}
