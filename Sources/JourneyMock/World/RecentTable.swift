/// A dictionary that holds a limited number of entries and drops the oldest: what a client makes must not fill the memory.
///
/// The elements lie side by side in slots, so that the places that a hash table keeps free cost a number each and not an element;
/// a list through the slots holds the order in which their keys were made.
package struct RecentTable<Element: Sendable>: Sendable {
  /// The slot of each key.
  @usableFromInline var places: [String: Int] = [:]
  /// By slot; `nil` in one that is free.
  @usableFromInline var elements: [Element?] = []
  /// By slot, too.
  @usableFromInline var links: [RecentLink] = []
  /// Slots whose entry was removed.
  @usableFromInline var free: [Int] = []
  /// The slots of the entry that was made first and of the one that was made last; `nil` in a table without entries.
  @usableFromInline var oldest: Int?
  @usableFromInline var newest: Int?
  @usableFromInline let limit: Int

  /// A table without entries.
  @inlinable package init(limit: Int = 4096) { self.limit = limit }

  var count: Int { places.count }
  var values: some Sequence<Element> { elements.lazy.compactMap { $0 } }

  /// The entry of this key; setting it to `nil` removes it.
  @inlinable package subscript(key: String) -> Element? {
    get {
      guard let place = places[key] else { return nil }
      return elements[place]
    }
    set {
      guard let newValue else {
        _ = remove(key)
        return
      }
      if let place = places[key] { elements[place] = newValue } else { add(newValue, for: key) }
    }
  }

  /// The key of an element; `nil` where none is so.
  package func key(where fits: (Element) -> Bool) -> String? {
    elements.firstIndex { $0.map(fits) ?? false }.map { links[$0].key }
  }

  /// The element, which is removed from the table.
  @inlinable package mutating func remove(_ key: String) -> Element? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    return clear(place)
  }

  /// Changes every element.
  @inlinable package mutating func update(_ change: (inout Element) -> Void) {
    for place in elements.indices {
      guard var element = elements[place] else { continue }
      elements[place] = nil
      change(&element)
      elements[place] = element
    }
  }

  @usableFromInline mutating func add(_ element: Element, for key: String) {
    if places.count >= limit, let oldest { _ = remove(links[oldest].key) }
    let link = RecentLink(key: key, older: newest)
    let place = free.popLast() ?? elements.endIndex
    if place == elements.endIndex {
      elements.append(element)
      links.append(link)
    } else {
      elements[place] = element
      links[place] = link
    }
    if let newest { links[newest].newer = place } else { oldest = place }
    newest = place
    places[key] = place
  }

  /// Frees a slot, and joins the entries before and after it.
  @usableFromInline mutating func clear(_ place: Int) -> Element? {
    let (element, link) = (elements[place], links[place])
    elements[place] = nil
    links[place].key = ""
    free.append(place)
    if let older = link.older { links[older].newer = link.newer } else { oldest = link.newer }
    if let newer = link.newer { links[newer].older = link.older } else { newest = link.older }
    return element
  }
}

/// The key of an entry of a `RecentTable`, and the slots of the entries that were made just before and just after it.
@usableFromInline struct RecentLink: Sendable {
  @usableFromInline var key: String
  @usableFromInline var older: Int?
  @usableFromInline var newer: Int?
}
