internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario
internal import ModelCoding

/// Takes the values that a step captures from what is shown and from the last exchange.
struct CaptureReader {
  /// `nil` if no screen is shown.
  let screen: Screen?
  let exchange: Exchange?
  /// Where the journey leaves for; `nil` if it does not leave.
  let handover: Handover?
  /// The facts of an end or a token step.
  var facts: Value?
  /// The origin that a `request` was sent to; `nil` for the responses of a journey.
  var giver: Origin?
  /// Knows what must not be seen: a value that contains any of it is captured as a secret.
  let bindings: Bindings

  init(screen: Screen? = nil, exchange: Exchange?, handover: Handover? = nil, bindings: Bindings) {
    self.bindings = bindings
    self.screen = screen
    self.exchange = exchange
    self.handover = handover
  }

  /// What a command wrote: its trimmed `output`, and the JSON in it.
  init(_ result: CommandResult, bindings: Bindings) {
    let answer = Exchange.Answered(status: result.status, headers: [], body: Array(result.output.utf8))
    self.init(exchange: Exchange(purpose: "run", method: "", url: "", response: answer), bindings: bindings)
    let output = result.output.drop(while: \.isWhitespace)
    let end = output.lastIndex { !$0.isWhitespace }.map(output.index(after:)) ?? output.startIndex
    facts = .map([Value.Member("output", .text(String(output[..<end])))])
  }

  /// What was found by name; a capture that finds nothing is a mismatch.
  func read(_ captures: [Capture]) -> (values: [(name: String, value: Value)], mismatches: [Mismatch]) {
    guard !captures.isEmpty else { return ([], []) }
    var values: [(name: String, value: Value)] = []
    var mismatches: [Mismatch] = []
    for capture in captures {
      do throws(CaptureFailure) {
        values.append((capture.name.value, try value(of: capture.source)))
      } catch {
        mismatches.append(Mismatch(error, of: capture))
      }
    }
    return (values, mismatches)
  }

  private func value(of source: Capture.Source) throws(CaptureFailure) -> Value {
    switch source {
    case .widget(let id, let form, let attribute, let pattern): try widget(id, form, attribute, pattern)
    case .message(let scope, let pattern): try message(scope, pattern)
    case .json(let path): try json(path)
    case .header(let name): try header(name)
    case .url(let name): try urlMember(name)
    case .fact(let name): try fact(name)
    case .code, .link: throw CaptureFailure("a code or link, which only 'mail' and 'sms' have")
    }
  }

  private func widget(_ id: String, _ form: String?, _ attribute: AttributeName, _ pattern: String?) throws(CaptureFailure) -> Value {
    guard let screen else { throw CaptureFailure("widget '\(id)'", found: "no screen is shown") }
    let owners = screen.forms.filter { owner in
      owner.widget(named: id) != nil && (form == nil || screen.forms(named: form ?? "").contains { $0.id == owner.id })
    }
    guard let owner = owners.first, let widget = owner.widget(named: id) else {
      if form == nil, let fact = screen.facts.first(where: { $0.name == id }) {
        return try piece(of: fact.shownValue, pattern)
      }
      var failure = CaptureFailure("widget '\(id)'")
      failure.nearest = Wording.suggestion(for: id, among: screen.forms.flatMap(\.everyWidgetID))
      throw failure
    }
    guard owners.count == 1 else {
      throw CaptureFailure("one widget '\(id)'", found: "one in each of \(Wording.list(owners.map(\.id.rawValue))); add 'form'")
    }
    guard let value = widget.attribute(attribute).value else { throw CaptureFailure("\(attribute.written) of widget '\(id)'") }
    return try piece(of: value, pattern)
  }

  /// The value, or what a pattern takes from it. The pattern sees `***` in place of a secret of the caller: what it matches
  /// would reveal the secret.
  private func piece(of value: Value, _ pattern: String?) throws(CaptureFailure) -> Value {
    let concealed = bindings.concealing(value)
    guard let pattern, case .secret(let secret) = concealed else { return try concealed.matching(pattern) }
    let visible = bindings.hidingCallers(in: secret.unsafeText)
    guard visible != secret.unsafeText else { return try concealed.matching(pattern) }
    return bindings.concealing(try Value.text(visible).matching(pattern))
  }

  private func message(_ scope: String, _ pattern: String?) throws(CaptureFailure) -> Value {
    let messages = screen?.everyMessage.filter { $0.scope.written == scope } ?? []
    guard let first = messages.first else { throw CaptureFailure("a message on '\(scope)'") }
    guard messages.count > 1, pattern != nil else { return try piece(of: text(of: first), pattern) }
    var failure = CaptureFailure("a message on '\(scope)'")
    for message in messages {
      do throws(CaptureFailure) { return try piece(of: text(of: message), pattern) } catch { failure = error }
    }
    throw failure
  }

