internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// Takes a step's map apart, and finds the slips of the hand in it.
struct StepFieldsDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()

  /// The step's head and the keys next to it; `nil` if it lacks a head, which is reported.
  mutating func fields(of node: YAMLNode) -> StepFields? {
    guard case .mapping(let mapping) = node else {
      reportNoStep(node)
      return nil
    }
    let repeated = repeatedKeys(of: mapping)
    guard let (head, entry) = head(of: mapping) else { return nil }
    reportForgottenDash(mapping, repeated, head: entry.key)
    var fields: [StepFields.Field] = []
    fields.reserveCapacity(mapping.entries.count)
    let value = raised(entry, head: head, &fields)
    takeKeys(of: mapping, repeated, beside: head, entry.key, &fields)
    return StepFields(head: head, headKey: entry.key, value: value, fields: fields.flatMap { lifted($0, beside: head) })
  }

  /// The keys next to the head, up to a second head: what follows that one belongs to another step.
  private mutating func takeKeys(
    of mapping: YAMLMapping, _ repeated: [Located<String>], beside head: StepHead, _ headKey: Located<String>,
    _ fields: inout [StepFields.Field]
  ) {
    var index = 0
    while index < mapping.entries.count {
      let other = mapping.entries[index]
      index += 1
      if other.key.range == headKey.range { continue }
      if StepHead(rawValue: other.name) != nil, other.key.range.start > headKey.range.start {
        notes.mayLackNames = true
        return diagnostics.removeRepetitions(repeated.filter { $0.range.start > other.key.range.start })
      }
      guard let key = StepKey(rawValue: other.name), head.allows(key) else {
        if StepHead(rawValue: other.name) == nil { reportUnknownStepKey(other.key, beside: head) }
        continue
      }
      let stray = mapping.content(beside: index - 1, repeated: repeated) { name in Self.mayStand(name, beside: head) }
      guard let stray else {
        add(StepFields.Field(key: key, place: other.key.range, value: other.value), &fields)
        continue
      }
      reportStray(stray, beside: other.name)
      index += stray.entries.count
      if let value = stray.value { add(StepFields.Field(key: key, place: other.key.range, value: value), &fields) }
    }
  }

  /// Whether a key is allowed next to the head, or is a misspelling of one that is.
  private static func mayStand(_ name: String, beside head: StepHead) -> Bool {
    StepHead(rawValue: name) != nil || (StepKey(rawValue: name).map(head.allows) ?? false)
      || ClosestMatch.of(name, in: head.keys.map(\.rawValue)) != nil
  }

  private mutating func add(_ field: StepFields.Field, _ fields: inout [StepFields.Field]) {
    if field.value.isNothing { return reportEmpty(field.key.rawValue, at: field.place) }
    if !fields.contains(where: { $0.key == field.key }) { fields.append(field) }
  }

  private mutating func head(of mapping: YAMLMapping) -> (StepHead, YAMLMapping.Entry)? {
    var found: (StepHead, YAMLMapping.Entry)?
    for entry in mapping.entries {
      guard let head = StepHead(rawValue: entry.key.value) else { continue }
      guard let first = found else {
        found = (head, entry)
        continue
      }
      report(
        .twoHeads, "a step has one head, found '\(first.1.key.value)' and '\(entry.key.value)'", at: entry.key.range,
        suggestion: "begin a separate step: '- \(entry.key.value):'",
        notes: [.init("the step begins here", at: first.1.key.range)])
    }
    if found == nil { reportNoHead(mapping) }
    return found
  }

  private mutating func reportNoHead(_ mapping: YAMLMapping) {
    for entry in mapping.entries where StepKey(rawValue: entry.key.value) == nil {
      if let nearest = ClosestMatch.of(entry.key.value, in: StepHead.names) {
        return report(
          .unknownKey, "no step is called '\(entry.key.value)'", at: entry.key.range, suggestion: ClosestMatch.suggestion(nearest))
      }
    }
    let place = mapping.entries.first?.key.range ?? mapping.range
    let strange = mapping.entries.first { StepKey(rawValue: $0.key.value) == nil }
    let heads = StepHead.names.joined(separator: ", ")
    if let strange {
      return report(.missingHead, "no step is called '\(strange.key.value)'; a step begins with one of \(heads)", at: strange.key.range)
    }
    let key = mapping.entries.first.flatMap { StepKey(rawValue: $0.key.value) }
    report(
      .missingHead, "the step has no head; a step begins with one of \(heads)", at: place,
      suggestion: key.map { "'\($0.rawValue)' goes next to \(Self.heads(with: $0))" })
  }

  private static func heads(with key: StepKey) -> String {
    let heads = StepHead.allCases.filter { $0.allows(key) }.map { "'\($0.rawValue)'" }
    return heads.count > 4 ? "a head" : heads.joined(separator: " or ")
  }

  private mutating func reportNoStep(_ node: YAMLNode) {
    guard case .scalar(let scalar) = node, scalar.kind != .nothing else {
      let found = node.isNothing ? "an empty one" : node.kindName
      return report(.wrongType, "a step is a map with a head, found \(found)", at: node.range)
    }
    let words = scalar.text.split(separator: " ", maxSplits: 1)
    var advice = ClosestMatch.of(scalar.text, in: StepHead.names).map { "did you mean '- \($0):'?" }
    if let head = words.first.flatMap({ StepHead(rawValue: String($0)) }) {
      advice =
        words.count == 1
        ? "write '- \(head.specification.shape.takesNothing ? head.rawValue + ":" : head.specification.usage)'"
        : "write '- \(head.rawValue): \(words[1])'"
    }
    report(.wrongType, "a step is a map with a head, found \(node.kindName)", at: scalar.range, suggestion: advice)
  }
}

