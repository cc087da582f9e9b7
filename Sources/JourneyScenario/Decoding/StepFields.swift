internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// A step's map, taken apart: its head, and what stands beside it.
struct StepFields {
  struct Field {
    let key: StepKey
    let place: SourceRange
    let value: YAMLNode
  }

  let head: StepHead
  let headKey: Located<String>
  /// The head's value; nothing where it stands bare.
  let value: YAMLNode
  /// Only keys that fit the head, each once.
  let fields: [Field]

  subscript(key: StepKey) -> YAMLNode? { fields.first { $0.key == key }?.value }

  /// Where the key stands.
  func place(of key: StepKey) -> SourceRange? { fields.first { $0.key == key }?.place }

  /// Of the head: key and value; of a value that an alias brought from elsewhere the key alone.
  var range: SourceRange {
    let (key, range) = (headKey.range, value.range)
    guard key.file == range.file, key.end <= range.start, !value.isNothing else { return key }
    return SourceRange(file: key.file, start: key.start, end: range.end)
  }
}

extension ScenarioDecoder {
  /// The step's head and the keys beside it; `nil` where there is no head, which is reported.
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

  /// The keys beside the head, up to a second head: what follows that one belongs to a step of its own.
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
        mayLackNames = true
        return diagnostics.removeRepetitions(repeated.filter { $0.range.start > other.key.range.start })
      }
      guard let key = StepKey(rawValue: other.name), key.fits(head) else {
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

  /// Whether a key may stand beside the head, or is a misspelling of one that may.
  private static func mayStand(_ name: String, beside head: StepHead) -> Bool {
    StepHead(rawValue: name) != nil || (StepKey(rawValue: name)?.fits(head) ?? false)
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
        suggestion: "begin a step of its own: '- \(entry.key.value):'",
        notes: [.init("the step begins here", at: first.1.key.range)])
    }
    if found == nil { reportNoHead(mapping) }
    return found
  }

  private mutating func reportNoHead(_ mapping: YAMLMapping) {
    for entry in mapping.entries where StepKey(rawValue: entry.key.value) == nil {
      if let nearest = ClosestMatch.of(entry.key.value, in: StepHead.names) {
        return report(.unknownKey, "no step is called '\(entry.key.value)'", at: entry.key.range, suggestion: "did you mean '\(nearest)'?")
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
      suggestion: key.map { "'\($0.rawValue)' stands beside \(Self.heads(with: $0))" })
  }

  private static func heads(with key: StepKey) -> String {
    let heads = StepHead.allCases.filter { key.fits($0) }.map { "'\($0.rawValue)'" }
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
        words.count == 1 ? "write '- \(head.mayBeBare ? head.rawValue + ":" : head.usage)'" : "write '- \(head.rawValue): \(words[1])'"
    }
    report(.wrongType, "a step is a map with a head, found \(node.kindName)", at: scalar.range, suggestion: advice)
  }
}

/// Keys that stand under the head instead of beside it.
extension ScenarioDecoder {
  /// The head's value, without keys that are one level too deep; these are reported and taken for what they should be.
  private mutating func raised(_ entry: YAMLMapping.Entry, head: StepHead, _ fields: inout [StepFields.Field]) -> YAMLNode {
    guard case .mapping(let mapping) = entry.value, head != .check else { return entry.value }
    var rest: [YAMLMapping.Entry] = []
    var deep: [Located<String>] = []
    var id: YAMLNode?
    for inner in mapping.entries {
      if let key = StepKey(rawValue: inner.key.value), key.fits(head) {
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
      .keyTooDeep, "\(list) \(deep.count == 1 ? "stands" : "stand") one level too deep: beside '\(head.rawValue)', not under it",
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
