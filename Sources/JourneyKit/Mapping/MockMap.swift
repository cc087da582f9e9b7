import Diagnostics
import JourneyInsight
import JourneyMock
import LocatedYAML

/// The map of a mock: its graph with the deciding states folded into the ways through them.
struct MockMap {
  /// So many edges in a row at most, and so many ways out of one form: decisions may lead in circles.
  private static let maxDepth = 12
  private static let maxWays = 200

  private let graph: TenantGraph
  private let definition: TenantDefinition
  private let reached: Exploration
  private let shown: [String]
  /// The edges as they are written, by id.
  private let written: [String: EdgeDefinition]
  private let labels: [String: String]

  init(_ mock: MockTenant) {
    graph = mock.graph
    definition = mock.definition
    reached = mock.explore()
    shown = mock.screens.map(\.id)
    written = definition.edgesByID
    labels = definition.pressLabels
  }

  func map(named name: String) -> JourneyMap {
    var places: [JourneyMap.Place] = []
    for state in graph.states {
      guard let screen = screen(of: state), reached.states.contains(state.id) || !state.forms.isEmpty else { continue }
      // What every screen has is listed once.
      let own = state.forms.filter { form in !graph.everywhere.contains { $0.isSame(as: form) } }
      let out = own.flatMap { ways(of: $0, in: state, screen) }
      if let index = places.firstIndex(where: { $0.id == screen }) {
        places[index].ways += out
      } else {
        places.append(JourneyMap.Place(id: screen, title: definition.title(ofScreen: screen) ?? OrgNames.screen(screen), ways: out))
      }
    }
    let everywhere = graph.everywhere.flatMap { form in form.edges.flatMap { chains(from: $0, in: nil, depth: 0) }.map { way($0, form, "") }
    }
    var map = JourneyMap(tenant: name, isComplete: true, start: start(of: graph.start) ?? "", screens: places, everywhere: everywhere)
    map.isExplored = reached.isComplete
    return map
  }

  private func screen(of state: GraphState) -> String? {
    state.screen.flatMap { shown.indices.contains($0) ? shown[$0] : nil }
  }

  /// The first screen from a state on, through the last way of every decision: the one without a condition.
  private func start(of place: Int, depth: Int = 0) -> String? {
    let state = graph.states[place]
    if let screen = screen(of: state) { return screen }
    guard depth < Self.maxDepth, case .state(let next)? = state.decision?.edges.last?.target else { return nil }
    return start(of: next, depth: depth + 1)
  }

  // MARK: Ways

  /// Edges that are taken one after the other, and where the last one leads.
  private struct Chain {
    var edges: [GraphEdge]
    var target: JourneyMap.Target
  }

  private func ways(of form: GraphForm, in state: GraphState, _ screen: String) -> [JourneyMap.Way] {
    form.edges.flatMap { chains(from: $0, in: screen, depth: 0) }.prefix(Self.maxWays).map { way($0, form, screen) }
  }

  private func chains(from edge: GraphEdge, in screen: String?, depth: Int) -> [Chain] {
    func ends(_ target: JourneyMap.Target) -> [Chain] { [Chain(edges: [edge], target: target)] }
    switch edge.target {
    case .stay: return ends(.stay)
    case .finish: return ends(.signedIn)
    case .refuse(let error): return ends(.refused(error))
    case .handOver(let page): return ends(.away(page))
    case .expire: return ends(.expired)
    case .state(let place):
      let next = graph.states[place]
      if let other = self.screen(of: next) { return ends(other == screen ? .stay : .screen(other)) }
      guard depth < Self.maxDepth, let decision = next.decision else { return ends(.screen(next.id)) }
      return decision.edges.flatMap { further in
        chains(from: further, in: screen, depth: depth + 1).map { Chain(edges: [edge] + $0.edges, target: $0.target) }
      }
    }
  }

