import Testing

@testable import JourneyMock

/// What keeps a mock small that is asked for hours: nearly everything that clients make is in such a table.
struct RecentTableTests {
  @Test func `a table holds the newest, and never more than its limit`() {
    var table = RecentTable<Int>(limit: 8)
    for number in 0..<10_000 {
      table["k\(number)"] = number
      #expect(table.count == min(number + 1, 8) && table.elements.count <= 8)
    }
    #expect(Set(table.values) == Set(9992..<10_000))
    #expect(table["k9991"] == nil && table["k9992"] == 9992)
  }

  @Test func `an entry that is changed stays one, and keeps its place`() {
    var table = RecentTable<Int>(limit: 2)
    table["old"] = 1
    table["new"] = 2
    for number in 0..<1000 { table["old"] = number }
    #expect(table.count == 2 && table.elements.count == 2)
    table["newest"] = 3
    #expect(table["old"] == nil && table["new"] == 2)
  }

  @Test func `entries that come and go fill nothing`() {
    var table = RecentTable<Int>(limit: 8)
    table["stays"] = 0
    for number in 0..<10_000 {
      table["k\(number)"] = number
      #expect(table.remove("k\(number)") == number)
      #expect(table.elements.count == 2 && table.free.count == 1)
    }
    #expect(table.count == 1 && table["stays"] == 0)
  }

  @Test func `a table is what a list in the order of the keys says, whatever comes and goes`() {
    var random = SystemRandomNumberGenerator()
    var table = RecentTable<Int>(limit: 8)
    var list: [(key: String, element: Int)] = []
    for number in 0..<20_000 {
      let key = "k\(Int.random(in: 0..<14, using: &random))"
      let known = list.firstIndex { $0.key == key }
      switch (Int.random(in: 0..<4, using: &random), known) {
      case (0, let known):
        #expect(table.remove(key) == known.map { list[$0].element })
        known.map { _ = list.remove(at: $0) }
      case (_, let known?):
        table[key] = number
        list[known].element = number
      case (_, nil):
        table[key] = number
        list.append((key, number))
        if list.count > 8 { list.removeFirst() }
      }
      if number % 100 == 0 {
        table.update { $0 += 100_000 }
        for place in list.indices { list[place].element += 100_000 }
      }
      #expect(table.count == list.count && Set(table.values) == Set(list.map(\.element)))
      #expect(list.allSatisfy { table[$0.key] == $0.element } && table.key { $0 == number } == list.first { $0.element == number }?.key)
    }
  }
}
