import JourneyMock
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Whether the shipped journeys walk every edge of the shipped tenants' flows, and whether the search for edges that
/// nothing leads to finds the same ones.
struct EdgeCoverageTests {
  private struct Nobody: RunListener {
    mutating func record(_ searched: SearchedEvent) {}
  }

  private static func run() -> JourneyRun {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys"]
    settings.jobs = 2
    settings.seed = 7
    return JourneyRun(settings)
  }

  @Test func `the shipped journeys walk every edge of every shipped tenant`() async throws {
    let run = Self.run()
    var sink = CoverageListener(run.edgeCoverage, next: Nobody())
    let report = try await run.walk(log: nil, into: &sink)
    #expect(report.verdict == .passed)
    #expect(!sink.coverage.tenants.isEmpty)
    for tenant in sink.coverage.tenants {
      #expect(!tenant.edges.isEmpty && Set(tenant.edges).count == tenant.edges.count)
      #expect(tenant.missing == [], "edges of \(tenant.name) that no journey walks")
      #expect(tenant.walked.isSubset(of: tenant.edges), "edges of \(tenant.name) that were taken and are not in its graph")
    }
  }

  @Test func `an exploration finds the edges of the graph, all of them and no others`() throws {
    let mocks = Self.run().project.sites.compactMapValues(\.mock)
    #expect(!mocks.isEmpty)
    for (name, mock) in mocks {
      let found = mock.explore()
      let edges = Set(mock.flowGraph.states.flatMap(\.edges).map(\.id))
      #expect(found.isComplete, "the exploration of \(name) came to its limit")
      #expect(edges.subtracting(found.edges).sorted() == [], "edges of \(name) that nothing leads to")
      #expect(found.edges.subtracting(edges).sorted() == [], "edges of \(name) that are not in its graph")
    }
  }

  @Test func `what was not walked is named, tenant by tenant, in the order of the file`() async throws {
    let text = """
      journey: Look
      steps:
        - screen: identification
          answers: {identifier: nobody@acme.test}
        - screen: identification
          messages: any

      """
    try await SampleProject.with(["journeys/a.yaml": text]) { project in
      let run = project.run()
      var sink = CoverageListener(run.edgeCoverage, next: Nobody())
      _ = try await run.walk(log: nil, into: &sink)
      let acme = try #require(sink.coverage.tenants.first)
      #expect(acme.walked == ["arrival.decide.signs_in", "identification.identifier.unknown"])
      #expect(acme.missing == acme.edges.filter { !acme.walked.contains($0) })
      let lines = sink.coverage.text.split(separator: "\n")
      #expect(lines.first == "edges taken on acme: 2 of \(acme.edges.count)")
      #expect(lines.last?.hasPrefix("  not taken: \(acme.missing[0]), \(acme.missing[1])") ?? false)
    }
  }
}
