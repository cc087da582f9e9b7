import JourneyTestSupport
import Testing

/// The page that says which test holds which fact of the Journey Flow protocol, held against the tests.
struct ProtocolRowsTests {
  private static let page = "Sources/JourneyKit/JourneyKit.docc/JourneyFlow.md"

  /// Suites that exist for the rows alone.
  private static let own: Set = [
    "FlowAppStartTests", "FlowAppAnswerTests", "FlowAppTokenTests", "FlowRowsTests", "FlowRowsEndTests", "RateScheduleTests",
    "LiveTenantTests", "FlowPasskeyTests", "SoftwareAuthenticatorTests",
  ]

  /// A test as a row names it.
  private struct Named: Hashable {
    let suite: String
    let name: String
  }

  /// What the cells name: a suite as code, then the test's sentence; `·` between two of them.
  private static func rows() throws -> [[Named]] {
    try Fixtures.text(of: page).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").dropFirst().flatMap { $0.split(separator: "·") }.compactMap { text in
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy({ $0 == " " }) else { return nil }
        return Named(suite: String(parts[1]), name: parts[2].trimmingBlanks)
      }
    }.filter { !$0.isEmpty }
  }

  /// The names of the tests of each suite.
  private static func tests() throws -> [String: Set<String>] {
    var tests: [String: Set<String>] = [:]
    for path in try Fixtures.files(below: "Tests", suffix: "Tests.swift") {
      let suite = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      let lines = try Fixtures.text(of: path).split(separator: "\n").filter { $0.contains("func `") }
      tests[suite] = Set(lines.compactMap { $0.split(separator: "`", omittingEmptySubsequences: false).dropFirst().first.map(String.init) })
    }
    return tests
  }

  @Test func `every test that a row names is there`() throws {
    let rows = try Self.rows()
    #expect(rows.count > 80)
    let tests = try Self.tests()
    for named in Set(rows.flatMap(\.self)) {
      #expect(tests[named.suite]?.contains(named.name) == true, "\(named.suite): \(named.name)")
    }
  }

  @Test func `every test of the suites for rows stands in a row`() throws {
    let named = Set(try Self.rows().flatMap(\.self))
    for (suite, names) in try Self.tests() where Self.own.contains(suite) {
      for name in names { #expect(named.contains(Named(suite: suite, name: name)), "\(suite): \(name)") }
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
