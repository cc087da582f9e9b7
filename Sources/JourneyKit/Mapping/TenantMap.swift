import JourneyInsight

/// The screens of a tenant and the ways between them, and who walked which.
public struct TenantMap: Sendable {
  private let map: JourneyMap

  init(_ map: JourneyMap) { self.map = map }

  /// As scenarios call the tenant.
  public var tenant: String { map.tenant }
  /// How many of a hundred paths that can be taken are walked.
  public var share: Double { map.share }

  /// A sentence if less than this percentage of the paths that can be taken is walked; else `nil`.
  public func shortfall(below percentage: Double) -> String? {
    guard share < percentage else { return nil }
    let ways = map.ways.filter(\.isReachable)
    return "\(tenant): \(ways.count { !$0.walked.isEmpty }) of \(ways.count) paths that can be taken are walked, "
      + "\(Self.percent(share)); --fail-under requires \(Self.percent(percentage))"
  }

  /// With one decimal, rounded down, so that it does not read as enough where it is not.
  private static func percent(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// For a terminal.
  ///
  /// - Parameter showsAll: whether screens are shown that no scenario reaches.
  public func text(showsAll: Bool) -> String { MapText(map, showsAll: showsAll).text }
  /// A diagram of Mermaid.
  public var mermaid: String { MapMermaid(map).text }
  /// A graph in the language of Graphviz.
  public var dot: String { MapDOT(map).text }
  /// One JSON object, in a line.
  public var json: String { MapJSON(map).text }
  /// A page with a drawing, and the same as a list.
  public var html: String { MapPage(map).text }
}
