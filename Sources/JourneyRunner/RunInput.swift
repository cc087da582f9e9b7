/// Something that cases read before they are walked, of which a log keeps a digest, so that two runs can be compared.
public struct RunInput: Sendable, Hashable, Comparable {
  /// What it is; the raw values are those of the event log.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// What the scenarios say, with their fragments and rows.
    case scenario
    /// The files of a mock.
    case mock
    /// A tenant's entry in tenants.yaml.
    case tenant
    /// Screens that were stored before the run.
    case snapshots
  }

  public var kind: Kind
  /// Of a mock or a tenant; `nil` for anything else.
  public var name: String?

  public init(_ kind: Kind, name: String? = nil) { (self.kind, self.name) = (kind, name) }

  public static func < (one: Self, other: Self) -> Bool { (one.kind.rawValue, one.name ?? "") < (other.kind.rawValue, other.name ?? "") }
}

extension [RunInput: String] {
  /// The first that differs between two runs; `nil` for none, or where one of the runs does not say what it read.
  package func firstDifference(from other: [RunInput: String]) -> RunInput? {
    guard !isEmpty, !other.isEmpty else { return nil }
    return Set(keys).union(other.keys).sorted().first { self[$0] != other[$0] }
  }
}
