import Encodings
import JourneyModel
import ModelCoding

/// Finds what differs between two screens of one id, as a person sees them.
struct ScreenComparison {
  private let before: Screen
  private let now: Screen
  private let control: ScreenControl
  private(set) var findings: [Finding] = []

  /// - Parameter control: what differs between walks of one version.
  init(_ before: Screen, _ now: Screen, control: ScreenControl = ScreenControl()) {
    self.control = control
    let now = control.varied.restored(now, as: before)
    guard before != now else {
      (self.before, self.now) = (before, now)
      return
    }
    (self.before, self.now) = MaskedTexts.alike(before.withoutPage, now.withoutPage, moving: control.moving)
    if self.before != self.now {
      compareForms()
      compareMessages()
      compareFrame()
      if findings.isEmpty, self.before.comparable != self.now.comparable { add(.detail, "other", "one", "another") }
    }
    compareBehaviour(before, now)
    comparePages(before, now)
  }

  private mutating func add(_ kind: ChangeKind, _ element: String, _ before: String?, _ now: String?) {
    var finding = Finding(kind, screen: self.now.id.text, element: element, before: before, now: now)
    (finding.screenBefore, finding.screenNow) = (self.before, self.now)
    findings.append(finding)
  }

  // MARK: Forms

  private mutating func compareForms() {
    let (old, new) = (before.forms, now.forms)
    var gone = old.filter { form in !new.contains { $0.id == form.id } }
    for form in new where !old.contains(where: { $0.id == form.id }) {
      if let index = gone.firstIndex(where: { $0.isLike(form) }) {
        add(.formRenamed, form.id.rawValue, gone[index].id.rawValue, form.id.rawValue)
        gone.remove(at: index)
      } else {
        add(.wayAdded, form.id.rawValue, nil, form.name)
      }
    }
    for form in gone { add(.wayRemoved, form.id.rawValue, form.name, nil) }
    for form in new {
      guard let other = old.first(where: { $0.id == form.id }) else { continue }
      compare(other, form)
    }
    compareOrder(old.map(\.id.rawValue), new.map(\.id.rawValue), of: "forms")
  }

  private mutating func compare(_ old: Form, _ new: Form) {
    guard old != new else { return }
    let name = new.id.rawValue
    if old.label != new.label { add(.label, name, old.label?.visible, new.label?.visible) }
    if old.authenticator != new.authenticator { add(.detail, "\(name)/authenticator", old.authenticator?.said, new.authenticator?.said) }
    if old.kind.word != new.kind.word || old.skipsChecks != new.skipsChecks { add(.detail, "\(name)/form", old.attributes, new.attributes) }
    if old.extras != new.extras { add(.detail, "\(name)/more", old.extras.said, new.extras.said) }
    compare(old.widgets, new.widgets, in: name)
  }

  private mutating func compare(_ old: [Widget], _ new: [Widget], in place: String) {
    var gone = old.filter { widget in !new.contains { $0.id == widget.id } }
    for widget in new where !old.contains(where: { $0.id == widget.id }) {
      let element = "\(place)/\(widget.id.text)"
      if let index = gone.firstIndex(where: { $0.isLike(widget) }) {
        add(.widgetRenamed, element, gone[index].id.text, widget.id.text)
        gone.remove(at: index)
      } else {
        add(widget.kindAdded, element, nil, widget.name)
      }
    }
    for widget in gone { add(widget.kindAdded.mirror, "\(place)/\(widget.id.text)", widget.name, nil) }
    for widget in new {
      guard let other = old.first(where: { $0.id == widget.id }) else { continue }
      compare(other, widget, at: "\(place)/\(widget.id.text)")
    }
    // The order of hidden fields does not matter to people, and some servers do not keep it.
    compareOrder(old.filter(\.isVisible).map(\.id.text), new.filter(\.isVisible).map(\.id.text), of: place)
  }

  private mutating func compareOrder(_ old: [String], _ new: [String], of place: String) {
    let common = Set(old).intersection(new)
    let (left, right) = (old.filter(common.contains), new.filter(common.contains))
    if left != right { add(.order, place, left.joined(separator: ", "), right.joined(separator: ", ")) }
  }

  // MARK: Widgets

  private mutating func compare(_ old: Widget, _ new: Widget, at element: String) {
    guard old != new else { return }
    if old.label?.visible != new.label?.visible { add(.label, element, old.label?.visible, new.label?.visible) }
    if old.kind.isRequired != new.kind.isRequired {
      add(new.kind.isRequired ? .required : .optional, element, old.name, new.name)
    }
    if old.kind.isReadOnly != new.kind.isReadOnly { add(new.kind.isReadOnly ? .fixed : .unfixed, element, old.name, new.name) }
    if let hides = old.kind.hidesValue, let hidesNow = new.kind.hidesValue, hides != hidesNow {
      add(hidesNow ? .hiddenWhileTyped : .shownInClear, element, old.name, new.name)
    } else if old.typeName != new.typeName || old.kind.word != new.kind.word {
      add(.type, element, old.typeName, new.typeName)
    }
    if old.extras != new.extras || old.isVisible != new.isVisible || old.label?.html != new.label?.html {
      add(.detail, element, old.extras.said, new.extras.said)
    }
    compare(old.kind, new.kind, at: element)
  }

