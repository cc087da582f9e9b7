import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// What the checks found in the exchanges of a case is in every report, with the line that switches the check off.
struct FindingReportTests {
  private static let line = "checks: {headers: {skip: why}}"
  private static let problem = "any site can show the page in a frame: it has neither header: GET https://acme.test/login (status 200)"

  private static let finding = Mismatch(
    .security, subject: "check 'headers'", expected: "success", actual: problem,
    details: ["a tenant can switch the check off in tenants.yaml, with the reason:", line],
    place: SampleRun.place(11, 5, 6, "  - screen: identification"))

  /// A case whose steps all passed, or whose second step failed.
  private static func run(alone: Bool) -> SampleRun {
    let expectations = alone ? [] : SampleRun.mismatches
    var run = SampleRun()
    run.plan("a", SampleRun.planned("Sign in"))
    run.walk("a") { run in
      run.takeStep("0", "screen identification", SampleRun.identification)
      run.takeStep("1", "screen password", SampleRun.password, alone ? .passed : .failed(expectations))
      run.add(.mismatch(finding))
      let left = alone ? [] : ["finish"]
      run.add(
        .attemptEnded(AttemptOutcome(result: .failed(expectations + [finding]), duration: .milliseconds(9), stepsLeft: left)))
    }
    run.end("a", .failed)
    run.endRun()
    return run
  }

  private static func text(_ format: ReportFormat, alone: Bool) throws -> String {
    var bytes: [UInt8] = []
    try format.writer.write(try run(alone: alone).report) { piece throws(ReportError) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self).replacing("&#39;", with: "'").replacing("&apos;", with: "'")
  }

  @Test(arguments: ReportFormat.allCases, [true, false])
  func `every report shows a finding and how to switch its check off`(_ format: ReportFormat, _ isAlone: Bool) throws {
    let text = try Self.text(format, alone: isAlone)
    #expect(text.contains(Self.problem), "\(text)")
    #expect(text.contains(Self.line), "\(text)")
    #expect(text.contains("Passphrase") != isAlone)
  }

  @Test(arguments: [true, false])
  func `the console shows it at the step that led to the exchange, after what else failed`(_ isAlone: Bool) throws {
    var console = ConsoleReport(style: ConsoleStyle(), verbosity: .quiet)
    let text = Self.run(alone: isAlone).events.flatMap { console.record($0) }.map(\.text).joined()
    #expect(text.contains("password.yaml:11:5: check 'headers'\n     11 |   - screen: identification\n"), "\(text)")
    #expect(text.contains("        actual    \(Self.problem)\n"))
    #expect(text.contains("                  \(Self.line)\n"))
    #expect(text.contains("Not reached:") != isAlone)
    let places = [text.firstRange(of: "Passphrase"), text.firstRange(of: "check 'headers'")].compactMap { $0?.lowerBound }
    #expect(places == places.sorted())
  }

  @Test(arguments: JUnitDialect.allCases)
  func `JUnit has one failure with all of it`(_ dialect: JUnitDialect) throws {
    for root in try JUnitReportTests.roots(Self.run(alone: true), dialect) {
      #expect(root.descendants("failure").count == 1 && root.descendants("error").isEmpty)
    }
    #expect(try JUnitReportTests.text(Self.run(alone: true), dialect).contains("{headers: {skip: why}}"))
  }
}
