import Diagnostics
import JourneyLanguage
import LocatedYAML

/// The keys of an edge.
enum EdgeKey: String, CaseIterable {
  case when, set, add, remove, start, clear, count, send, create, forget, evaluate, refuse, expire, say, go
  case handOver = "hand_over"

  /// What a full counter may do: what an edge does, without a condition.
  static let ofConsequence = allCases.filter { $0 != .when }
  /// What happens by the mere passing of time.
  static let ofExpiry: [EdgeKey] = [.set, .add, .remove, .clear]
}

extension TenantDefinitionDecoder {
  mutating func states(_ node: YAMLNode) -> [StateDefinition] {
    guard let mapping = mapping(node, "flow") else { return [] }
    if mapping.entries.isEmpty { report(.emptyValue, "'flow' is empty, expected at least one state", mapping.range) }
    var states: [StateDefinition] = []
    for entry in mapping.entries {
      guard let members = self.mapping(below: entry, "the state") else { continue }
      var state = StateDefinition(id: entry.key, says: [], forms: [])
      let edges = members.entries.filter { Self.isEdge($0) }
      reportWithoutForm(edges.map(\.key))
      for member in members.entries where !edges.contains(where: { $0.key.range == member.key.range }) {
        switch member.name {
        case "screen": state.screen = text(member.value, "a screen")
        case "say": state.says = texts(member.value, "a message")
        case "decide": state.decision = form(member)
        default: if let form = form(member) { state.forms.append(form) }
        }
      }
      if let decision = state.decision, !state.forms.isEmpty || state.screen != nil {
        report(.clashingKeys, "a state that decides at once shows no screen and has no forms", decision.id.range)
      }
      states.append(state)
    }
    return states
  }

  /// Whether there is an edge in the place of a form: its keys are an edge's, and not names of edges.
  private static func isEdge(_ entry: YAMLMapping.Entry) -> Bool {
    guard case .mapping(let mapping) = entry.value, !mapping.entries.isEmpty, entry.name != "decide" else { return false }
    let isNoForm = mapping.entries.contains { member in
      if case .mapping = member.value { false } else { true }
    }
    return isNoForm && mapping.entries.allSatisfy { EdgeKey(rawValue: $0.name) != nil }
  }

  private mutating func reportWithoutForm(_ edges: [Located<String>]) {
    guard let first = edges.first else { return }
    report(
      .misplacedKey,
      "\(StrayContent.list(edges.map(\.value))) \(edges.count == 1 ? "is an edge, which goes" : "are edges, which go") "
        + "below a form of the state's screen", first.range,
      suggestion: "write '<form>:' above and indent \(edges.count == 1 ? "this line" : "these lines") by two more spaces")
  }

  mutating func forms(_ node: YAMLNode) -> [FormRules] {
    guard let mapping = mapping(node, "a map of forms") else { return [] }
    var forms: [FormRules] = []
    for entry in mapping.entries {
      if let form = form(entry) { forms.append(form) }
    }
    return forms
  }

  private mutating func form(_ entry: YAMLMapping.Entry) -> FormRules? {
    guard let mapping = mapping(below: entry, "the form") else { return nil }
    var form = FormRules(id: entry.key, finds: [], edges: [])
    for entry in mapping.entries {
      if entry.name == "find" {
        form.finds = finds(entry.value)
      } else if let edge = edge(entry.key, entry.value, keys: EdgeKey.allCases) {
        form.edges.append(edge)
      }
    }
    diagnostics += form.mistakes
    return form
  }

  private mutating func finds(_ node: YAMLNode) -> [FindDefinition] {
    guard let mapping = mapping(node, "find") else { return [] }
    var finds: [FindDefinition] = []
    for entry in mapping.entries {
      if let source = scalar(entry.value, "an answer") { finds.append(FindDefinition(attribute: entry.key, source: source)) }
    }
    return finds
  }

  /// An edge, or what a counter or timer does: `keys` are those it may have.
  mutating func edge(_ name: Located<String>, _ node: YAMLNode, keys: [EdgeKey]) -> EdgeDefinition? {
    guard let mapping = mapping(node, "an edge") else { return nil }
    checkKeys(mapping, among: keys.map(\.rawValue), of: "edge '\(name.value)'")
    var edge = EdgeDefinition(name: name, effects: [])
    for entry in mapping.entries {
      guard let key = EdgeKey(rawValue: entry.name), keys.contains(key) else { continue }
      switch key {
      case .when: edge.condition = scalar(entry.value, "a condition")
      case .go: edge.target = text(entry.value, "a state")
      case .set: edge.effects += assignments(entry.value).map { .set($0, $1) }
      case .add: edge.effects += assignments(entry.value, takesLists: true).map { .add($0, $1) }
      case .remove: edge.effects += assignments(entry.value, takesLists: true).map { .remove($0, $1) }
      case .create: edge.effects.append(.create(assignments(entry.value).map { (attribute: $0, source: $1) }))
      case .start: edge.effects.append(.start(texts(entry.value, "a timer")))
      case .clear: edge.effects.append(.clear(texts(entry.value, "a counter or timer")))
      case .count: edge.effects.append(.count(texts(entry.value, "a counter")))
      case .send: edge.effects.append(.send(texts(entry.value, "a mail")))
      case .say: edge.effects.append(.say(texts(entry.value, "a message")))
      case .forget: if let text = text(entry.value, "what is forgotten") { edge.effects.append(.forget(text)) }
      case .evaluate: if let text = text(entry.value, "what is worked out") { edge.effects.append(.evaluate(text)) }
      case .refuse: if let text = text(entry.value, "an OAuth error") { edge.effects.append(.refuse(text)) }
      case .handOver: if let text = text(entry.value, "a page") { edge.effects.append(.handOver(text)) }
      case .expire: if flag(entry.value, "'expire'") == true { edge.effects.append(.expire) }
      }
    }
    return edge
  }

  /// - Parameter takesLists: whether a list means one assignment of each of its values.
  private mutating func assignments(_ node: YAMLNode, takesLists: Bool = false) -> [(Located<String>, YAMLScalar)] {
    guard let mapping = mapping(node, "a map of names and values") else { return [] }
    var assignments: [(Located<String>, YAMLScalar)] = []
    for entry in mapping.entries {
      var values = [entry.value]
      if takesLists, case .sequence(let list) = entry.value, !list.items.isEmpty { values = list.items }
      for value in values {
        if let value = scalar(value, "a value") { assignments.append((entry.key, value)) }
      }
    }
    return assignments
  }
}
