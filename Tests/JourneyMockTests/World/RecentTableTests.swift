import Testing

@testable import JourneyMock

/// What keeps a mock small that is asked for hours: nearly everything that clients make is in such a table.
struct RecentTableTests {
  @Test func `a table holds the newest, and never more than its limit`() {
    var table = RecentTable<Int>(limit: 8)
    for number in 0..<10_000 {
      table["k\(number)"] = number
      #expect(table.count == min(number + 1, 8) && table.order.count <= 17)
    }
    #expect(Set(table.values) == Set(9992..<10_000))
    #expect(table["k9991"] == nil && table["k9992"] == 9992)
  }

  @Test func `an entry that is changed stays one, and keeps its place`() {
    var table = RecentTable<Int>(limit: 2)
    table["old"] = 1
    table["new"] = 2
    for number in 0..<1000 { table["old"] = number }
    #expect(table.count == 2 && table.order.count == 2)
    table["newest"] = 3
    #expect(table["old"] == nil && table["new"] == 2)
  }

  @Test func `entries that come and go fill nothing`() {
    var table = RecentTable<Int>(limit: 8)
    table["stays"] = 0
    for number in 0..<10_000 {
      table["k\(number)"] = number
      #expect(table.remove("k\(number)") == number)
      #expect(table.order.count <= 32)
    }
    #expect(table.count <= 1)
  }
}
