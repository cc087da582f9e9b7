internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

/// Compares what is shown with what a step expects: every expectation, not only up to the first that fails.
struct ScreenMatcher {
  let screen: Screen
  /// The last exchange, which `response` is matched against.
  let exchange: Exchange?
  /// The form that the step posts; an id that several forms have refers to it.
  let posted: FormID?
  var bindings: Bindings
  var messages: MessageLedger
  /// What is expected of single messages, in the order written; each needs its own message.
  var expectations: [MessageExpectation] = []
  var collector = MismatchCollector()

  /// - Parameter expectedBefore: the messages of this response that earlier steps expected.
  init(_ screen: Screen, exchange: Exchange?, posted: FormID?, expectedBefore: Set<Int>, bindings: Bindings) {
    self.screen = screen
    self.exchange = exchange
    self.posted = posted
    self.bindings = bindings
    messages = MessageLedger(screen.everyMessage, expectedBefore: expectedBefore)
  }

  /// Checks everything but the id, which already matches.
  mutating func check(_ expected: ExpectedScreen) {
    for form in expected.forms { check(form) }
    if let only = expected.onlyForms { checkOrder(only, of: screen.forms.map(\.id.rawValue), kind: .form, name: "forms") }
    for widget in expected.widgets { check(widget) }
    if let only = expected.onlyWidgets {
      checkOrder(only, of: screen.widgetsInOrder.map(\.widget.id.text), kind: .widget, name: "widgets")
    }
    check(expected.messages, in: nil)
    assignMessages()
    checkUnexpectedMessages()
    for member in expected.branding { checkBranding(member) }
    if let response = expected.response { collector.match(exchange, response, in: &bindings) }
  }

  /// Checks the end of a session, whose messages are those of the screen. A step without `messages` expects them all: they say that the
  /// session is over.
  mutating func check(_ expected: ExpectedExpiry) {
    if expected.messages != .unsaid {
      check(expected.messages, in: nil)
      assignMessages()
      checkUnexpectedMessages()
    }
    if let response = expected.response { collector.match(exchange, response, in: &bindings) }
  }

  private mutating func checkBranding(_ member: NamedMatcher) {
    let value = Value.map(screen.branding).member(at: member.name.value)
    collector.match(
      MatchSubject(value, readsLiteralsAsText: true), member.matcher, .branding, "branding '\(member.name.value)'", in: &bindings)
  }

  /// Adds a mismatch if the ids are not exactly these in this order.
  mutating func checkOrder(_ expected: [Located<String>], of actual: [String], kind: Mismatch.Kind, name: String) {
    let written = expected.map(\.value)
    guard written != actual else { return }
    let (known, wanted) = (Set(actual), Set(written))
    let missing = written.filter { !known.contains($0) }
    let surplus = actual.filter { !wanted.contains($0) }
    var details: [String] = []
    if !missing.isEmpty { details.append("missing: \(Wording.list(missing))") }
    if !surplus.isEmpty { details.append("not expected: \(Wording.list(surplus))") }
    if details.isEmpty { details.append("in another order, or not as often") }
    let place = expected.first.map { Excerpt($0.range) }
    collector.add(
      Mismatch(
        kind, subject: "order of \(name) (exact list)", expected: Wording.list(written), actual: Wording.list(actual),
        details: details, place: place))
  }
}

extension Value {
  /// The member with this name, else the one that the dots of the name lead to.
  func member(at path: String) -> Value? {
    if let value = self[path] { return value }
    var value = self
    for part in path.split(separator: ".") {
      guard let next = value[String(part)] else { return nil }
      value = next
    }
    return path.contains(".") ? value : nil
  }
}
