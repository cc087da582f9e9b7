internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML
internal import ModelCoding

/// Reads what is expected of forms, widgets, messages and the exchange.
struct ExpectationDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()

  mutating func forms(_ node: YAMLNode) -> [ExpectedForm] {
    guard case .mapping(let mapping) = node else {
      return ids(node, key: "forms", wanted: "a form, a list of forms or a map").map { ExpectedForm(id: $0, state: .present) }
    }
    var forms: [ExpectedForm] = []
    for entry in mapping.entries {
      if let state = formState(entry) { forms.append(ExpectedForm(id: entry.key, state: state)) }
    }
    return forms
  }

  /// Ids without expectations; an expectation of one needs a map, not a list.
  private mutating func ids(_ node: YAMLNode, key: String, wanted: String) -> [Located<String>] {
    guard case .sequence(let sequence) = node, let item = sequence.items.first(where: { $0.mapping != nil }), let mapping = item.mapping
    else { return names(node, key: key, wanted: wanted) }
    let first = mapping.entries.first?.key
    report(
      .wrongType, "'\(key)' is a map when its members have expectations, found a list with a map in it",
      at: first?.range ?? mapping.range, suggestion: first.map { "leave out the dashes: '\($0.value): …'" })
    return []
  }

  private mutating func formState(_ entry: YAMLMapping.Entry) -> ExpectedForm.State? {
    guard case .mapping(let mapping) = entry.value else {
      switch presence(entry, takes: "present, absent or a map with 'widgets', 'messages', 'only_widgets'") {
      case .present: return .present
      case .absent: return .absent
      case nil: return nil
      }
    }
    var widgets: [ExpectedWidget] = []
    var only: [Located<String>]?
    var messages = ExpectedMessages.unsaid
    for inner in mapping.entries {
      if FormKey(rawValue: inner.key.value) != .onlyWidgets { warnIfEmpty(inner.value, key: inner.key.value) }
      switch FormKey(rawValue: inner.key.value) {
      case .widgets: widgets = self.widgets(inner.value)
      case .onlyWidgets: only = names(inner.value, key: inner.key.value, wanted: "a widget or a list of widgets")
      case .messages: messages = self.messages(inner.value)
      case nil: reportUnknown(inner.key, FormKey.self, in: "in form '\(entry.key.value)'")
      }
    }
    return .with(widgets: widgets, onlyWidgets: only, messages: messages)
  }

  mutating func widgets(_ node: YAMLNode) -> [ExpectedWidget] {
    guard case .mapping(let mapping) = node else {
      return ids(node, key: "widgets", wanted: "a widget, a list of widgets or a map").map { ExpectedWidget(id: $0, state: .present) }
    }
    var widgets: [ExpectedWidget] = []
    widgets.reserveCapacity(mapping.entries.count)
    for entry in mapping.entries {
      if let state = widgetState(entry) { widgets.append(ExpectedWidget(id: entry.key, state: state)) }
    }
    return widgets
  }

  private mutating func widgetState(_ entry: YAMLMapping.Entry) -> ExpectedWidget.State? {
    guard case .mapping = entry.value else {
      switch presence(entry, takes: "present, absent or a map of attributes") {
      case .present: return .present
      case .absent: return .absent
      case nil: return nil
      }
    }
    let told = diagnostics.count
    let attributes = namedMatchers(entry.value, key: entry.key.value) { AttributeName($0).matchedKind }.map {
      ExpectedAttribute(name: $0.name.map(AttributeName.init), matcher: $0.matcher)
    }
    for attribute in attributes {
      guard case .known(let known) = attribute.name.value, known.isFlag else { continue }
      checkFlag(known, attribute.matcher)
      warnIfCertain(attribute.matcher, on: .flag, key: "'\(known.rawValue)'", since: told)
    }
    return .with(attributes)
  }

  private mutating func checkFlag(_ attribute: WidgetAttribute, _ matcher: Matcher) {
    guard case .equals(.constant(.text(let text), let range)) = matcher.rule else { return }
    report(
      .wrongType, "'\(attribute.rawValue)' is true or false, found the text '\(text)'", at: range,
      suggestion: Self.flagMeant(by: text).map { "write \($0)" })
  }

  private enum Presence: String {
    case present, absent
  }

  private mutating func presence(_ entry: YAMLMapping.Entry, takes wanted: String) -> Presence? {
    if let text = entry.value.scalar?.text, let presence = Presence(rawValue: text) { return presence }
    if entry.value.isNothing {
      report(
        .emptyValue, "nothing is expected of '\(entry.key.value)'", at: entry.key.range, suggestion: "write '\(entry.key.value): present'")
      return nil
    }
    let nearest = entry.value.scalar.flatMap { ClosestMatch.of($0.text, in: ["present", "absent"]) }
    let flag = entry.value.scalar?.kind
    let meant = flag == .boolean(true) ? "present" : flag == .boolean(false) ? "absent" : nearest
    report(
      .wrongType, "'\(entry.key.value)' takes \(wanted), found \(entry.value.kindName)", at: entry.value.range,
      suggestion: meant.map { "write '\(entry.key.value): \($0)'" }
        ?? entry.value.scalar.map { "for its label write '{label: \($0.text)}'" })
    return nil
  }
}