/// Keys that are under the head instead of next to it.
extension StepFieldsDecoder {
  /// The head's value, without keys that are one level too deep; these are reported and taken for what they should be.
  private mutating func raised(_ entry: YAMLMapping.Entry, head: StepHead, _ fields: inout [StepFields.Field]) -> YAMLNode {
    guard case .mapping(let mapping) = entry.value else { return entry.value }
    // A map of free names is the head's own.
    if case .map = head.specification.shape { return entry.value }
    var rest: [YAMLMapping.Entry] = []
    var deep: [Located<String>] = []
    var id: YAMLNode?
    for inner in mapping.entries {
      if let key = StepKey(rawValue: inner.key.value), head.allows(key) {
        deep.append(inner.key)
        add(StepFields.Field(key: key, place: inner.key.range, value: inner.value), &fields)
      } else if inner.key.value == "id" || inner.key.value == head.rawValue, head == .screen {
        id = inner.value
      } else {
        rest.append(inner)
      }
    }
    // `{name: password}` means the screen's id, not the step's name.
    let isMisnamed = head == .screen && id == nil && rest.isEmpty && deep.map(\.value) == [StepKey.name.rawValue]
    if isMisnamed { fields.removeAll() }
    guard let first = deep.first, !isMisnamed else { return entry.value }
    let list = StrayContent.list(deep.map(\.value))
    report(
      .keyTooDeep, "\(list) \(deep.count == 1 ? "is" : "are") one level too deep: next to '\(head.rawValue)', not under it",
      at: first.range, suggestion: Self.advice(head, id: id, first.value))
    if let id { return id }
    guard rest.isEmpty else { return .mapping(YAMLMapping(entries: rest, range: mapping.range)) }
    let place = SourceRange(file: entry.key.range.file, start: entry.key.range.end, end: entry.key.range.end)
    return .scalar(YAMLScalar(text: "", style: .plain, kind: .nothing, range: place))
  }

  private static func advice(_ head: StepHead, id: YAMLNode?, _ key: String) -> String {
    if let id, case .scalar(let scalar) = id {
      return "write '- \(head.rawValue): \(scalar.text)', and '\(key)' in line with '\(head.rawValue)'"
    }
    return "write '\(key)' in line with '\(head.rawValue)'"
  }
}

/// Keys that cannot be next to the head.
extension StepFieldsDecoder {
  /// An unknown key next to a head: perhaps it belongs to another head, to a widget, or to the scenario.
  mutating func reportUnknownStepKey(_ key: Located<String>, beside head: StepHead) {
    let names = head.keys.map(\.rawValue)
    let nearest = ClosestMatch.suggestion(for: key.value, in: names)
    if let known = StepKey(rawValue: key.value) {
      return reportMisplaced(known, at: key.range, beside: head)
    }
    if nearest == nil, ScenarioKey(rawValue: key.value) != nil {
      return report(.misplacedKey, "'\(key.value)' is a key of the scenario, which goes next to 'journey'", at: key.range)
    }
    if nearest == nil, head == .screen, WidgetAttribute(rawValue: key.value) != nil {
      return report(
        .misplacedKey, "'\(key.value)' is an attribute of a widget, which goes below 'widgets'", at: key.range,
        suggestion: "write 'widgets: {<widget>: {\(key.value): …}}'")
    }
    reportUnknown(key, among: names, in: "next to '\(head.rawValue)'")
  }

  private mutating func reportMisplaced(_ key: StepKey, at range: SourceRange, beside head: StepHead) {
    report(
      .misplacedKey, "'\(key.rawValue)' is not allowed next to '\(head.rawValue)'", at: range, suggestion: Self.homes(of: key))
  }

  private static func homes(of key: StepKey) -> String {
    let heads = StepHead.allCases.filter { $0.allows(key) }.map { "'\($0.rawValue)'" }
    return "it goes next to \(heads.joined(separator: ", "))"
  }
}

