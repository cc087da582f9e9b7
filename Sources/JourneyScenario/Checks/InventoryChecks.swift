internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// What a step says of a mock's screens, held against the screens that there are.
///
/// A step that may be skipped gets warnings only: the screen may be one of a live tenant's.
struct InventoryChecks {
  private let inventory: TenantInventory
  private let matching: IDMatching
  private let severity: Diagnostic.Severity
  private let tenants: [String: TenantContext]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ inventory: TenantInventory, matching: IDMatching, isCertain: Bool, tenants: [String: TenantContext]) {
    self.inventory = inventory
    self.matching = matching
    self.tenants = tenants
    severity = isCertain ? .error : .warning
  }

  mutating func check(_ screen: ExpectedScreen, _ step: Step) {
    guard case .ids(let ids) = screen.id else {
      if case .matcher(let matcher) = screen.id { for id in matcher.wholeTexts where !isKnown(id) { reportScreen(id) } }
      return
    }
    let unknown = ids.filter { !isKnown($0) }
    for id in unknown { reportScreen(id) }
    guard unknown.isEmpty else { return }
    let forms = ids.flatMap { inventory.screens(writtenAs: $0.value, matching) }.flatMap { inventory.screens[$0] ?? [] }
    let name = ids.map { "'\($0.value)'" }.joined(separator: " or ")
    check(forms: screen, forms, name)
    check(screen.widgets, in: forms, "on screen \(name)")
    check(ids: screen.onlyWidgets ?? [], in: forms, "on screen \(name)")
    if !screen.isForced { check(ids: screen.answers.map(\.widget), in: forms, "on screen \(name)") }
    check(screen.messages, in: forms, "on screen \(name)")
  }

  private func isKnown(_ id: Located<String>) -> Bool { !inventory.screens(writtenAs: id.value, matching).isEmpty }

  private mutating func reportScreen(_ id: Located<String>) {
    report(
      .unknownScreen, "the tenant has no screen '\(id.value)'", id, among: inventory.screens.keys.sorted(), advice: elsewhere(id.value))
  }

  /// Says where a step posts a form that shows nothing to submit it with, as far as that is known before it is walked.
  ///
  /// A control that is there sometimes is counted as there; what is pressed by its label has its control.
  mutating func checkSubmitter(of screen: ExpectedScreen, _ submission: FormSubmission) {
    guard case .widgets(let types) = submission, !screen.isForced, case .ids(let ids) = screen.id else { return }
    let all = ids.flatMap { inventory.screens(writtenAs: $0.value, matching) }.flatMap { inventory.screens[$0] ?? [] }
    var forms: [TenantInventory.Form] = []
    if let press = screen.press {
      forms = all.filter { form in ([form.id] + form.aliases).contains { $0 == press.value.constant } }
    } else if !screen.answers.isEmpty {
      forms = all.filter { form in screen.answers.allSatisfy { answer in form.widgets.contains { $0.id == answer.widget.value } } }
    }
    guard let form = forms.first, let place = screen.press?.range ?? screen.answers.first?.widget.range else { return }
    guard !forms.contains(where: { $0.widgets.contains { $0.type.map(types.contains) ?? true } }) else { return }
    let message = "form '\(form.id)' has nothing that submits it: no widget of type \(types.joined(separator: ", "))"
    guard !diagnostics.contains(where: { $0.id == .noSubmitter }) else { return }
    diagnostics.append(
      Diagnostic(.noSubmitter, message, at: place, severity: severity, suggestion: "'force: true' posts it anyway"))
  }

  /// A scenario without a tenant gets the default one.
  private func elsewhere(_ screen: String) -> String? {
    let names = tenants.filter { $0.value.inventory?.screens[screen] != nil }.keys.sorted()
    guard !names.isEmpty else { return nil }
    return names.count == 1
      ? "the tenant '\(names[0])' has it: 'tenant: \(names[0])'" : "tenants that have it: \(names.joined(separator: ", "))"
  }

  private mutating func check(forms screen: ExpectedScreen, _ forms: [TenantInventory.Form], _ name: String) {
    let ids = forms.flatMap { [$0.id] + $0.aliases }
    for id in (screen.onlyForms ?? []) + screen.forms.filter({ $0.state != .absent }).map(\.id) where !ids.contains(id.value) {
      report(.unknownForm, "there is no form '\(id.value)' on screen \(name)", id, among: ids)
    }
    for form in screen.forms where form.state == .absent && !inventory.knows(form: form.id.value) {
      reportAlwaysAbsent(.unknownForm, "form", form.id, among: inventory.forms)
    }
    for form in screen.forms {
      guard case .with(let widgets, let only, let messages) = form.state else { continue }
      let own = forms.filter { $0.id == form.id.value || $0.aliases.contains(form.id.value) }
      guard !own.isEmpty else { continue }
      check(widgets, in: own, "in form '\(form.id.value)'")
      check(ids: only ?? [], in: own, "in form '\(form.id.value)'")
      check(messages, in: own, "in form '\(form.id.value)'")
    }
  }

  private mutating func check(_ widgets: [ExpectedWidget], in forms: [TenantInventory.Form], _ place: String) {
    check(ids: widgets.filter { $0.state != .absent }.map(\.id), in: forms, place)
    for widget in widgets where widget.state == .absent && !inventory.knows(widget: widget.id.value) {
      reportAlwaysAbsent(.unknownWidget, "widget", widget.id, among: inventory.widgets)
    }
  }

  /// What no screen has is absent everywhere: likely it is misspelt.
  private mutating func reportAlwaysAbsent(_ id: DiagnosticID, _ noun: String, _ name: Located<String>, among names: Set<String>) {
    diagnostics.append(
      Diagnostic(
        id, "no screen of the tenant has a \(noun) '\(name.value)', so it is always absent", at: name.range, severity: .warning,
        suggestion: ClosestMatch.suggestion(for: name.value, in: names)))
  }

  private mutating func check(ids: [Located<String>], in forms: [TenantInventory.Form], _ place: String) {
    let names = forms.flatMap { $0.widgets.map(\.id) }
    for id in ids where !names.contains(id.value) {
      report(.unknownWidget, "there is no widget '\(id.value)' \(place)", id, among: names, advice: Self.advice(on: id.value))
    }
  }

  /// What is called like a key of the step is most likely one, a level too deep.
  private static func advice(on widget: String) -> String? {
    guard let key = StepKey(rawValue: widget), StepHead.screen.allows(key), key != .name else { return nil }
    return "the key '\(widget)' of a step has to be in line with 'screen'"
  }

  private mutating func check(_ messages: ExpectedMessages, in forms: [TenantInventory.Form], _ place: String) {
    guard case .some(let messages) = messages else { return }
    let names = forms.flatMap { $0.widgets.map(\.id) }
    for message in messages where message.scope.value != "global" {
      if !names.contains(message.scope.value) {
        report(
          .unknownWidget, "there is no widget '\(message.scope.value)' \(place)", message.scope, among: ["global"] + names,
          advice: Self.advice(on: message.scope.value))
      }
    }
    for message in messages { check(message.matcher) }
  }

  /// A text that the tenant never says and that is nearly one that it says is misspelt.
  private mutating func check(_ matcher: Matcher) {
    guard case .equals(.constant(.text(let text), let range)) = matcher.rule, !inventory.messages.contains(text),
      let nearest = ClosestMatch.of(text, in: inventory.messages)
    else { return }
    diagnostics.append(
      Diagnostic(
        .unknownMessage, "no message of the tenant reads '\(text)'", at: range, severity: .warning,
        suggestion: ClosestMatch.suggestion(nearest)))
  }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, _ name: Located<String>, among names: [String], advice: String? = nil
  ) {
    diagnostics.append(.unknown(id, message, name, among: names, none: "it has none", severity: severity, advice: advice))
  }
}

extension Matcher {
  /// The texts that it compares whole, also those under `any_of` and `not`.
  fileprivate var wholeTexts: [Located<String>] {
    switch rule {
    case .equals(.constant(.text(let text), let range)): [Located(text, at: range)]
    case .anyOf(let choices), .all(let choices): choices.flatMap(\.wholeTexts)
    case .not(let inner): inner.wholeTexts
    default: []
    }
  }
}

extension TenantInventory {
  /// All widgets' ids, each once.
  fileprivate var widgets: Set<String> { Set(screens.values.flatMap { $0.flatMap { $0.widgets.map(\.id) } }) }

  fileprivate func knows(widget id: String) -> Bool {
    screens.values.contains { $0.contains { $0.widgets.contains { $0.id == id } } }
  }

  /// All ids and other names of forms, each once.
  fileprivate var forms: Set<String> { Set(screens.values.flatMap { $0.flatMap { [$0.id] + $0.aliases } }) }

  fileprivate func knows(form id: String) -> Bool {
    screens.values.contains { $0.contains { $0.id == id || $0.aliases.contains(id) } }
  }
}
