/// What the shortest paths of some people have in common: that they gain and lose these stops.
struct WayShift: Hashable {
  /// Stops that come on top, in the order of the new path; one that comes twice more is here twice.
  let added: [String]
  let removed: [String]
  /// Whether the other path is still there: a choice more.
  let isChoice: Bool

  /// `nil` where both paths have the same stops, in whatever order.
  init?(_ before: [String], _ now: [String], isChoice: Bool) {
    self.isChoice = isChoice
    added = Self.rest(of: now, without: before)
    removed = Self.rest(of: before, without: now)
    if added.isEmpty && removed.isEmpty { return nil }
  }

  private static func rest(of stops: [String], without others: [String]) -> [String] {
    var left = others
    return stops.filter { stop in
      guard let place = left.firstIndex(of: stop) else { return true }
      left.remove(at: place)
      return false
    }
  }

  var meaning: ChangeClass { isChoice || added.isEmpty ? .less : .more }

  /// E.g. `mfaPasscode`, `terms:less` and `byCode:instead-of:password`.
  var id: String {
    let names = (added: Self.id(added), removed: Self.id(removed))
    if isChoice { return "\(names.added.isEmpty ? "" : "\(names.added):")possible-without:\(names.removed)" }
    if removed.isEmpty { return names.added }
    return added.isEmpty ? "\(names.removed):less" : "\(names.added):instead-of:\(names.removed)"
  }

  private static func id(_ stops: [String]) -> String { stops.map { $0.replacing(" ", with: "-") }.joined(separator: "+") }

  /// The end of a sentence about a sign-in.
  var words: String {
    if isChoice {
      return added.isEmpty
        ? "can now do without \(Self.list(removed))" : "can now have \(Self.list(added)) instead of \(Self.list(removed))"
    }
    if removed.isEmpty { return "now also has \(Self.list(added))" }
    return added.isEmpty ? "no longer has \(Self.list(removed))" : "now has \(Self.list(added)) instead of \(Self.list(removed))"
  }

  private static func list(_ stops: [String]) -> String { stops.map { "'\($0)'" }.joined(separator: ", ") }
}
