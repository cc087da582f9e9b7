internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyRunner
internal import JourneyScenario

// Widgets that have another name, label or order now.
extension StepHealer {
  /// The aspects of a widget that are only words.
  private static let wording: Set<String> = ["label", "placeholder"]

  func widget(_ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    switch mismatch.subject {
    case .widget(let id, nil) where mismatch.expected == "present": return renamed(id, mismatch, on: screen, expected)
    case .widget(let id, "value"?):
      guard let widget = widget(id, on: screen), case .output(let text) = widget.kind else { return changed(mismatch) }
      return reworded(mismatch, to: text.visible, of: "the text of '\(id)'", expected)
    case .widget(let id, let aspect?) where Self.wording.contains(aspect):
      guard let widget = widget(id, on: screen), let text = widget.words(aspect) else { return changed(mismatch) }
      // A box or a link says what people agree to; a field only what belongs into it, and a button is one by which steps press, too.
      guard widget.isField || aspect == "label" && widget.kind.isSubmitter else {
        return reworded(mismatch, to: text, of: "the \(aspect) of '\(id)'", expected)
      }
      let isSame = aspect == "placeholder" ? Likeness.isExampleOfSame : Likeness.isNameOfSame
      return reworded(mismatch, to: text, of: "the \(aspect) of '\(id)'", if: isSame, expected)
    case .other: return reordered(mismatch, on: screen, expected)
    case .widget, .form, .answer: return changed(mismatch)
    }
  }

  private func changed(_ mismatch: Mismatch) -> Remedy {
    .refused("what is asked has changed: \(mismatch.subject.sentence): expected \(mismatch.expected), actual \(mismatch.actual)")
  }

  func widget(_ id: String, on screen: Screen) -> Widget? {
    let owners = screen.forms.compactMap { $0.widget(named: id) }
    return owners.count == 1 ? owners[0] : nil
  }

  // MARK: Names

  /// The ids of all widgets that the step names.
  func named(by expected: ExpectedScreen) -> Set<String> {
    var names = Set(expected.answers.map(\.widget.value))
    names.formUnion(expected.widgets.filter { $0.state != .absent }.map(\.id.value))
    for form in expected.forms {
      if case .with(let widgets, _, _) = form.state { names.formUnion(widgets.filter { $0.state != .absent }.map(\.id.value)) }
    }
    return names
  }

  /// A widget that is missing: the only one that the step does not name and that is as the missing one was.
  func renamed(_ id: String, _ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    let candidates = successors(of: id, on: screen, expected)
    guard let found = candidates.first, candidates.count == 1 else {
      let reason = candidates.isEmpty ? "nothing on the screen is as it was" : "several could be meant"
      return .refused("widget '\(id)' is gone: \(reason)")
    }
    let places = places(of: id, in: expected).filter { Excerpt($0.range) == mismatch.place }
    let reason = "widget '\(id)' is called '\(found.id.text)'"
    let edits = places.compactMap { rename($0, to: found.id.text, reason) }
    return edits.isEmpty ? .refused("\(reason), which cannot be written there") : .edits(edits)
  }

  /// The widgets that the step does not name and that are as the missing one was.
  private func successors(of id: String, on screen: Screen, _ expected: ExpectedScreen) -> [Widget] {
    let known = named(by: expected)
    return screen.forms.flatMap(\.widgets).filter { widget in
      !known.contains(widget.id.text) && fits(widget, id, expected) && !WeightyText.turns(id, widget.id.text)
    }
  }

  private func places(of id: String, in expected: ExpectedScreen) -> [Located<String>] {
    var all = expected.answers.map(\.widget) + expected.widgets.map(\.id) + (expected.onlyWidgets ?? [])
    for form in expected.forms {
      guard case .with(let widgets, let only, _) = form.state else { continue }
      all += widgets.map(\.id) + (only ?? [])
    }
    return all.filter { $0.value == id }
  }

  /// Whether a widget is what the step says of the missing one: its type and its label, as far as they are written, and one of them is;
  /// or, of an answer alone, a field for the same kind of value.
  private func fits(_ candidate: Widget, _ id: String, _ expected: ExpectedScreen) -> Bool {
    guard candidate.isVisible, candidate.isField else { return false }
    let answer = expected.answers.first { $0.widget.value == id }
    if let answer, !takes(answer, candidate) { return false }
    guard let attributes = attributes(of: id, in: expected), !attributes.isEmpty else { return answer != nil }
    var isSupported = false
    for attribute in attributes {
      guard let written = attribute.matcher.literal else { continue }
      switch attribute.name.value {
      case .known(.type):
        guard candidate.typeName == written else { return false }
        isSupported = isSupported || answer != nil
      case .known(.label):
        guard candidate.label?.visible == written else { return false }
        isSupported = true
      default: continue
      }
    }
    return isSupported
  }

  /// Whether a person would give this answer here: a secret only where it stays hidden, an address only where one is asked for.
  private func takes(_ answer: ExpectedAnswer, _ candidate: Widget) -> Bool {
    guard candidate.kind.takesAnswer else { return false }
    guard case .entry(let entry) = candidate.kind else { return !answer.isSecret && !answer.isText }
    return answer.isSecret == (entry.purpose == .password || entry.purpose == .passcode) && !entry.isReadOnly
  }

  private func attributes(of id: String, in expected: ExpectedScreen) -> [ExpectedAttribute]? {
    var all = expected.widgets
    for form in expected.forms {
      if case .with(let widgets, _, _) = form.state { all += widgets }
    }
    for widget in all where widget.id.value == id {
      if case .with(let attributes) = widget.state { return attributes }
    }
    return nil
  }

  // MARK: Words

