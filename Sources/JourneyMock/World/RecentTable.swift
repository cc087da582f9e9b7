/// A dictionary that holds a limited number of entries and drops the oldest: what a client makes must not fill the memory.
package struct RecentTable<Element: Sendable>: Sendable {
  @usableFromInline var elements: [String: Element] = [:]
  /// Keys in the order made; those removed since stay until they are reached.
  @usableFromInline var order: [String] = []
  @usableFromInline var oldest = 0
  @usableFromInline let limit: Int

  /// A table without entries.
  @inlinable package init(limit: Int = 4096) { self.limit = limit }

  var count: Int { elements.count }
  var values: Dictionary<String, Element>.Values { elements.values }

  /// The entry of this key; setting it to `nil` removes it.
  @inlinable package subscript(key: String) -> Element? {
    get { elements[key] }
    set {
      guard let newValue else {
        elements.removeValue(forKey: key)
        return
      }
      if elements.updateValue(newValue, forKey: key) == nil { noteNew(key) }
    }
  }

  /// The key of an element; `nil` where none is so.
  package func key(where fits: (Element) -> Bool) -> String? { elements.first { fits($0.value) }?.key }

  /// The element, which is no longer in the table.
  @inlinable package mutating func remove(_ key: String) -> Element? { elements.removeValue(forKey: key) }

  /// Changes every element.
  @inlinable package mutating func update(_ change: (inout Element) -> Void) {
    elements = elements.mapValues { element in
      var element = element
      change(&element)
      return element
    }
  }

  @usableFromInline mutating func noteNew(_ key: String) {
    order.append(key)
    while elements.count > limit || order.count - oldest > 2 * limit {
      elements.removeValue(forKey: order[oldest])
      oldest += 1
    }
    if oldest > limit {
      order.removeFirst(oldest)
      oldest = 0
    }
  }
}
