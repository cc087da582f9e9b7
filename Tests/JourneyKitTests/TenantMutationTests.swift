import Diagnostics
import Encodings
import JourneyMock
import JourneyRunner
import JourneyScenario
import JourneyTestSupport
import MockMutation
import Testing

@testable import JourneyKit

/// Whatever stands in the file of a mock tenant: it is refused at a place, or explored, changed, served and walked to an end.
struct TenantMutationTests {
  /// A shipped file, the tenant's file that needs it, and the tenant of tenants.yaml that scenarios walk.
  private static let samples: [String: (tenant: String, site: String?)] = [
    "fixtures/tenants/acme.yaml": ("fixtures/tenants/acme.yaml", "acme"),
    "fixtures/tenants/acme.screens.yaml": ("fixtures/tenants/acme.yaml", "acme"),
    "fixtures/tenants/harbor.yaml": ("fixtures/tenants/harbor.yaml", "harbor"),
    "fixtures/tenants/harbor.screens.yaml": ("fixtures/tenants/harbor.yaml", "harbor"),
    "fixtures/tenants/quay.yaml": ("fixtures/tenants/quay.yaml", "quay"),
    "fixtures/tenants/cascade.yaml": ("fixtures/tenants/cascade.yaml", "cascade"),
    "fixtures/tenants/policy-change/_mock/cascade-strict.yaml": ("fixtures/tenants/policy-change/_mock/cascade-strict.yaml", "cascade"),
    "journeys/_docs/_first/journeys/_mock/example.yaml": ("journeys/_docs/_first/journeys/_mock/example.yaml", nil),
  ]
  private static let vocabulary = [
    "tenant", "extends", "flow", "start", "decide", "when", "go", "find", "say", "send", "count", "clear", "set", "add", "remove", "create",
    "forget", "refuse", "hand_over", "expire", "everywhere", "policy", "facts", "full", "over", "lasts", "limit", "of", "screen", "forms",
    "layout", "options", "label", "required", "and", "or", "not", "(", ")", "==", "!=", "has", "in", "matches", "account", "link", "life",
  ]

  @Test func `mutated mock tenants are refused at a place, or explored, changed, served and walked to an end`() async throws {
    try await MutatedProject.with { shipped in
      let (plan, _) = shipped.plan(["journeys"])
      let cases = Dictionary(grouping: plan.cases.filter { $0.facts.skipped == nil }) { $0.tenant.name }
      let files = MutatedFiles(
        kind: "mock tenants", usual: 120, samples: Self.samples.keys.sorted(), mutator: FileMutator(vocabulary: Self.vocabulary))
      try await files.tryAll { name, text, random in
        guard let sample = Self.samples[name] else { return .init(diagnostics: [], isSound: false) }
        return try await shipped.replacing(name, by: text) {
          var diagnostics: [Diagnostic] = []
          guard let tenant = Self.load(sample.tenant, in: shipped.project.files, &diagnostics) else {
            #expect(diagnostics.contains { $0.severity == .error })
            return .init(diagnostics: diagnostics, isSound: false)
          }
          #expect(!diagnostics.contains { $0.severity == .error })
          // What is explored to its end takes seconds, so most are looked at for a short while.
          let limit = Int.random(in: 0..<100, using: &random) == 0 ? MockTenant.explorationLimit : 500
          diagnostics += tenant.unreachableEdges(limit: limit)
          let walker = MutationWalker(project: shipped.project, seed: 7)
          let walked = sample.site.flatMap { cases[$0]?.randomElement(using: &random) }
          if let walked, let site = sample.site {
            diagnostics += try Self.checked(walked, on: tenant, as: site, in: shipped)
            _ = await walker.firstFailure(of: [walked], on: tenant, as: [site])
          }
          for mutant in tenant.mutants(exploring: limit).shuffled(using: &random).prefix(2) {
            guard let mutated = MockTenant.mutated(mutant, of: tenant, diagnostics: &diagnostics), let walked, let site = sample.site
            else { continue }
            _ = await walker.firstFailure(of: [walked], on: mutated, as: [site])
          }
          return .init(diagnostics: diagnostics, isSound: true)
        }
      }
    }
  }

  private static func load(_ name: String, in files: ProjectFiles, _ diagnostics: inout [Diagnostic]) -> MockTenant? {
    func file(_ name: String) throws(ScenarioFileError) -> SourceFile {
      SourceFile(name: name, text: String(decoding: try files.bytes(of: name), as: UTF8.self))
    }
    do throws(ScenarioFileError) {
      return MockTenant.load(try file(name), speeches: DialectRegistry().speeches, diagnostics: &diagnostics) {
        path, including throws(UnreadableInclude) in
        do throws(ScenarioFileError) { return try file(try files.name(of: path, relativeTo: including.name)) } catch {
          throw UnreadableInclude(error.reason)
        }
      }
    } catch {
      Issue.record("\(name) cannot be read: \(error.reason)")
      return nil
    }
  }

  /// What `check` says of a case's file on the mutated tenant.
  private static func checked(
    _ planned: PlannedCase, on tenant: MockTenant, as site: String, in shipped: MutatedProject
  ) throws -> [Diagnostic] {
    var context = shipped.project.context(shipped.settings)
    context.tenants?[site]?.inventory = TenantInventory(tenant)
    var reader = ScenarioReader(files: shipped.project.files, context: context)
    return reader.read(try shipped.project.files.bytes(of: planned.facts.file), named: planned.facts.file).diagnostics
  }
}
