internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension ScreenMatcher {
  /// Checks what is said of messages: of the whole screen, or of one form.
  mutating func check(_ said: ExpectedMessages, in form: FormID?) {
    switch said {
    case .unsaid: break
    case .any: messages.expect(indices(in: form))
    case .none(let range): checkNone(indices(in: form), form, range)
    case .some(let expected):
      for message in expected { check(message, in: form) }
    }
  }

  mutating func checkUnexpectedMessages() {
    for message in messages.unexpected {
      collector.add(
        Mismatch(
          .unexpectedMessage, subject: "message on \(message.placeName)", expected: "no message that no step expects",
          actual: message.shown))
    }
  }

  private func indices(in form: FormID?) -> [Int] {
    guard let form else { return Array(messages.messages.indices) }
    return messages.messages.indices.filter { messages.messages[$0].scope.form == form }
  }

  private mutating func checkNone(_ indices: [Int], _ form: FormID?, _ range: SourceRange) {
    guard !indices.isEmpty else { return }
    let subject = form.map { "messages of form '\($0)'" } ?? "messages"
    let shown = indices.map { messages.messages[$0].shown + " on " + messages.messages[$0].placeName }
    collector.add(
      Mismatch(
        .message, subject: subject, expected: "none", actual: shown.joined(separator: ", "), place: Excerpt(range)))
    messages.excuse(indices)
  }

  private mutating func check(_ expected: ExpectedMessage, in form: FormID?) {
    guard let meant = indices(of: expected, in: form), let scope = withLinks(expected, among: meant) else { return }
    let level = expected.level?.value
    var candidates: [Int] = []
    for index in scope where level == nil || messages.messages[index].level.text == level {
      if messages.taken.contains(index) { continue }
      let subject = MatchSubject(messages.messages[index])
      if collector.fits(subject, expected.matcher, Self.name(expected), in: &bindings) { return messages.take(index) }
      candidates.append(index)
    }
    addUnmet(expected, candidates: candidates, scope: scope)
  }

  /// The messages that the scope means; `nil` where it means none in particular, which is then a mismatch.
  private mutating func indices(of expected: ExpectedMessage, in form: FormID?) -> [Int]? {
    let written = expected.scope.value
    let all = messages.messages
    if written == "global" {
      return all.indices.filter { index in
        switch all[index].scope {
        case .page: form == nil
        case .form(let owner): form == nil || owner == form
        case .widget: false
        }
      }
    }
    let owners = form == nil ? screen.forms(withWidget: written) : []
    let wanted = form ?? (owners.count > 1 ? posted : nil)
    if owners.count > 1, wanted == nil {
      addAmbiguity(expected, owners.map(\.id.rawValue))
      return nil
    }
    return all.indices.filter { index in
      guard case .widget(let owner, let widget) = all[index].scope, widget.text == written else { return false }
      return wanted == nil || owner == wanted
    }
  }

  /// Reports an expectation that no message met, with the messages that could have been meant.
  private mutating func addUnmet(_ expected: ExpectedMessage, candidates: [Int], scope: [Int]) {
    let name = Self.name(expected)
    if candidates.isEmpty, let level = expected.level, let other = scope.first(where: { !messages.taken.contains($0) }) {
      messages.excuse(CollectionOfOne(other))
      let shown = messages.messages[other].shown
      return collector.add(
        Mismatch(.message, subject: name, expected: "level '\(level.value)'", actual: shown, place: Excerpt(level.range)))
    }
    messages.excuse(candidates)
    guard candidates.count > 1 else {
      let subject = candidates.first.map { MatchSubject(messages.messages[$0]) } ?? MatchSubject(nil)
      return collector.match(subject, expected.matcher, .message, name, in: &bindings)
    }
    var single = MismatchCollector()
    single.match(MatchSubject(messages.messages[candidates[0]]), expected.matcher, .message, name, in: &bindings)
    guard var mismatch = single.mismatches.first else { return }
    mismatch.actual = candidates.map { messages.messages[$0].shown }.joined(separator: ", ")
    mismatch.details = []
    collector.add(mismatch)
  }

  private mutating func addAmbiguity(_ expected: ExpectedMessage, _ forms: [String]) {
    collector.add(
      Mismatch(
        .message, subject: Self.name(expected), expected: "one widget of this id", actual: "one in each of \(Wording.list(forms))",
        details: forms.map { "write 'forms: {\($0): {messages: {\(expected.scope.value): …}}}'" },
        place: Excerpt(expected.scope.range)))
  }

  private static func name(_ expected: ExpectedMessage) -> String {
    expected.scope.value == "global" ? "global message" : "message on '\(expected.scope.value)'"
  }
}
