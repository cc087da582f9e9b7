import Diagnostics
import JourneyMock

/// The place of a form's rules in a tenant's definition.
enum RulesPlace: Sendable, Hashable {
  case form(state: Int, form: Int)
  case decision(state: Int)
  case everywhere(Int)
}

/// The place of an edge in a tenant's definition, or of what is decoded like one.
enum EdgePlace: Sendable, Hashable {
  case edge(RulesPlace, Int)
  /// What a counter does when it is full.
  case full(Int)
  /// What a timer does when it is over.
  case over(Int)
}

/// The place of a widget in a tenant's definition.
struct WidgetPlace: Sendable, Hashable {
  var screen: Int
  var form: Int
  var widget: Int
}

extension TenantDefinition {
  subscript(place: RulesPlace) -> FormRules {
    get {
      switch place {
      case .form(let state, let form): return states[state].forms[form]
      case .everywhere(let form): return everywhere[form]
      case .decision(let state):
        guard let decision = states[state].decision else { preconditionFailure("the place is that of a decision") }
        return decision
      }
    }
    set {
      switch place {
      case .form(let state, let form): states[state].forms[form] = newValue
      case .everywhere(let form): everywhere[form] = newValue
      case .decision(let state): states[state].decision = newValue
      }
    }
  }

  subscript(place: EdgePlace) -> EdgeDefinition {
    get {
      switch place {
      case .edge(let rules, let edge): return self[rules].edges[edge]
      case .full(let counter):
        guard let full = counters[counter].full else { preconditionFailure("the place is that of a full counter") }
        return full
      case .over(let timer):
        guard let over = timers[timer].over else { preconditionFailure("the place is that of a timer that is over") }
        return over
      }
    }
    set {
      switch place {
      case .edge(let rules, let edge): self[rules].edges[edge] = newValue
      case .full(let counter): counters[counter].full = newValue
      case .over(let timer): timers[timer].over = newValue
      }
    }
  }

  /// The places of every form's rules.
  var rulesPlaces: [RulesPlace] {
    everywhere.indices.map { .everywhere($0) }
      + states.indices.flatMap { state in
        states[state].forms.indices.map { .form(state: state, form: $0) } + (states[state].decision == nil ? [] : [.decision(state: state)])
      }
  }

  /// The places of every edge, and the effects of counters and timers.
  var edgePlaces: [EdgePlace] {
    rulesPlaces.flatMap { rules in self[rules].edges.indices.map { .edge(rules, $0) } }
      + counters.indices.filter { counters[$0].full != nil }.map { .full($0) }
      + timers.indices.filter { timers[$0].over != nil }.map { .over($0) }
  }

  /// What an edge is called in ids: `state.form.name`, `counter.name`, `timer.name`.
  func element(_ place: EdgePlace) -> String {
    switch place {
    case .edge(let rules, let edge): "\(element(rules)).\(self[rules].edges[edge].name.value)"
    case .full(let counter): "counter.\(counters[counter].name.value)"
    case .over(let timer): "timer.\(timers[timer].name.value)"
    }
  }

  /// What a form is called in ids: `state.form`.
  func element(_ place: RulesPlace) -> String {
    switch place {
    case .form(let state, let form): "\(states[state].id.value).\(states[state].forms[form].id.value)"
    case .decision(let state): "\(states[state].id.value).decide"
    case .everywhere(let form): "everywhere.\(everywhere[form].id.value)"
    }
  }
}