  private func way(_ chain: Chain, _ form: GraphForm, _ screen: String) -> JourneyMap.Way {
    var way = JourneyMap.Way(
      edges: chain.edges.map(\.id), form: form.id, press: labels["\(screen)/\(form.id)"] ?? OrgNames.press(form.id, on: screen) ?? form.id,
      conditions: chain.edges.map { name(of: $0.id, condition: { $0 }) }, target: chain.target)
    way.words = chain.edges.map { name(of: $0.id, condition: ConditionWords.of) }
    way.notes = chain.edges.flatMap { written[$0.id].map { notes(of: $0, stays: chain.target == .stay) } ?? [] }
    way.isReachable = chain.edges.allSatisfy { reached.mayTake($0.id) || $0.id.hasPrefix("everywhere.") }
    return way
  }

  /// What its author calls an edge, with its condition.
  private func name(of edge: String, condition: (String) -> String) -> String {
    guard let written = written[edge] else { return edge }
    return written.name.value + (written.condition.map { " (\(condition($0.text)))" } ?? "")
  }

  /// What is said where it stays, and what a full counter leads to.
  private func notes(of edge: EdgeDefinition, stays: Bool) -> [String] {
    var notes: [String] = []
    for effect in edge.effects {
      if stays, case .say(let names) = effect {
        notes += names.compactMap { definition.firstText(ofMessage: $0.value) }.map { "message '\($0)'" }
      }
      guard case .count(let names) = effect else { continue }
      for name in names {
        guard let rule = graph.tables.counters.first(where: { $0.name == name.value || $0.name.hasSuffix(".\(name.value)") }) else {
          continue
        }
        if let target = target(of: rule.target) { notes.append("\(Counted.ordinal(rule.limit)) time → \(target)") }
      }
    }
    return notes
  }

  private func target(of target: Target) -> String? {
    guard case .state(let place) = target else { return nil }
    return start(of: place) ?? graph.states[place].id
  }
}

extension GraphForm {
  /// Whether it is the same form of another state, or of all of them.
  fileprivate func isSame(as other: GraphForm) -> Bool { id == other.id && edges.map(\.range) == other.edges.map(\.range) }
}

extension TenantDefinition {
  /// Every edge by its id.
  fileprivate var edgesByID: [String: EdgeDefinition] {
    var edges: [String: EdgeDefinition] = [:]
    func take(_ form: FormRules, _ prefix: String) {
      for edge in form.edges { edges["\(prefix).\(edge.name.value)"] = edge }
    }
    for form in everywhere { take(form, "everywhere.\(form.id.value)") }
    for state in states {
      for form in state.forms { take(form, "\(state.id.value).\(form.id.value)") }
      if let decision = state.decision { take(decision, "\(state.id.value).decide") }
    }
    return edges
  }

  /// What a person presses to send a form, by screen and form, in the first language.
  fileprivate var pressLabels: [String: String] {
    var labels: [String: String] = [:]
    for screen in screens {
      for form in screen.forms {
        let button = form.widgets.first { ["submit", "button", "link"].contains($0.type.value) }
        labels["\(screen.id.value)/\(form.id.value)"] = button?.firstText(of: "label")
      }
    }
    return labels
  }

  /// The first text that a screen shows.
  fileprivate func title(ofScreen id: String) -> String? {
    screens.first { $0.id.value == id }?.forms.lazy.flatMap(\.widgets).filter { $0.type.value == "static" }
      .compactMap { $0.firstText(of: "value") }.first { !$0.contains("${") }
  }

  fileprivate func firstText(ofMessage name: String) -> String? {
    messages.first { $0.name.value == name }?.text.texts.first?.text.text
  }
}

extension WidgetDefinition {
  /// The text of an attribute, in the first language.
  fileprivate func firstText(of attribute: String) -> String? {
    switch attributes.first(where: { $0.key.value == attribute })?.value {
    case .scalar(let scalar)?: return scalar.text
    case .mapping(let mapping)?:
      if case .scalar(let scalar)? = mapping.entries.first?.value { return scalar.text }
      return nil
    case .sequence?, nil: return nil
    }
  }
}
