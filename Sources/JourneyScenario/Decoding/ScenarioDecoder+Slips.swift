internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// Lines that slipped: one line at another depth, or without its dash, is one error and not one for each key around it.
extension ScenarioDecoder {
  /// A second step whose dash is missing: its head is taken for a repeated key.
  mutating func reportForgottenDash(_ mapping: YAMLMapping, _ repeated: [Located<String>], head: Located<String>) {
    guard let again = repeated.first(where: { StepHead(rawValue: $0.value) != nil }) else { return }
    diagnostics.removeRepetitions(repeated.filter { $0.range.start >= again.range.start })
    mayLackNames = true
    report(
      .duplicateKey, "'\(again.value)' stands twice in one step", at: again.range,
      suggestion: "begin a new step: '- \(Self.line(from: again.range))'", notes: [.init("the step begins here", at: head.range)])
  }

  /// Steps in line with the key of their list: all of them became one map, or keys of the scenario.
  mutating func reportMissingDashes(_ stray: StrayContent, key: String) {
    diagnostics.removeRepetitions(stray.names)
    mayLackNames = true
    report(
      .wrongType, "'\(key)' is a list of steps, and the first of them has no dash", at: stray.names[0].range,
      suggestion: "begin each step with a dash: '- \(Self.line(from: stray.names[0].range))'")
  }

  /// The rest of the line that a key begins.
  private static func line(from range: SourceRange) -> String {
    let rest = range.file.line(range.start.line).map { String($0.unicodeScalars.dropFirst(range.start.column - 1)) } ?? ""
    return rest.utf8.count > 60 ? String(rest.prefix { $0 != ":" }) + ": …" : rest
  }

  // MARK: Keys of a step below another key

  /// A field's map without keys of the step, which stand one level too deep there; these become fields of their own.
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
      if key == .capture, content.isEmpty, entry.value.isNothing { mayLackNames = true }
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
      "\(StrayContent.list(keys.map(\.value))) \(keys.count == 1 ? "stands" : "stand") one level too deep: "
        + "beside '\(head.rawValue)', not under '\(key.rawValue)'",
      at: keys[0].range, suggestion: "write '\(keys[0].value)' in line with '\(key.rawValue)'")
  }

  private static func map(of entries: [YAMLMapping.Entry]) -> YAMLNode {
    let (first, last) = (entries[0].key.range, entries[entries.count - 1].value.range)
    return .mapping(YAMLMapping(entries: entries, range: SourceRange(file: first.file, start: first.start, end: last.end)))
  }

  /// Whether an entry of a field's map is a key of the step rather than a widget, form or name that is called so.
  private static func isTooDeep(_ entry: YAMLMapping.Entry, in field: StepKey, _ head: StepHead) -> Bool {
    guard let key = StepKey(rawValue: entry.name), key.fits(head), key != .name, key != field else { return false }
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

extension NodeDecoder {
  /// Reports content that is not indented, once, and nothing that was said of its keys before.
  mutating func reportStray(_ stray: StrayContent, beside key: String) {
    diagnostics.removeRepetitions(stray.names)
    diagnostics.append(stray.diagnostic(beside: key))
  }
}
