/// A dictionary that holds a limited number of entries and drops the oldest: what a client makes must not fill the memory.
struct RecentTable<Element: Sendable>: Sendable {
  private var elements: [String: Element] = [:]
  /// Keys in the order made; those removed since stay until they are reached.
  private var order: [String] = []
  private var oldest = 0
  private let limit: Int

  init(limit: Int = 4096) { self.limit = limit }

  var count: Int { elements.count }
  var values: Dictionary<String, Element>.Values { elements.values }

  subscript(key: String) -> Element? {
    get { elements[key] }
    set {
      guard let newValue else {
        elements.removeValue(forKey: key)
        return
      }
      if elements.updateValue(newValue, forKey: key) == nil { noteNew(key) }
    }
  }

  /// The element, which is no longer in the table.
  mutating func remove(_ key: String) -> Element? { elements.removeValue(forKey: key) }

  /// Changes every element.
  mutating func update(_ change: (inout Element) -> Void) {
    elements = elements.mapValues { element in
      var element = element
      change(&element)
      return element
    }
  }

  private mutating func noteNew(_ key: String) {
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
