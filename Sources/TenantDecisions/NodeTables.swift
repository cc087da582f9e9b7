/// Finds nodes by what they ask and where that leads to: places in one table, tried one after the other.
struct NodeIndex {
  /// Nodes; -1 for a free place. A power of two.
  private var places: [Int] = []
  private var hashes: [UInt] = []

  static func hash(_ variable: Int, _ parts: ArraySlice<Int>) -> UInt {
    var hash = NodeHash()
    hash.add(variable)
    for part in parts { hash.add(part) }
    return hash.value
  }

  /// The first node of this hash that is the one looked for.
  func find(_ hash: UInt, where isSame: (Int) -> Bool) -> Int? {
    guard !places.isEmpty else { return nil }
    var place = Int(hash) & (places.count - 1)
    while places[place] >= 0 {
      if hashes[places[place]] == hash, isSame(places[place]) { return places[place] }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds the next node.
  mutating func insert(_ node: Int, _ hash: UInt) {
    hashes.append(hash)
    if hashes.count * 2 > places.count {
      places = [Int](repeating: -1, count: max(64, places.count * 2))
      for (node, hash) in hashes.enumerated() { put(node, hash) }
    } else {
      put(node, hash)
    }
  }

  private mutating func put(_ node: Int, _ hash: UInt) {
    var place = Int(hash) & (places.count - 1)
    while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
    places[place] = node
  }
}

/// What was found for up to three nodes, for a while: later results take the places of earlier ones where there are many.
struct NodeMemo {
  /// One result.
  private struct Entry {
    var first: Int
    var second: Int
    var third: Int
    var result: Int

    /// Equal to no node: marks a free entry.
    static let free = Entry(first: .min, second: 0, third: 0, result: 0)
  }

  private static let most = 1 << 17

  /// A power of two.
  private var entries: [Entry] = []
  private var count = 0

  func find(_ first: Int, _ second: Int = 0, _ third: Int = 0) -> Int? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[place(first, second, third)]
    return entry.first == first && entry.second == second && entry.third == third ? entry.result : nil
  }

  mutating func insert(_ first: Int, _ result: Int) { insert(first, 0, 0, result) }
  mutating func insert(_ first: Int, _ second: Int, _ result: Int) { insert(first, second, 0, result) }

  mutating func insert(_ first: Int, _ second: Int, _ third: Int, _ result: Int) {
    if count * 2 >= entries.count, entries.count < Self.most { grow() }
    put(Entry(first: first, second: second, third: third, result: result))
  }

  private mutating func grow() {
    let old = entries
    entries = [Entry](repeating: .free, count: max(64, old.count * 4))
    count = 0
    for entry in old where entry.first != Entry.free.first { put(entry) }
  }

  private mutating func put(_ entry: Entry) {
    let place = place(entry.first, entry.second, entry.third)
    if entries[place].first == Entry.free.first { count += 1 }
    entries[place] = entry
  }

  private func place(_ first: Int, _ second: Int, _ third: Int) -> Int {
    var hash = NodeHash()
    hash.add(first)
    hash.add(second)
    hash.add(third)
    return Int(hash.value) & (entries.count - 1)
  }
}

/// Mixes small numbers: nodes are created here, so an attacker cannot choose ones that collide.
private struct NodeHash {
  private var state: UInt = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ number: Int) {
    state = (state ^ UInt(bitPattern: number)) &* 0xBF58_476D_1CE4_E5B9
    state ^= state >> 32
  }

  var value: UInt { state >> 1 }
}
