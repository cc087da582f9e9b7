/// The states of a tenant's journey and the ways between them, for coverage, maps and path rules.
public struct FlowGraph: Sendable, Hashable {
  /// Where a journey begins.
  public var start: String
  /// Ids are unique.
  public var states: [State]

  /// One state of the journey.
  public struct State: Sendable, Hashable {
    public var id: String
    /// The screen shown there; `nil` for a state that decides at once.
    public var screen: String?
    /// In the order they are tried, form by form.
    public var edges: [Edge]

    public init(id: String, screen: String?, edges: [Edge]) {
      self.id = id
      self.screen = screen
      self.edges = edges
    }
  }

  /// One way out of a state.
  public struct Edge: Sendable, Hashable {
    /// `state.form.name`.
    public var id: String
    public var form: FormID
    /// Where it leads: a state, or an end such as `finish`; the state itself where it stays.
    public var target: String

    public init(id: String, form: FormID, target: String) {
      self.id = id
      self.form = form
      self.target = target
    }
  }

  public init(start: String, states: [State]) {
    self.start = start
    self.states = states
  }
}