/// Lines that slipped: one line at another depth, or without its dash, is one error and not one for each key around it.
extension StepFieldsDecoder {
  /// A second step whose dash is missing: its head is taken for a repeated key.
  mutating func reportForgottenDash(_ mapping: YAMLMapping, _ repeated: [Located<String>], head: Located<String>) {
    guard let again = repeated.first(where: { StepHead(rawValue: $0.value) != nil }) else { return }
    diagnostics.removeRepetitions(repeated.filter { $0.range.start >= again.range.start })
    notes.mayLackNames = true
    report(
      .duplicateKey, "'\(again.value)' is written twice in one step", at: again.range,
      suggestion: "begin a new step: '- \(SourceFile.line(from: again.range))'", notes: [.init("the step begins here", at: head.range)])
  }

  // MARK: Keys of a step below another key

  /// A field's map without keys of the step, which are one level too deep there; these become separate fields.
  mutating func lifted(_ field: StepFields.Field, beside head: StepHead) -> [StepFields.Field] {
    guard case .mapping(let mapping) = field.value, mapping.entries.contains(where: { Self.isTooDeep($0, in: field.key, head) })
    else { return [field] }
    var kept: [YAMLMapping.Entry] = []
    var deep: [(key: StepKey, entry: YAMLMapping.Entry, content: [YAMLMapping.Entry])] = []
    for entry in mapping.entries {
      if let key = StepKey(rawValue: entry.name), Self.isTooDeep(entry, in: field.key, head) {
        deep.append((key, entry, []))
      } else if let last = deep.last, last.entry.value.isNothing {
        deep[deep.count - 1].content.append(entry)
      } else {
        kept.append(entry)
      }
    }
    reportTooDeep(deep.map(\.entry.key), in: field.key, mapping, beside: head)
    var fields = kept.isEmpty ? [] : [StepFields.Field(key: field.key, place: field.place, value: Self.map(of: kept))]
    for (key, entry, content) in deep {
      if key == .capture, content.isEmpty, entry.value.isNothing { notes.mayLackNames = true }
      guard !entry.value.isNothing || !content.isEmpty else { continue }
      fields.append(
        StepFields.Field(key: key, place: entry.key.range, value: entry.value.isNothing ? Self.map(of: content) : entry.value))
    }
    return fields
  }

  private mutating func reportTooDeep(_ keys: [Located<String>], in key: StepKey, _ mapping: YAMLMapping, beside head: StepHead) {
    let repeated = repeatedKeys(of: mapping)
    diagnostics.removeRepetitions(repeated.filter { $0.range.start > keys[0].range.start })
    report(
      .keyTooDeep,
      "\(StrayContent.list(keys.map(\.value))) \(keys.count == 1 ? "is" : "are") one level too deep: "
        + "next to '\(head.rawValue)', not under '\(key.rawValue)'",
      at: keys[0].range, suggestion: "write '\(keys[0].value)' in line with '\(key.rawValue)'")
  }

  private static func map(of entries: [YAMLMapping.Entry]) -> YAMLNode {
    let (first, last) = (entries[0].key.range, entries[entries.count - 1].value.range)
    return .mapping(YAMLMapping(entries: entries, range: SourceRange(file: first.file, start: first.start, end: last.end)))
  }

  /// Whether an entry of a field's map is a key of the step rather than a widget, form or name that is called so.
  private static func isTooDeep(_ entry: YAMLMapping.Entry, in field: StepKey, _ head: StepHead) -> Bool {
    guard let key = StepKey(rawValue: entry.name), head.allows(key), key != .name, key != field else { return false }
    switch field {
    case .widgets, .forms:
      switch entry.value {
      case .scalar(let scalar): return scalar.text != "present" && scalar.text != "absent"
      case .sequence: return true
      case .mapping(let mapping):
        return !mapping.entries.contains {
          WidgetAttribute(rawValue: $0.name) != nil || field == .forms && FormKey(rawValue: $0.name) != nil
        }
      }
    case .messages:
      guard case .mapping(let mapping) = entry.value else { return entry.value.isNothing }
      return !mapping.entries.contains { Matcher.matcherKeys.contains($0.name) || MessageKey(rawValue: $0.name) != nil }
    case .answers: return entry.value.isNothing || entry.value.mapping != nil && key != .response
    case .capture:
      guard case .mapping(let mapping) = entry.value else { return true }
      return !mapping.entries.contains { CaptureKey(rawValue: $0.name) != nil }
    case .response: return ResponseKey(rawValue: entry.name) == nil
    case .refuses: return entry.value.scalar == nil || entry.value.isNothing
    case .name, .when, .within, .optional, .onlyForms, .onlyWidgets, .branding, .snapshot, .press, .force, .tokens, .claims, .scope,
      .expiresIn, .refreshToken, .accessToken, .redirect, .probes, .reason, .steps, .comesBack, .description, .elsewhere, .subject,
      .text, .absent, .headers, .json, .form, .with, .refused:
      return false
    }
  }
}
