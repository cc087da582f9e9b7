import MockMutation

/// Which mutants are made of which tenants, and what walks them.
public struct MutationSettings: Sendable {
  /// The scenarios that are to notice, and how many mutants are walked at a time.
  public var run = RunSettings()
  /// The mocked tenants that are changed; empty for every one that a scenario walks.
  public var tenants: [String] = []
  /// Names of operators, e.g. `drop-say`; empty for all.
  public var operators: [String] = []
  /// Mutants by their ids, or by what their ids begin with; empty for all.
  public var mutants: [String] = []
  /// The file of mutants that no scenario can notice; `nil` for none.
  public var allowed: String?

  public init() {}

  /// The names of the operators, in the order of the documentation.
  public static var operatorNames: [String] { MutationOperator.allCases.map(\.rawValue) }
}