  private mutating func compare(_ old: WidgetKind, _ new: WidgetKind, at element: String) {
    switch (old, new) {
    case (.output(let left), .output(let right)):
      if left.visible != right.visible { add(.text, element, left.visible, right.visible) }
    case (.entry(let left), .entry(let right)):
      if left.placeholder != right.placeholder { add(.placeholder, element, left.placeholder, right.placeholder) }
      compareRules(left.validator, right.validator, at: element)
      if left.remainder != right.remainder { add(.detail, "\(element)/field", left.remainder.said, right.remainder.said) }
    case (.toggle(let left), .toggle(let right)):
      if left.isOn != right.isOn { add(right.isOn ? .ticked : .unticked, element, nil, nil) }
    case (.choice(let left), .choice(let right)): compare(left, right, at: element)
    case (.credential(let left), .credential(let right)):
      if left.ceremony != right.ceremony { add(.detail, "\(element)/ceremony", left.ceremony.rawValue, right.ceremony.rawValue) }
    case (.unknown(let left), .unknown(let right)): if left != right { add(.detail, element, left.quoted, right.quoted) }
    default: break
    }
  }

  private mutating func compare(_ old: ChoiceList, _ new: ChoiceList, at element: String) {
    if old.placeholder != new.placeholder { add(.placeholder, element, old.placeholder, new.placeholder) }
    compareRules(old.validator, new.validator, at: element)
    if old.takesSeveral != new.takesSeveral || old.selected != new.selected {
      add(.detail, "\(element)/selected", Value.list(old.selected).quoted, Value.list(new.selected).quoted)
    }
    var gone = old.choices.filter { choice in !new.choices.contains { $0.identity == choice.identity } }
    for choice in new.choices where !old.choices.contains(where: { $0.identity == choice.identity }) {
      guard let authenticator = choice.authenticator, let index = gone.firstIndex(where: { $0.authenticator == authenticator }) else {
        add(.optionAdded, "\(element)/\(choice.identity)", nil, choice.spoken)
        continue
      }
      // The same authenticator by other methods.
      let (before, now) = (gone.remove(at: index).methods, choice.methods)
      for method in now where !before.contains(method) {
        add(.optionAdded, "\(element)/\(authenticator)/\(method)", nil, choice.name(by: method))
      }
      for method in before where !now.contains(method) {
        add(.optionRemoved, "\(element)/\(authenticator)/\(method)", choice.name(by: method), nil)
      }
    }
    for choice in gone { add(.optionRemoved, "\(element)/\(choice.identity)", choice.spoken, nil) }
    for choice in new.choices {
      guard let other = old.choices.first(where: { $0.identity == choice.identity }), other != choice else { continue }
      let place = "\(element)/\(choice.identity)"
      if other.label?.visible != choice.label?.visible { add(.label, place, other.label?.visible, choice.label?.visible) }
      if other.group != choice.group { add(.text, "\(place)/group", other.group, choice.group) }
      let (left, right) = (other.facts.first { $0.name == "disabled" }, choice.facts.first { $0.name == "disabled" })
      if left != right { add(.detail, "\(place)/disabled", left?.value.quoted, right?.value.quoted) }
      compare(other.widgets, choice.widgets, in: place)
    }
    compareOrder(old.choices.map(\.identity), new.choices.map(\.identity), of: element)
  }

  private mutating func compareRules(_ before: [Value.Member], _ now: [Value.Member], at element: String) {
    let (old, new) = (PasswordKinds.listed(before), PasswordKinds.listed(now))
    for name in Set((old + new).map(\.name)).sorted() {
      let (left, right) = (old.first { $0.name == name }?.value, new.first { $0.name == name }?.value)
      // A list of no kinds asks for as much as none.
      guard left != right, ![left, right].allSatisfy({ $0 == nil || $0 == .list([]) }) || name != PasswordKinds.rule else { continue }
      let words = name == PasswordKinds.rule ? (PasswordKinds.text(left), PasswordKinds.text(right)) : (nil, nil)
      add(RuleStrictness(name, left, right).kind, "\(element)/\(name)", words.0 ?? left?.quoted, words.1 ?? right?.quoted)
    }
  }

  // MARK: Pages

  /// Sentences that one comparison reports.
  private static let maxSentences = 40

