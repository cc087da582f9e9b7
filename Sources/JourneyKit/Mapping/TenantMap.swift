import JourneyInsight

/// The screens of a tenant and the ways between them, and who walked which.
public struct TenantMap: Sendable {
  private let map: JourneyMap

  init(_ map: JourneyMap) { self.map = map }

  /// As scenarios call the tenant.
  public var tenant: String { map.tenant }
  /// How many of a hundred ways that can be taken are walked.
  public var share: Double { map.share }

  /// For a terminal.
  ///
  /// - Parameter showsAll: whether screens are shown that no scenario reaches.
  public func text(showsAll: Bool) -> String { MapText(map, showsAll: showsAll).text }
  /// A diagram of Mermaid.
  public var mermaid: String { MapMermaid(map).text }
  /// One JSON object, in a line.
  public var json: String { MapJSON(map).text }
  /// A page with a drawing, and the same as a list.
  public var html: String { MapPage(map).text }
}
