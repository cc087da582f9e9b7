import Diagnostics
import Encodings
import JourneyModel
import JourneyRunner
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Whatever stands in a file of scenarios, or one that they use: it is refused at a place, or planned, listed and walked to an end.
struct ScenarioWalkMutationTests {
  private static let vocabulary =
    StepHead.allCases.map(\.rawValue) + StepKey.allCases.map(\.rawValue) + ScenarioKey.allCases.map(\.rawValue)
    + WidgetAttribute.allCases.map(\.rawValue)
    + ["present", "absent", "not", "any_of", "contains", "matches", "each", "exactly", "includes", "length", "at_least", "before"]

  /// Scenarios, fragments, rows and what folders give.
  private static func samples() throws -> [String] {
    let kinds = [".yaml", ".csv", ".json"]
    return try kinds.flatMap { try Fixtures.files(below: "journeys", suffix: $0) }.filter { name in
      !name.contains("/__screens__/") && !name.contains("/_mock/") && !name.contains("/_pipelines/") && !name.hasSuffix("/tenants.yaml")
        && !name.hasSuffix("/promises.yaml")
    }
  }

  @Test func `mutated scenarios are refused at a place, or planned, listed and walked to an end`() async throws {
    let names = try Self.samples()
    let users = try Self.users(of: names)
    try await MutatedProject.with { shipped in
      let files = MutatedFiles(
        kind: "scenarios", usual: 250, samples: names, mutator: FileMutator(vocabulary: Self.vocabulary),
        placeless: [.nothingFound])
      try await files.tryAll { name, text, random in
        try await shipped.replacing(name, by: text) {
          let (plan, diagnostics) = shipped.plan(users[name] ?? [name])
          let isSound = plan.refusedFiles.isEmpty && !plan.cases.isEmpty
          let mocked = plan.cases.filter { planned in
            if case .inProcess? = shipped.project.sites[planned.tenant.name]?.reach { planned.facts.skipped == nil } else { false }
          }
          if isSound { await shipped.walk(Array(mocked.shuffled(using: &random).prefix(2))) }
          return .init(diagnostics: diagnostics, isSound: isSound)
        }
      }
    }
  }

  /// Of files that hold no scenarios themselves, those that name them, or stand in their folder.
  private static func users(of names: [String]) throws -> [String: [String]] {
    let texts = try Dictionary(uniqueKeysWithValues: names.map { ($0, try Fixtures.text(of: $0)) })
    func base(_ name: String) -> Substring { name[name.index(after: name.lastIndex(of: "/") ?? name.startIndex)...] }
    func isScenario(_ name: String) -> Bool { name.hasSuffix(".yaml") && !name.contains("/_fragments/") && base(name) != "_folder.yaml" }
    var users: [String: [String]] = [:]
    for name in names where !isScenario(name) {
      let folder = String(name.dropLast(base(name).count))
      let found = names.filter { other in
        guard isScenario(other) else { return false }
        return base(name) == "_folder.yaml" ? other.hasPrefix(folder) : texts[other]?.contains(base(name)) ?? false
      }
      if !found.isEmpty { users[name] = Array(found.prefix(2)) }
    }
    return users
  }
}
