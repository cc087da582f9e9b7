internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

/// What a step expects of one message, and where.
struct MessageExpectation {
  let expected: ExpectedMessage
  /// Indices of the messages that the expectation may mean.
  let scope: [Int]
  /// The indices among them that are as expected.
  let candidates: [Int]
  /// The first of them that cannot be judged; `nil` if all can.
  let undecidable: Int?
}

extension ScreenMatcher {
  /// Checks the expectations of messages: of the whole screen, or of one form.
  ///
  /// Expectations of single messages wait for `assignMessages`.
  mutating func check(_ said: ExpectedMessages, in form: FormID?) {
    switch said {
    case .unsaid: break
    case .any: messages.expect(indices(in: form))
    case .none(let range): checkNone(indices(in: form), form, range)
    case .some(let expected):
      let count = messages.messages.count
      guard expected.count * count <= ListPairing.maxComparisons else {
        return collector.add(
          Mismatch(
            .message, subject: "messages", expected: "at most \(ListPairing.maxComparisons) comparisons",
            actual: "\(expected.count) expectations and \(count) messages", place: Excerpt(expected[0].matcher.range)))
      }
      for message in expected {
        if let expectation = expectation(message, in: form) { expectations.append(expectation) }
      }
    }
  }

  /// Assigns each expectation its own message, for as many of them as possible, in any order.
  mutating func assignMessages() {
    let pairing = ListPairing(expectations.map(\.candidates), count: messages.messages.count)
    let message = pairing.elementOfMatcher
    for index in message.values { messages.take(index) }
    for (index, expectation) in expectations.enumerated() where message[index] == nil { addUnmet(expectation) }
  }

  mutating func checkUnexpectedMessages() {
    for message in messages.unexpected {
      collector.add(
        Mismatch(
          .unexpectedMessage, subject: "message on \(message.placeName)", expected: "only messages that a step lists",
          actual: message.shown))
    }
  }

  private func indices(in form: FormID?) -> [Int] {
    guard let form else { return Array(messages.messages.indices) }
    return messages.messages.indices.filter { messages.messages[$0].scope.form == form }
  }

  private mutating func checkNone(_ indices: [Int], _ form: FormID?, _ range: SourceRange) {
    guard !indices.isEmpty else { return }
    let subject = form.map { Mismatch.Subject.form($0.rawValue, aspect: "messages") } ?? "messages"
    let shown = indices.map { messages.messages[$0].shown + " on " + messages.messages[$0].placeName }
    collector.add(
      Mismatch(
        .message, subject: subject, expected: "none", actual: shown.joined(separator: ", "), place: Excerpt(range)))
    messages.excuse(indices)
  }

  /// Finds the messages that an expectation may mean; `nil` if it cannot be understood, which is a mismatch.
  private mutating func expectation(_ expected: ExpectedMessage, in form: FormID?) -> MessageExpectation? {
    guard let meant = indices(of: expected, in: form), let scope = withLinks(expected, among: meant) else { return nil }
    do throws(BindingFailure) {
      var candidates: [Int] = []
      var undecidable: Int?
      for index in scope where expected.accepts(messages.messages[index].level) {
        switch try expected.matcher.judge(MatchSubject(messages.messages[index]), in: &bindings) {
        case .holds: candidates.append(index)
        case .differs: break
        case .undecidable: undecidable = undecidable ?? index
        }
      }
      return MessageExpectation(expected: expected, scope: scope, candidates: candidates, undecidable: undecidable)
    } catch {
      collector.add(Mismatch(error, of: Self.name(expected)))
      return nil
    }
  }

  /// The messages that the scope means; `nil` if it is ambiguous, which is a mismatch.
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

  /// Reports an expectation that no message fulfilled, with the messages that could have been meant.
  private mutating func addUnmet(_ expectation: MessageExpectation) {
    let expected = expectation.expected
    let left = expectation.scope.filter { !messages.taken.contains($0) }
    let candidates = left.filter { expected.accepts(messages.messages[$0].level) }
    guard let first = expectation.undecidable ?? candidates.first else { return addMissing(expected, others: left) }
    messages.excuse(candidates)
    let name = Self.name(expected)
    var single = MismatchCollector()
    single.match(MatchSubject(messages.messages[first]), expected.matcher, .message, name, in: &bindings)
    // This message matches, but another expectation needs it.
    guard var mismatch = single.mismatches.first else { return addMissing(expected, others: []) }
    guard candidates.count > 1, expectation.undecidable == nil else { return collector.add(single.mismatches) }
    mismatch.actual = candidates.map { messages.messages[$0].shown }.joined(separator: ", ")
    mismatch.details = []
    collector.add(mismatch)
  }

  /// Reports that the message is missing, or that only messages of other levels came.
  private mutating func addMissing(_ expected: ExpectedMessage, others: [Int]) {
    let name = Self.name(expected)
    if let level = expected.level, let other = others.first {
      messages.excuse(CollectionOfOne(other))
      let shown = messages.messages[other].shown
      return collector.add(
        Mismatch(.message, subject: name, expected: "level '\(level.value)'", actual: shown, place: Excerpt(level.range)))
    }
    guard let level = expected.level, expected.matcher.rule == .all([]) else {
      return collector.match(MatchSubject(nil), expected.matcher, .message, name, in: &bindings)
    }
    collector.add(
      Mismatch(.message, subject: name, expected: "a message of level '\(level.value)'", actual: "nothing", place: Excerpt(level.range)))
  }

  private mutating func addAmbiguity(_ expected: ExpectedMessage, _ forms: [String]) {
    collector.add(
      Mismatch(
        .message, subject: Self.name(expected), expected: "one widget of this id", actual: "one in each of \(Wording.list(forms))",
        details: forms.map { "write 'forms: {\($0): {messages: {\(expected.scope.value): …}}}'" },
        place: Excerpt(expected.scope.range)))
  }

  private static func name(_ expected: ExpectedMessage) -> Mismatch.Subject {
    expected.scope.value == "global" ? "global message" : "message on '\(expected.scope.value)'"
  }
}

extension ExpectedMessage {
  fileprivate func accepts(_ level: MessageLevel) -> Bool { self.level == nil || self.level?.value == level.text }
}