  /// The text at the place of a mismatch becomes the one that is shown.
  ///
  /// - Parameter isSame: whether the two texts say the same.
  func reworded(
    _ mismatch: Mismatch, to text: String, of what: String, if isSame: (String, String) -> Bool = Likeness.areEqual,
    _ expected: ExpectedScreen
  ) -> Remedy {
    let literals = matchers(of: expected).compactMap(\.locatedLiteral)
    guard let literal = literals.first(where: { Excerpt($0.range) == mismatch.place }) else {
      return .refused("\(what) is described by a pattern, which its author has to change: expected \(mismatch.expected), actual '\(text)'")
    }
    let written = literal.value
    guard isSame(written, text) else {
      return .refused("\(what) is now '\(text)', previously '\(written)': only a person can say whether that means the same")
    }
    guard let replacement = WrittenText(literal.range)?.replaced(by: text) else {
      return .refused("\(what) reads '\(text)', which cannot be written in place of '\(written)'")
    }
    return .edits([HealingEdit(literal.range, replacement, reason: "\(what) is now '\(text)', previously '\(written)'")])
  }

  private func matchers(of expected: ExpectedScreen) -> [Matcher] {
    func of(_ widgets: [ExpectedWidget]) -> [Matcher] {
      widgets.flatMap { widget -> [Matcher] in
        guard case .with(let attributes) = widget.state else { return [] }
        return attributes.map(\.matcher)
      }
    }
    func of(_ messages: ExpectedMessages) -> [Matcher] {
      guard case .some(let all) = messages else { return [] }
      return all.flatMap { $0.matcher.parts }
    }
    var all = of(expected.widgets) + of(expected.messages) + expected.branding.map(\.matcher)
    for form in expected.forms {
      guard case .with(let widgets, _, let messages) = form.state else { continue }
      all += of(widgets) + of(messages)
    }
    return all
  }

  // MARK: Order

  /// An exact list of ids in another order, or with more that need not be filled in.
  private func reordered(_ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    var lists: [(written: [Located<String>], shown: [Widget])] = []
    if let only = expected.onlyWidgets { lists.append((only, screen.widgetsInOrder.map(\.widget))) }
    for form in expected.forms {
      guard case .with(_, let only?, _) = form.state, let shown = screen.form(FormID(form.id.value)) else { continue }
      lists.append((only, screen.widgetsInOrder.filter { $0.form == shown.id }.map(\.widget)))
    }
    guard let list = lists.first(where: { $0.written.first.map { Excerpt($0.range) } == mismatch.place }),
      let first = list.written.first, let last = list.written.last
    else { return changed(mismatch) }
    let shown = list.shown.map(\.id.text)
    let written = list.written.map(\.value)
    var renamed: Set<String> = []
    for id in written where !shown.contains(id) {
      let found = successors(of: id, on: screen, expected)
      guard let successor = found.first, found.count == 1 else { return .refused("widget '\(id)' is gone") }
      renamed.insert(successor.id.text)
    }
    let added = list.shown.filter { !written.contains($0.id.text) && !renamed.contains($0.id.text) }
    for widget in added {
      guard case .output(let text) = widget.kind, !text.visible.contains("***"), !text.visible.contains("@") else {
        return .refused("there is '\(widget.id)' as well, which is more than a text")
      }
      if let reason = WeightyText.reason(text.visible) {
        return .refused("there is \(widget.told) as well, which \(reason): only a person can say whether that changes anything")
      }
    }
    let range = SourceRange(file: first.range.file, start: first.range.start, end: last.range.end)
    guard range.start.line == range.end.line, shown.allSatisfy(WrittenText.isPlain) else {
      return .refused("the list of widgets takes several lines, which its author has to change: \(mismatch.actual)")
    }
    let reason =
      !renamed.isEmpty
      ? "widgets have other names"
      : added.isEmpty ? "the widgets come in another order" : "there is more to read: \(added.map(\.told).joined(separator: ", "))"
    return .edits([HealingEdit(range, shown.joined(separator: ", "), reason: reason)])
  }
}

extension Widget {
  /// Whether a person types or selects something here.
  var isField: Bool {
    switch kind {
    case .entry, .choice: true
    case .output, .toggle, .submitter, .close, .credential, .unknown: false
    }
  }

  /// Its id with what it says.
  var told: String {
    guard case .output(let text) = kind else { return id.text }
    return "\(id) '\(text.visible)'"
  }

  fileprivate func words(_ aspect: String) -> String? {
    if aspect == "label" { return label?.visible }
    switch kind {
    case .entry(let entry): return entry.placeholder
    case .choice(let list): return list.placeholder
    default: return nil
    }
  }
}

extension Matcher {
  /// The text that it is written as, if it is one, without variables.
  var literal: String? { locatedLiteral?.value }

  /// The same with the place of the text, which of `{equals: text}` is a part of the matcher's.
  var locatedLiteral: Located<String>? {
    guard case .equals(.constant(.text(let text), let range)) = rule else { return nil }
    return Located(text, at: range)
  }

  /// Itself, and the matchers that it is made of.
  var parts: [Matcher] {
    switch rule {
    case .all(let parts): [self] + parts.flatMap(\.parts)
    default: [self]
    }
  }
}

extension ExpectedAnswer {
  /// What the answer is taken from, as it is written.
  private var spelling: String {
    guard case .text(let template) = value else { return "" }
    return template.spelling
  }

  /// Whether a password or a code is given.
  var isSecret: Bool { ["password", "secret.", "totp(", "otp", "code", "pin"].contains { spelling.lowercased().contains($0) } }

  /// Whether it is a text, and no choice or tick.
  var isText: Bool {
    switch value {
    case .text: true
    case .constant(.bool, _), .constant(.map, _), .constant(.list, _), .list, .map: false
    case .constant: true
    }
  }
}
