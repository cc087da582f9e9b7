internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Finds what a scenario changes of the account that it signs in as.
///
/// A mock of the same system knows what its forms change. Without one the steps show it: names of screens, forms and fields, and what
/// is answered. An answer after which the same screen comes was refused, so it changed nothing.
package struct AccountChangeFinder {
  /// As many wrong answers as make it likely that a tenant counts them towards a lock-out.
  private static let manyWrongAnswers = 3

  private let known: KnownAccountChanges?
  private var found: [AccountChange] = []
  private var wrongAnswers = 0

  /// - Parameter known: what a mock of the same system changes; `nil` where there is none.
  package init(known: KnownAccountChanges? = nil) { self.known = known }

  /// In the order of the steps, each kind once; empty for a scenario that has steps in `after`, which may undo everything.
  package mutating func changes(of scenario: Scenario) -> [AccountChange] {
    guard scenario.after.isEmpty else { return [] }
    (found, wrongAnswers) = ([], 0)
    let steps = Self.flat(scenario.before + scenario.steps)
    for (place, step) in steps.enumerated() { follow(step, before: Self.next(after: place, in: steps)) }
    return found
  }

  /// The steps one after the other, those of fragments, branches and rounds among them.
  private static func flat(_ steps: [Step]) -> [Step] {
    steps.flatMap { step -> [Step] in
      guard !step.kind.children.isEmpty else { return [step] }
      if case .handOver = step.kind { return [step] }
      let inner = step.kind.children.flatMap(flat)
      guard case .repeated(let count, _) = step.kind else { return inner }
      return (0..<min(count, manyWrongAnswers)).flatMap { _ in inner }
    }
  }

  /// The next step that looks at a screen or an end; `nil` if there is none.
  private static func next(after place: Int, in steps: [Step]) -> Step? {
    steps[(place + 1)...].first { step in
      switch step.kind {
      case .message, .push, .request, .run, .wait, .check, .use, .either, .repeated, .token: false
      case .screen, .finish, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open: true
      }
    }
  }

  private mutating func follow(_ step: Step, before next: Step?) {
    if case .request(let request) = step.kind, request.method == "DELETE" { return add(.deletion, step) }
    guard case .screen(let screen) = step.kind, case .ids(let ids) = screen.id else { return }
    let names = ids.map(\.value)
    if isLockScreen(names), wrongAnswers > 0 { add(.lock, step) }
    guard !screen.answers.isEmpty || screen.press != nil, screen.refuses.isEmpty else { return }
    countWrongAnswers(of: screen, step)
    guard !Self.isScreen(next, names) else { return }
    for kind in knownKinds(of: screen, names, before: next) ?? screen.shownKinds(names) { note(kind, screen, step) }
  }

  /// A password that is set back to the account's own does not count as a change.
  private mutating func note(_ kind: AccountChange.Kind, _ screen: ExpectedScreen, _ step: Step) {
    if kind == .password, screen.setsOwnPassword {
      found.removeAll { $0.kind == .password }
    } else {
      add(kind, step)
    }
  }

  private mutating func add(_ kind: AccountChange.Kind, _ step: Step) {
    if !found.contains(where: { $0.kind == kind }) { found.append(AccountChange(kind: kind, range: step.range)) }
  }

  private func isLockScreen(_ names: [String]) -> Bool {
    if let known, names.contains(where: { known.inventory.screens[$0] != nil }) { return !known.lockScreens.isDisjoint(with: names) }
    return names.contains { $0.words.contains { ["locked", "lockout"].contains($0) } }
  }

  /// Answers that are neither the account's nor made by a function or taken from a message, to a field of a password or code.
  private mutating func countWrongAnswers(of screen: ExpectedScreen, _ step: Step) {
    let secrets = screen.answers.filter { $0.widget.value.isOfSecret }
    guard secrets.count == 1, let secret = secrets.first else { return }
    guard secret.value.references.allSatisfy({ $0.name == "index" }), !secret.value.callsFunction else { return wrongAnswers = 0 }
    wrongAnswers += 1
    if wrongAnswers >= Self.manyWrongAnswers, known == nil { add(.lock, step) }
  }

  private static func isScreen(_ step: Step?, _ names: [String]) -> Bool {
    guard let step, case .screen(let screen) = step.kind, case .ids(let ids) = screen.id else { return false }
    return ids.contains { names.contains($0.value) }
  }

  /// What the mock's form changes; `nil` if the mock does not know the screen or the form.
  private func knownKinds(of screen: ExpectedScreen, _ names: [String], before next: Step?) -> [AccountChange.Kind]? {
    guard let known, let name = names.first(where: { known.inventory.screens[$0] != nil }),
      let form = known.inventory.form(of: screen, on: name)
    else { return nil }
    var nexts: [String?] = [nil]
    if let next, case .screen(let following) = next.kind, case .ids(let ids) = following.id { nexts = ids.map(\.value) }
    let kinds = nexts.compactMap { known.changes[KnownAccountChanges.Way(screen: name, form: form, next: $0)] }
    return Set(kinds.joined()).sorted { "\($0)" < "\($1)" }
  }
}