  private func text(of message: Message) -> Value { .text(message.text.visible) }

  private func header(_ name: String) throws(CaptureFailure) -> Value {
    guard let answer = exchange?.response else { throw CaptureFailure("a response of the server", found: "no request was sent") }
    guard let value = answer.header(name) else {
      var failure = CaptureFailure("header '\(name)' of the last response")
      failure.nearest = Wording.suggestion(for: name, among: answer.headers.map(\.name))
      throw failure
    }
    return bindings.concealing(value.given(by: giver))
  }

  private func json(_ path: String) throws(CaptureFailure) -> Value {
    guard let answer = exchange?.response else { throw CaptureFailure("a response of the server", found: "no request was sent") }
    guard let document = answer.document else { throw CaptureFailure("JSON", found: "\(answer.body.count) bytes that are not JSON") }
    do throws(ValuePathError) {
      guard let value = try ValuePath(parsing: path).value(in: document) else { throw ValuePathError("nothing is there", at: 0) }
      return bindings.concealing(value.given(by: giver))
    } catch {
      throw CaptureFailure("'\(path)' of the last response", found: error.message)
    }
  }

  private func urlMember(_ name: String) throws(CaptureFailure) -> Value {
    guard let address else { throw CaptureFailure("an address that the journey left for", found: "it did not leave") }
    guard let items = Self.queryItems(of: address) else {
      throw CaptureFailure("query parameter '\(name)' of the address", found: "an address that is not a URL")
    }
    if let item = items.first(where: { $0.name == name }) { return bindings.concealing(.text(item.value)) }
    var failure = CaptureFailure("query parameter '\(name)' of the address")
    failure.nearest = Wording.suggestion(for: name, among: items.map(\.name))
    throw failure
  }

  private static func queryItems(of address: String) -> [QueryItem]? {
    do throws(WebURLError) { return try WebURL(address).queryItems } catch { return nil }
  }

  private var address: String? {
    handover?.url ?? facts?["redirect"]?.text ?? exchange?.url
  }

  private func fact(_ name: String) throws(CaptureFailure) -> Value {
    if let fact = screen?.facts.first(where: { $0.name == name }) { return bindings.concealing(fact.shownValue) }
    if let value = facts?.member(at: name) { return bindings.concealing(value) }
    var failure = CaptureFailure("fact '\(name)'")
    failure.nearest = Wording.suggestion(for: name, among: factNames)
    throw failure
  }

  private var factNames: [String] {
    guard case .map(let members)? = facts else { return screen?.facts.map(\.name) ?? [] }
    return members.map(\.name)
  }
}

extension Value {
  /// The value, whose secrets may be sent back to the origin that they come from.
  fileprivate func given(by origin: Origin?) -> Value {
    guard let origin else { return self }
    return switch self {
    case .secret(let secret):
      .secret(
        Secret(secret.unsafeText, name: secret.name, origins: secret.origins ?? [origin], source: secret.source, fields: secret.fields))
    case .list(let elements): .list(elements.map { $0.given(by: origin) })
    case .map(let members): .map(members.map { Member($0.name, $0.value.given(by: origin)) })
    case .null, .bool, .number, .text: self
    }
  }
}

/// A capture found nothing.
struct CaptureFailure: Error, Hashable {
  /// What was looked for.
  var expected: String
  /// What was there instead.
  var found: String
  var nearest: String?

  init(_ expected: String, found: String = "nothing of the kind") {
    self.expected = expected
    self.found = found
  }
}

extension Mismatch {
  init(_ failure: CaptureFailure, of capture: Capture) {
    self.init(
      .capture, subject: "capture of '\(capture.name.value)'", expected: failure.expected, actual: failure.found,
      nearest: failure.nearest, place: Excerpt(capture.name.range))
  }
}

extension Value {
  /// The whole, or the first group of a pattern that takes part; of a pattern without groups, all that it matches.
  func matching(_ pattern: String?) throws(CaptureFailure) -> Value {
    guard let pattern else { return self }
    guard let text = spelling else { throw CaptureFailure("a text that matches '\(pattern)'", found: kindName) }
    guard let match = try Self.firstMatch(of: pattern, in: text) else {
      throw CaptureFailure("a text that matches '\(pattern)'", found: quoted)
    }
    guard case .secret(let secret) = self else { return .text(match) }
    return .secret(secret.map { _ in match })
  }

  /// `nil` also where the pattern has groups, and none of them takes part.
  static func firstMatch(of pattern: String, in text: String) throws(CaptureFailure) -> String? {
    do throws(PatternError) {
      guard let match = try Pattern(pattern).firstMatch(in: text) else { return nil }
      return match.groups.isEmpty ? match.whole : match.groups.lazy.compactMap(\.self).first
    } catch {
      throw CaptureFailure("a pattern", found: "'\(pattern)' cannot be used: \(error)")
    }
  }
}
