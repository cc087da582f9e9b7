internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import LocatedYAML

/// Reads `capture`: names, and where their values are taken from.
struct CaptureDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()

  mutating func captures(_ node: YAMLNode, beside head: StepHead) -> [Capture] {
    guard let mapping = map(node, key: "capture", wanted: "a map of names and sources") else { return [] }
    var captures: [Capture] = []
    for entry in mapping.entries {
      if entry.value.isNothing {
        reportEmpty(entry.key.value, at: entry.key.range)
      } else if let source = source(entry, beside: head), checkVariableName(entry.key) {
        captures.append(Capture(name: entry.key, source: source))
        continue
      }
      notes.mayLackNames = true
    }
    return captures
  }

  private mutating func source(_ entry: YAMLMapping.Entry, beside head: StepHead) -> Capture.Source? {
    switch entry.value {
    case .scalar(let scalar): return bareSource(scalar, beside: head)
    case .mapping(let mapping): return source(mapping, named: entry.key, beside: head)
    case .sequence:
      reportType(entry.key.value, "a map with the source", entry.value)
      return nil
    }
  }

  /// `code` and `link` of messages, facts of the end and of token steps.
  private mutating func bareSource(_ scalar: YAMLScalar, beside head: StepHead) -> Capture.Source? {
    let captures = head.specification.captures
    let words = captures?.words ?? []
    if words.contains(scalar.text) {
      switch CaptureKey(rawValue: scalar.text) {
      case .code: return .code(pattern: nil)
      case .link: return .link(nil)
      case .widget, .form, .attribute, .message, .json, .header, .url, .fact, .matches, nil: return .fact(scalar.text)
      }
    }
    let maps = (captures?.keys ?? []).map { "{\($0.rawValue): …}" }
    let nearest = ClosestMatch.suggestion(for: scalar.text, in: words)
    report(
      .badValue, "'\(scalar.text)' cannot be captured\(nearest == nil ? NameAdvice.expected(words + maps) : "")", at: scalar.range,
      suggestion: nearest)
    return nil
  }

  private mutating func source(_ mapping: YAMLMapping, named name: Located<String>, beside head: StepHead) -> Capture.Source? {
    let possible = head.specification.captures?.keys ?? []
    var found: (CaptureKey, YAMLMapping.Entry)?
    for entry in mapping.entries {
      guard let key = CaptureKey(rawValue: entry.key.value), possible.contains(key) || !CaptureKey.sources.contains(key) else {
        let names = possible.map(\.rawValue) + (head == .screen ? ["form", "attribute", "matches"] : [])
        reportUnknown(entry.key, among: names, in: "in the capture '\(name.value)'")
        continue
      }
      guard CaptureKey.sources.contains(key) else { continue }
      if let first = found {
        report(
          .clashingKeys, "'\(name.value)' is taken from one place, found '\(first.0.rawValue)' and '\(key.rawValue)'", at: entry.key.range)
      } else {
        found = (key, entry)
      }
    }
    guard let (key, entry) = found else {
      if mapping.entries.allSatisfy({ CaptureKey(rawValue: $0.key.value) != nil }) {
        report(.missingKey, "'\(name.value)' has no source\(NameAdvice.expected(possible.map(\.rawValue)))", at: name.range)
      }
      return nil
    }
    checkNarrowing(mapping, key)
    return source(key, entry.value, in: mapping)
  }

  /// `form` and `attribute` narrow a widget, `matches` a widget or a message.
  private mutating func checkNarrowing(_ mapping: YAMLMapping, _ source: CaptureKey) {
    for entry in mapping.entries {
      let isMisplaced =
        switch CaptureKey(rawValue: entry.key.value) {
        case .form, .attribute: source != .widget
        case .matches: source != .widget && source != .message
        case .widget, .message, .json, .header, .url, .code, .link, .fact, nil: false
        }
      if isMisplaced {
        report(.misplacedKey, "'\(entry.key.value)' is not allowed next to '\(source.rawValue)'", at: entry.key.range)
      }
    }
  }

  private mutating func source(_ key: CaptureKey, _ node: YAMLNode, in mapping: YAMLMapping) -> Capture.Source? {
    let pattern = mapping[CaptureKey.matches.rawValue].flatMap { self.pattern($0, key: "matches") }
    switch key {
    case .widget:
      let form = mapping[CaptureKey.form.rawValue].flatMap { name($0, key: "form")?.value }
      let attribute = mapping[CaptureKey.attribute.rawValue].flatMap { name($0, key: "attribute")?.value }
      return name(node, key: "widget").map {
        .widget(id: $0.value, form: form, attribute: attribute.map(AttributeName.init) ?? .known(.value), pattern: pattern)
      }
    case .message: return name(node, key: "message").map { .message(scope: $0.value, pattern: pattern) }
    case .json:
      guard let path = name(node, key: "json", wanted: "a path such as $.path") else { return nil }
      checkPath(path)
      return .json(path.value)
    case .header: return name(node, key: "header").map { .header($0.value) }
    case .url: return name(node, key: "url", wanted: "the name of a query parameter").map { .url($0.value) }
    case .code: return self.pattern(node, key: "code").map { .code(pattern: $0) }
    case .link: return matcher(node, key: "link").map { .link($0) }
    case .fact: return name(node, key: "fact").map { .fact($0.value) }
    case .form, .attribute, .matches: return nil
    }
  }

  private mutating func pattern(_ node: YAMLNode, key: String) -> String? {
    guard let scalar = textScalar(node, key: key, wanted: "a regular expression") else { return nil }
    do throws(PatternError) {
      _ = try Pattern(scalar.text)
      return scalar.text
    } catch {
      report(.badRegularExpression, error.description, at: scalar.range)
      return nil
    }
  }
}
