import Diagnostics
import LocatedYAML

/// Reads the tree of a file of promises, and collects everything that is wrong with it.
struct PromiseDecoder: LocatedDecoder {
  private static let maxCount = 1000

  var diagnostics: [Diagnostic] = []

  mutating func promises(_ documents: [YAMLNode], _ file: SourceFile) -> [Promise] {
    for document in documents.dropFirst() { report(.wrongType, "promises are one map, found several documents", at: document.range) }
    guard let document = documents.first else {
      if diagnostics.isEmpty {
        report(
          .missingKey, "a file of promises needs 'promises', found nothing",
          at: SourceRange(file: file, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1)))
      }
      return []
    }
    guard let mapping = map(document, key: file.name, wanted: "a map with 'promises'") else { return [] }
    var promises: [Promise] = []
    entries(mapping, Promise.FileKey.self, in: "in a file of promises") { decoder, _, entry in
      guard let named = decoder.map(entry.value, key: entry.name, wanted: "a map of ids and promises") else { return }
      promises = named.entries.compactMap { decoder.promise($0) }
    }
    if mapping[Promise.FileKey.promises.rawValue] == nil, diagnostics.isEmpty {
      report(.missingKey, "a file of promises needs 'promises'", at: mapping.range)
    }
    return promises
  }

  private mutating func promise(_ entry: YAMLMapping.Entry) -> Promise? {
    guard let mapping = map(entry.value, key: entry.name, wanted: "a promise with 'says', and 'never', 'only' or 'always'") else {
      return nil
    }
    for member in mapping.entries where Promise.Key(rawValue: member.name) == nil {
      reportUnknown(member.key, Promise.Key.self, in: "in a promise")
    }
    for member in mapping.entries where member.value.isNothing { reportEmpty(member.name, at: member.key.range) }
    let known = diagnostics.count
    guard let rule = rule(mapping, of: entry.key) else { return nil }
    guard let says = mapping[.says].flatMap({ textScalar($0, key: "says") }) else {
      if diagnostics.count == known { report(.missingKey, "a promise needs 'says', the sentence that reports show", at: entry.key.range) }
      return nil
    }
    return Promise(
      id: entry.key, says: says.text, tenants: names(mapping[.tenants], key: "tenants"), rule: rule, who: subject(mapping[.who]),
      unless: mapping[.unless].flatMap { textScalar($0, key: "unless", wanted: "a condition such as 'device.trusted'") },
      situations: names(mapping[.situations], key: "in"),
      means: mapping[.with].flatMap { word($0, key: "with", Promise.Means.self) } ?? .maySetUp, known: breaches(mapping[.brokenOn]))
  }

  // MARK: Rules

  private mutating func rule(_ mapping: YAMLMapping, of id: Located<String>) -> Promise.Rule? {
    let heads = mapping.entries.filter { ["never", "only", "always"].contains($0.name) }
    guard let head = heads.first else {
      report(.missingKey, "a promise needs one of 'never', 'only' and 'always'", at: id.range)
      return nil
    }
    if heads.count > 1 { report(.clashingKeys, "'\(heads[1].name)' cannot be combined with '\(head.name)'", at: heads[1].key.range) }
    let fitting: [Promise.Key] = head.name == "always" ? [.on, .except, .situations, .with] : [.after]
    for member in mapping.entries {
      guard let key = Promise.Key(rawValue: member.name), [.on, .except, .after, .situations, .with].contains(key), !fitting.contains(key)
      else { continue }
      report(.misplacedKey, "'\(member.name)' has no effect together with '\(head.name)'", at: member.key.range)
    }
    switch head.name {
    case "always": return always(head, mapping)
    case "only":
      guard let event = event(head.value, key: "only") else { return nil }
      let after = mapping[.after].map { list($0) { $0.event($1, key: "after")?.event } } ?? []
      if after.isEmpty { report(.missingKey, "'only' needs 'after', the events of which one comes before", at: head.key.range) }
      return after.isEmpty ? nil : .only(event.event, after: after)
    default: return never(head, mapping)
    }
  }

  private mutating func never(_ head: YAMLMapping.Entry, _ mapping: YAMLMapping) -> Promise.Rule? {
    guard let event = event(head.value, key: "never") else { return nil }
    guard let node = mapping[.after] else { return .never(event.event, after: nil) }
    guard let after = self.event(node, key: "after", mayCount: true) else { return nil }
    return .never(event.event, after: Promise.CountedEvent(event: after.event, count: after.count ?? 1))
  }

  private mutating func always(_ head: YAMLMapping.Entry, _ mapping: YAMLMapping) -> Promise.Rule? {
    guard let property = word(head.value, key: "always", Promise.Property.self) else { return nil }
    if property == .canSignIn { return canSignIn(mapping) }
    for key in [Promise.Key.situations, .with] {
      guard let node = mapping[key] else { continue }
      report(.misplacedKey, "'\(key.rawValue)' has no effect together with 'always: \(property.rawValue)'", at: node.range)
    }
    let places = names(mapping[.on], key: "on")
    if property == .alike, places.isEmpty {
      report(.missingKey, "'always: alike' needs 'on', the screens on which an address is entered", at: head.key.range)
      return nil
    }
    if property != .alike, let node = mapping[.on] {
      report(.misplacedKey, "'on' has no effect together with 'always: \(property.rawValue)'", at: node.range)
    }
    if property == .alike, let node = mapping[.except] {
      report(.misplacedKey, "'except' has no effect together with 'always: alike'", at: node.range)
    }
    return .always(property, on: places, except: names(mapping[.except], key: "except"))
  }

  /// Each exception has its reason.
  private mutating func canSignIn(_ mapping: YAMLMapping) -> Promise.Rule {
    if let node = mapping[.unless] {
      let advice = "name rules under 'except', or people under 'who'"
      report(.misplacedKey, "'unless' has no effect together with 'always: can sign in': \(advice)", at: node.range)
    }
    var exceptions: [Located<String>] = []
    if let node = mapping[.except], let rules = map(node, key: "except", wanted: "a map of rules and the reasons why they let no one in") {
      exceptions = rules.entries.compactMap { entry in
        textScalar(entry.value, key: entry.name, wanted: "the reason why it lets no one in").map { _ in entry.key }
      }
    }
    return .always(.canSignIn, on: names(mapping[.on], key: "on"), except: exceptions)
  }

  private mutating func event(_ node: YAMLNode, key: String, mayCount: Bool = false) -> (event: Located<JourneyEvent>, count: Int?)? {
    guard let scalar = textScalar(node, key: key, wanted: "an event such as 'tokens' or 'right code'") else { return nil }
    guard let read = JourneyEvent.read(scalar.text) else {
      let forms = JourneyEvent.forms.map { "'\($0)'" }.joined(separator: ", ")
      report(.badValue, "unknown event '\(scalar.text)'; use one of \(forms)", at: scalar.range)
      return nil
    }
    if let count = read.count, !mayCount || !(1...Self.maxCount).contains(count) {
      let rule = mayCount ? "from 1 to \(Self.maxCount)" : "only under 'after' together with 'never'"
      report(.badValue, "a number of events is written \(rule)", at: scalar.range)
      return nil
    }
    return (Located(read.event, at: scalar.range), read.count)
  }

  // MARK: Names

  private mutating func names(_ node: YAMLNode?, key: String) -> [Located<String>] {
    guard let node else { return [] }
    return list(node) { $0.textScalar($1, key: key, wanted: "a name or a list of names").map { Located($0.text, at: $0.range) } }
  }

  private mutating func subject(_ node: YAMLNode?) -> Promise.Subject {
    guard let node else { return .everybody }
    if case .sequence = node { return .accounts(names(node, key: "who")) }
    return textScalar(node, key: "who", wanted: "a list of accounts, or a condition").map { .condition($0) } ?? .everybody
  }

  private mutating func breaches(_ node: YAMLNode?) -> [Promise.KnownBreach] {
    guard let node, let mapping = map(node, key: "broken_on", wanted: "a map of tenants and the reasons why") else { return [] }
    return mapping.entries.compactMap { entry in
      textScalar(entry.value, key: entry.name, wanted: "the reason why it is broken there").map {
        Promise.KnownBreach(tenant: entry.key, reason: $0.text)
      }
    }
  }
}

extension YAMLMapping {
  fileprivate subscript(key: Promise.Key) -> YAMLNode? { self[key.rawValue].flatMap { $0.isNothing ? nil : $0 } }
}
