import FoundationEssentials
import JourneyTestSupport
import Testing

/// The calls of the vendors' SDKs for browsers, tried and listed on their page; `RECORD_GOLDEN=1` writes the list.
@Suite(.serialized) struct SDKCallTests {
  @Test(arguments: SDKCall.all.indices)
  func `a call comes to what the page says`(place: Int) async throws {
    let call = SDKCall.all[place]
    #expect(try await call.run() == call.outcome, "\(call.sdk): \(call.call)")
  }

  @Test func `the page lists the calls`() throws {
    let path = "Sources/JourneyKit/JourneyKit.docc/SDKDemands.md"
    let rows = SDKCall.all.map { "| \($0.sdk) | \($0.call) | \($0.outcome.words) | \($0.note.isEmpty ? "-" : $0.note) |" }
    let table = (["", "| SDK | call | at the mock | remark |", "|---|---|---|---|"] + rows + [""]).joined(separator: "\n") + "\n"
    let page = try Fixtures.text(of: path)
    let parts = page.split(separator: "<!-- sdk calls -->\n", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let end = try #require(parts[1].firstRange(of: "<!-- end -->"))
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = parts[0] + "<!-- sdk calls -->\n" + table + parts[1][end.lowerBound...]
      try String(changed).write(toFile: "\(Fixtures.packageRoot)/\(path)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(parts[1][..<end.lowerBound]) == table)
    }
  }
}
