import JourneyTestSupport
import Testing

struct JUnitRuleNumbersTests {
  @Test func `each of the forty rules is the name of exactly one test`() throws {
    var found: [String: Int] = [:]
    for file in try Fixtures.files(below: "Tests/JourneyReportsTests", suffix: ".swift") {
      for match in try Fixtures.text(of: file).matches(of: #/func `rule (\d\d): /#) { found[String(match.1), default: 0] += 1 }
    }
    let numbers = (1...40).map { $0 < 10 ? "0\($0)" : "\($0)" }
    #expect(found.keys.sorted() == numbers)
    #expect(found.filter { $0.value != 1 }.isEmpty)
  }
}
