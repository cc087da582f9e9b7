/// A stack whose upper part becomes an array of exactly its size.
///
/// Nested collections fill it in turn, so none of them grows step by step and none keeps room that it does not need.
struct Pile<Element>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity = 64
  private(set) var count = 0

  init() { storage = .allocate(capacity: capacity) }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (storage + count).initialize(to: element)
    count += 1
  }

  /// The elements from `base` on, which are then no longer in the pile.
  @inline(__always)
  mutating func take(from base: Int) -> [Element] {
    var taken: [Element] = []
    taken.reserveCapacity(count - base)
    var index = base
    while index < count {
      taken.append((storage + index).move())
      index += 1
    }
    count = base
    return taken
  }

  /// The element at an index below `count`.
  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "an index outside the pile")
    return storage[index]
  }

  /// The index of the first element from `base` on that fits.
  @inline(__always)
  func firstIndex(from base: Int, where fits: (borrowing Element) -> Bool) -> Int? {
    var index = base
    while index < count {
      if fits(storage[index]) { return index }
      index += 1
    }
    return nil
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = larger
    capacity *= 2
  }
}