/// Messages.
extension ExpectationDecoder {
  mutating func messages(_ node: YAMLNode) -> ExpectedMessages {
    switch node {
    case .scalar(let scalar):
      switch scalar.text {
      case "none": return .none(scalar.range)
      case "any": return .any(scalar.range)
      default:
        reportType(
          "messages", "'none', 'any' or a map", node,
          suggestion: scalar.kind == .nothing ? nil : "for a message of the whole screen write '{global: \(scalar.text)}'")
        return .unsaid
      }
    case .sequence:
      reportType("messages", "'none', 'any' or a map", node, suggestion: "for messages of the whole screen write '{global: […]}'")
      return .unsaid
    case .mapping(let mapping):
      var messages: [ExpectedMessage] = []
      for entry in mapping.entries { add(entry, &messages) }
      return messages.isEmpty ? .unsaid : .some(messages)
    }
  }

  private mutating func add(_ entry: YAMLMapping.Entry, _ messages: inout [ExpectedMessage]) {
    if entry.value.isNothing { return reportEmpty(entry.key.value, at: entry.key.range) }
    guard case .sequence(let sequence) = entry.value else {
      if let message = message(entry.value, on: entry.key) { messages.append(message) }
      return
    }
    warnIfEmpty(entry.value, key: entry.key.value)
    for item in sequence.items {
      if item.scalar?.text == "absent" {
        report(
          .badMatcher, "'absent' is not allowed in a list of messages, which has to be there", at: item.range,
          suggestion: "write '\(entry.key.value): absent', or list only what is there")
      } else if let message = message(item, on: entry.key) {
        messages.append(message)
      }
    }
  }

  private mutating func message(_ node: YAMLNode, on scope: Located<String>) -> ExpectedMessage? {
    var level: Located<String>?
    var links: Matcher?
    if case .mapping(let mapping) = node {
      if let written = mapping[MessageKey.level.rawValue] { level = name(written, key: "level") }
      if let written = mapping[MessageKey.links.rawValue] {
        links = Matcher.decode(written, of: .choices, diagnostics: &diagnostics)
        if links == nil { return nil }
      }
    }
    guard var matcher = Matcher.decode(node, besides: Set(MessageKey.names), diagnostics: &diagnostics) else { return nil }
    // Of links alone it is said that there is a message that has them.
    if links != nil, matcher.rule == .all([]) { matcher = Matcher(.present, at: matcher.range) }
    if case .members(let members) = matcher.rule, let first = members.first {
      let names = Matcher.matcherKeys + MessageKey.names
      diagnostics.append(.unknown(.badMatcher, "a message has no '\(first.name.value)'", first.name, among: names))
      return nil
    }
    return ExpectedMessage(scope: scope, level: level, links: links, matcher: matcher)
  }
}

/// The exchange.
extension ExpectationDecoder {
  mutating func response(_ node: YAMLNode) -> ExpectedResponse? {
    guard let mapping = map(node, key: "response") else { return nil }
    var response = ExpectedResponse(range: mapping.range)
    for entry in mapping.entries {
      warnIfEmpty(entry.value, key: entry.key.value)
      guard let key = ResponseKey(rawValue: entry.key.value) else {
        reportUnknown(entry.key, ResponseKey.self, in: "in 'response'")
        continue
      }
      switch key {
      case .status:
        let told = diagnostics.count
        response.status = status(entry.value)
        warnIfCertain(response.status, on: .status, key: "status", since: told)
      case .headers: response.headers = namedMatchers(entry.value, key: "headers")
      case .cookies: response.cookies = namedMatchers(entry.value, key: "cookies")
      case .duration:
        let told = diagnostics.count
        response.duration = matcher(entry.value, key: "duration")
        warnIfCertain(response.duration, on: .duration, key: "duration", since: told)
      case .json: response.json = paths(entry.value)
      }
    }
    return response
  }

  /// Every response has a status and a duration, and both have a least value; every widget has its flags.
  ///
  /// A matcher that was warned of while it was read needs no second warning; but where the value is always there, checking its presence
  /// checks nothing.
  /// - Parameter told: how many diagnostics there were before it was read.
  private mutating func warnIfCertain(_ matcher: Matcher?, on extent: Matcher.Extent, key: String, since told: Int) {
    guard let matcher else { return }
    let own = diagnostics.indices.filter { $0 >= told && diagnostics[$0].range.map(matcher.range.contains) ?? false }
    if own.isEmpty, matcher.neverHolds(on: extent) {
      report(.neverTrue, "no \(key) is \(matcher.wording), so this never holds", at: matcher.range, severity: .warning)
    }
    guard matcher.cannotFail(on: extent), own.allSatisfy({ diagnostics[$0].id == .checksPresence }) else { return }
    for index in own.reversed() { diagnostics.remove(at: index) }
    report(
      .checksNothing, "every \(key) is \(matcher.wording)", at: matcher.range, severity: .warning,
      suggestion: "leave \(key.hasPrefix("'") ? key : "'\(key)'") out")
  }

  private mutating func status(_ node: YAMLNode) -> Matcher? {
    if case .scalar(let scalar) = node, case .text = scalar.kind, !scalar.mayHoldVariables, Matcher.Word(rawValue: scalar.text) == nil {
      let isQuoted = Int(scalar.text) != nil
      reportType("status", "a number or a matcher", node, suggestion: isQuoted ? "write it without quotes: \(scalar.text)" : nil)
      return nil
    }
    return matcher(node, key: "status")
  }

  private mutating func paths(_ node: YAMLNode) -> [NamedMatcher] {
    let matchers = namedMatchers(node, key: "json")
    for matcher in matchers { checkPath(matcher.name) }
    return matchers
  }
}
