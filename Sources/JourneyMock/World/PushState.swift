/// What became of a push: the words of the fact `session.push`, which the graph sets to `waiting` and the person's device answers.
enum PushState: String {
  case none, waiting, accepted, rejected

  static let fact = "session.push"
}

extension TenantGraph.Tables {
  /// The fact with the state of a push, if the tenant declares it.
  var push: FactRule? { facts.first { $0.name == PushState.fact } }
}

extension FactRule {
  /// The place of the word for a state; `nil` if the tenant does not list it.
  func place(of state: PushState) -> UInt64? { words.firstIndex(of: state.rawValue).map(UInt64.init) }
}
