/// A dictionary that holds a limited number of entries and drops the oldest: what a client makes must not fill the memory.
///
/// The elements lie side by side in the order of `slots`, so that the places that a hash table keeps free cost a number each
/// and not an element; a list through the slots holds the order in which their keys were made.
package struct RecentTable<Element: Sendable>: Sendable {
  /// The slot of each key.
  @usableFromInline var places: [String: Int] = [:]
  @usableFromInline var slots: [Slot] = []
  /// Slots whose entry was removed.
  @usableFromInline var free: [Int] = []
  /// The slots of the entry that was made first and of the one that was made last; `nil` in a table without entries.
  @usableFromInline var oldest: Int?
  @usableFromInline var newest: Int?
  @usableFromInline let limit: Int

  @usableFromInline struct Slot: Sendable {
    /// `nil` in a free slot.
    @usableFromInline var entry: (key: String, element: Element)?
    /// The slots of the entries that were made just before and just after; `none` where there is no such entry.
    @usableFromInline var older: Int32
    @usableFromInline var newer: Int32 = Slot.none

    @usableFromInline static var none: Int32 { -1 }

    @usableFromInline init(_ key: String, _ element: Element, after older: Int?) {
      entry = (key, element)
      self.older = older.map(Int32.init) ?? Slot.none
    }
  }

  /// A table without entries.
  @inlinable package init(limit: Int = 4096) { self.limit = limit }

  var count: Int { places.count }
  var values: some Sequence<Element> { slots.lazy.compactMap { $0.entry?.element } }

  /// The entry of this key; setting it to `nil` removes it.
  @inlinable package subscript(key: String) -> Element? {
    get { places[key].flatMap { slots[$0].entry?.element } }
    set {
      guard let newValue else {
        _ = remove(key)
        return
      }
      if let place = places[key] { slots[place].entry?.element = newValue } else { add(newValue, for: key) }
    }
  }

  /// The key of an element; `nil` where none is so.
  package func key(where fits: (Element) -> Bool) -> String? {
    slots.lazy.compactMap(\.entry).first { fits($0.element) }?.key
  }

  /// The element, which is no longer in the table.
  @inlinable package mutating func remove(_ key: String) -> Element? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    return clear(place)
  }

  /// Changes every element.
  @inlinable package mutating func update(_ change: (inout Element) -> Void) {
    for place in slots.indices {
      guard var entry = slots[place].entry else { continue }
      slots[place].entry = nil
      change(&entry.element)
      slots[place].entry = entry
    }
  }

  @usableFromInline mutating func add(_ element: Element, for key: String) {
    if places.count >= limit, let oldest, let first = slots[oldest].entry { _ = remove(first.key) }
    let slot = Slot(key, element, after: newest)
    let place = free.popLast() ?? slots.endIndex
    if place == slots.endIndex { slots.append(slot) } else { slots[place] = slot }
    if let newest { slots[newest].newer = Int32(place) } else { oldest = place }
    newest = place
    places[key] = place
  }

  /// Frees a slot, and joins the entries before and after it.
  @usableFromInline mutating func clear(_ place: Int) -> Element? {
    let slot = slots[place]
    slots[place].entry = nil
    free.append(place)
    let (older, newer) = (slot.older, slot.newer)
    if older == Slot.none { oldest = newer == Slot.none ? nil : Int(newer) } else { slots[Int(older)].newer = newer }
    if newer == Slot.none { newest = older == Slot.none ? nil : Int(older) } else { slots[Int(newer)].older = older }
    return slot.entry?.element
  }
}