  /// What a person reads on the page, apart from what was reported of its parts.
  private mutating func comparePages(_ old: Screen, _ new: Screen) {
    let (left, right) = Self.pages(old, new)
    guard left != right else { return }
    let told = ToldTexts(before: before.json, now: now.json, moving: control.moving)
    // What has another place moves its texts along.
    let tellsMoves = !findings.contains { $0.kind == .order }
    let (earlier, later) = (PageText(left, moving: control.moving), PageText(right, moving: control.moving))
    let changes = later.changes(since: earlier, besides: told).filter { tellsMoves || !$0.isMove }
    var number = 0
    for change in changes.prefix(Self.maxSentences).map(\.excerpt) {
      guard !change.isMove, let now = change.now else {
        let text = String((change.before ?? "").prefix(80))
        add(.pageText, "\(change.isMove ? "moved" : "gone")/\(text)", change.before, change.now)
        continue
      }
      number += 1
      add(.pageText, "\(number)", change.before, now)
    }
    let rest = changes.count - Self.maxSentences
    if rest > 0 { add(.pageText, "rest", nil, "\(rest) more sentences") }
  }

  /// The texts of both pages; a log of an older version has those of their main parts alone, on one line.
  private static func pages(_ old: Screen, _ new: Screen) -> (String, String) {
    let isOlder = [old, new].contains { $0.pageText.isEmpty && $0.facts.contains(where: \.isPageText) }
    guard isOlder else { return (old.pageText, new.pageText) }
    let texts = [old, new].map { $0.facts.first(where: \.isPageText)?.value.text ?? "" }
    return (texts[0], texts[1])
  }

  /// What the page does and does not say.
  private mutating func compareBehaviour(_ old: Screen, _ new: Screen) {
    // A log of an older version does not contain it.
    guard old.behaviour != new.behaviour, old.isKnownToBehave, new.isKnownToBehave else { return }
    let names = Dictionary(
      findings.filter { $0.kind == .formRenamed }.compactMap { one in one.before.map { ($0, one.element) } }, uniquingKeysWith: { $1 })
    // The new target of a link is reported with its form.
    let told = Set(findings.filter { $0.kind == .detail }.map(\.element))
    for (name, before, now) in BehaviourDifference(old.behaviour.map { $0.renamed(by: names) }, new.behaviour).changes
    where !told.contains("\(name)/form") {
      add(.behaviour, name, before, now)
    }
  }

  // MARK: Messages and the rest

  private mutating func compareMessages() {
    var gone = before.messages.filter { message in !now.messages.contains { $0.isSame(as: message) } }
    for message in now.messages where !before.messages.contains(where: { $0.isSame(as: message) }) {
      if let index = gone.firstIndex(where: { $0.level == message.level && $0.scope == message.scope }) {
        add(.notice, message.element, gone[index].text.visible, message.text.visible)
        gone.remove(at: index)
      } else {
        if isTold(message, by: [.asked, .required]) { continue }
        add(message.level.mustBeExpected && !isRefused(before) ? .errorSaid : .notice, message.element, nil, message.text.visible)
      }
    }
    for message in now.messages {
      guard let other = before.messages.first(where: { $0.isSame(as: message) }), other != message,
        other.attributes != message.attributes
      else { continue }
      add(.detail, "\(message.element)/more", other.attributes, message.attributes)
    }
    for message in gone where !isTold(message, by: [.askedNoMore, .optional]) {
      add(message.level.mustBeExpected && !isRefused(now) ? .errorUnsaid : .notice, message.element, message.text.visible, nil)
    }
  }

  /// Whether the answer before it was refused, in whatever words.
  private func isRefused(_ screen: Screen) -> Bool { screen.messages.contains { $0.level.mustBeExpected } }

  /// Whether it says of a field that it was left empty which has to be filled in by one of the versions alone.
  private func isTold(_ message: Message, by kinds: [ChangeKind]) -> Bool {
    findings.contains { kinds.contains($0.kind) && message.element == "error/\($0.element)" }
  }

  /// What an org says of the passwords that it takes.
  private static let complexity = "settings.complexity"

  private mutating func compareFrame() {
    if before.branding != now.branding { add(.branding, "branding", before.branding.said, now.branding.said) }
    // What comes or goes changes the layout as well.
    let otherParts = findings.contains { [.asked, .askedNoMore, .wayAdded, .wayRemoved].contains($0.kind) }
    if before.layout != now.layout, !otherParts { add(.order, "layout", nil, nil) }
    for name in Set((before.facts + now.facts).map(\.name)).sorted() {
      let (old, new) = (before.facts.first { $0.name == name }, now.facts.first { $0.name == name })
      guard old != new else { continue }
      if name.hasSuffix(Self.complexity), case .map(let left)? = old?.value, case .map(let right)? = new?.value {
        // It is in the answer twice.
        if name == Self.complexity { compareRules(left, right, at: "password") }
      } else if ["title", "heading"].contains(name), let left = old?.value.text, let right = new?.value.text {
        add(.text, name, left, right)
      } else {
        add(.detail, "fact \(name)", old?.value.quoted, new?.value.quoted)
      }
    }
  }
}

extension Screen {
  /// Whether it says what its page does, and be it nothing.
  fileprivate var isKnownToBehave: Bool { !behaviour.isEmpty || !pageText.isEmpty }

  /// The screen's parts alone.
  fileprivate var withoutPage: Screen {
    var screen = self
    (screen.pageText, screen.behaviour) = ("", [])
    screen.facts.removeAll(where: \.isPageText)
    return screen
  }
}