extension TenantInventory {
  /// The form that a step posts, as far as that is known before it is walked; `nil` if it is not.
  fileprivate func form(of screen: ExpectedScreen, on name: String) -> String? {
    let forms = screens[name] ?? []
    if let press = screen.press?.value.constant, let pressed = forms.first(where: { ([$0.id] + $0.aliases).contains(press) }) {
      return pressed.id
    }
    guard !screen.answers.isEmpty else { return nil }
    return forms.first { form in screen.answers.allSatisfy { answer in form.widgets.contains { $0.id == answer.widget.value } } }?.id
  }
}

extension ExpectedScreen {
  private static let newWords: Set<String> = [
    "new", "reset", "change", "choose", "set", "confirm", "confirmation", "repeat", "again", "recover",
  ]
  private static let declining: Set<String> = ["decline", "cancel", "skip", "later", "back", "no", "reject", "reset"]

  /// What its names and answers show.
  fileprivate func shownKinds(_ names: [String]) -> [AccountChange.Kind] {
    let words = Set((names + forms.map(\.id.value)).flatMap(\.words))
    let pressed = Set(press?.value.spelling.words ?? [])
    guard pressed.isDisjoint(with: Self.declining) else { return [] }
    var kinds: [AccountChange.Kind] = []
    if setsPassword(words) { kinds.append(.password) }
    let isEnrolment = words.contains { $0.hasPrefix("enrol") }
    if isEnrolment, !kinds.contains(.password), answers.contains(where: { $0.widget.value.isOfSecret }) { kinds.append(.factor) }
    let isAgreement = !words.isDisjoint(with: ["terms", "consent", "consents"]) || answers.contains { $0.isAgreement }
    if isAgreement, answers.contains(where: { $0.value.constant == .bool(true) }) { kinds.append(.terms) }
    let closes = !pressed.isDisjoint(with: ["close", "deactivate"]) && pressed.union(words).contains("account")
    if closes || !pressed.isDisjoint(with: ["delete", "remove", "unenroll", "unenrol"]) { kinds.append(.deletion) }
    return kinds
  }

  /// Two passwords are a new one and its confirmation; a single one is new where a name says so.
  private func setsPassword(_ words: Set<String>) -> Bool {
    let passwords = answers.filter { $0.widget.value.isOfPassword || words.contains("password") && $0.widget.value.isOfSecret }
    if passwords.count > 1 { return true }
    guard let only = passwords.first else { return false }
    return !Self.newWords.isDisjoint(with: words.union(only.widget.value.words))
  }

  /// Whether each new password is the account's own.
  fileprivate var setsOwnPassword: Bool {
    let passwords = answers.filter { $0.widget.value.isOfSecret }
    return !passwords.isEmpty && passwords.contains { $0.value.references.map(\.spelling) == ["account.password"] }
  }
}

extension ExpectedAnswer {
  fileprivate var isAgreement: Bool { !Set(widget.value.words).isDisjoint(with: ["terms", "consent", "consents"]) }
}

extension TemplateValue {
  fileprivate var callsFunction: Bool {
    guard case .text(let template) = self else { return false }
    return template.parts.contains { part in
      guard case .expression(let expression) = part else { return false }
      guard case .reference = expression else { return true }
      return false
    }
  }
}

extension String {
  fileprivate var isOfPassword: Bool { words.contains { $0.hasPrefix("password") } }

  /// Whether a field of this name takes a password or a code.
  fileprivate var isOfSecret: Bool { isOfPassword || !Set(words).isDisjoint(with: ["passcode", "code", "otp", "pin", "totp", "pwd"]) }

  /// Its words in small letters: `newPassword`, `new-password` and `new_password` have the same two.
  fileprivate var words: [String] {
    var words: [String] = []
    var isInWord = false
    for character in self {
      guard character.isLetter else {
        isInWord = false
        continue
      }
      let startsHump = character.isUppercase && words.last?.last?.isLowercase == true
      if isInWord, !startsHump { words[words.count - 1].append(character) } else { words.append(String(character)) }
      isInWord = true
    }
    return words.map { $0.lowercased() }
  }
}
