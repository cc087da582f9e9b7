import JourneyMock

/// The journeys of a served mock that are under way, put together from what is reported of each.
struct JourneyTrails {
  private var open: [String: JourneyTrail] = [:]
  /// The ids in the order begun.
  private var order: [String] = []
  /// Those of all that are remembered, in the order begun.
  private var begun: [String] = []
  /// Journeys that were over when a link of theirs was opened.
  private var past = RecentTable<JourneyTrail>(limit: 256)
  private static let limit = 1024

  /// Adds what was done; the journeys that are over with it, or have to make room.
  mutating func add(_ act: JourneyAct) -> [JourneyTrail] {
    if case .began(let beginning) = act.kind { return begin(act, beginning) }
    guard var trail = open[act.session] ?? past[act.session] else { return [] }
    guard open[act.session] != nil || !trail.isOver else { return [] }
    trail.add(act)
    // A link of it was opened elsewhere, and it also goes on where it was.
    if open.updateValue(trail, forKey: act.session) == nil { order.append(act.session) }
    return trail.isOver ? [take(act.session)].compactMap { $0 }.filter { !$0.isEmpty } : []
  }

  private mutating func begin(_ act: JourneyAct, _ beginning: JourneyAct.Beginning) -> [JourneyTrail] {
    let id = act.session
    // Worlds that are reset with a seed have the same ids again.
    var over = [take(id)]
    if let sender = beginning.sender, let before = open[sender] ?? past[sender] {
      _ = take(sender)
      open[id] = JourneyTrail(id, after: before, at: act.clock)
    } else {
      open[id] = JourneyTrail(id, in: act.world, beginning, at: act.clock)
    }
    order.append(id)
    begun.append(id)
    if begun.count > 2 * Self.limit { begun.removeFirst(Self.limit) }
    if order.count > Self.limit { over.append(take(order[0])) }
    return over.compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// One that was left, in the order begun; `nil` once there is none.
  mutating func takeLeft() -> JourneyTrail? {
    while let id = order.first {
      if let trail = take(id), !trail.isEmpty { return trail }
    }
    return nil
  }

  /// The journey of the same person in the same world that was before one; `nil` for none that is known.
  func before(_ trail: JourneyTrail) -> JourneyTrail? {
    guard let person = trail.person else { return nil }
    let place = begun.lastIndex(of: trail.id) ?? begun.endIndex
    return begun[..<place].reversed().lazy.compactMap { open[$0] ?? past[$0] }.first {
      $0.world == trail.world && $0.person == person && !$0.isEmpty
    }
  }

  /// A journey is written, together with an earlier one that is not written alone any more.
  mutating func wrote(_ trail: JourneyTrail, with earlier: JourneyTrail) {
    open[earlier.id] = nil
    order.removeAll { $0 == earlier.id }
    past[trail.id] = trail
  }

  private mutating func take(_ id: String) -> JourneyTrail? {
    guard let trail = open.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    past[id] = trail
    return trail
  }
}
