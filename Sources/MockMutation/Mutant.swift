package import Diagnostics
package import JourneyMock

/// A tenant with one element changed, as a person might change it by accident.
package struct Mutant: Sendable, Identifiable {
  /// `tenant:element:operator:detail`, the detail left out where the operator needs none; unique in a tenant.
  ///
  /// It holds names only and no places, so that it survives changes elsewhere in the file.
  package let id: String
  package let operation: MutationOperator
  /// The place of the element: in the tenant's file, one that it includes, or the standard that it extends.
  package let place: SourceRange
  /// What a person would now meet, lower case, without a full stop.
  package let sentence: String
  /// What a case must have met to have a chance to notice.
  package let touch: MutantTouch
  let original: TenantDefinition
  /// Made on demand: a large tenant has thousands of mutants.
  let change: @Sendable (inout TenantDefinition) -> Void

  /// The tenant with the change.
  var definition: TenantDefinition {
    var changed = original
    change(&changed)
    return changed
  }
}

/// What a changed element affects: a scenario that met none of it cannot notice the change.
package struct MutantTouch: Sendable, Hashable {
  /// Ids of edges that are taken because of it, or that it may keep from being taken.
  package var edges: Set<String> = []
  /// Ids of screens that show it.
  package var screens: Set<String> = []
  /// Texts of messages; any of them shows it.
  package var texts: Set<String> = []
  /// Whether every journey has to do with it.
  package var isEverything = false

  /// Everything of both.
  func union(_ other: MutantTouch) -> MutantTouch {
    MutantTouch(
      edges: edges.union(other.edges), screens: screens.union(other.screens), texts: texts.union(other.texts),
      isEverything: isEverything || other.isEverything)
  }
}

extension MockTenant {
  /// Every mutant of the tenant, in the order of its file, followed by what it includes and extends.
  ///
  /// - Parameter limit: how many situations are looked at to find what the tenant has no use for.
  package func mutants(exploring limit: Int = MockTenant.explorationLimit) -> [Mutant] {
    var maker = MutantMaker(definition, speech: speech, flowGraph: flowGraph, unused: unusedInheritance(exploring: limit))
    maker.makeAll()
    return maker.inOrder
  }

  /// What the tenant has of what it extends and has no use for, as nothing leads there.
  private func unusedInheritance(exploring limit: Int) -> UnusedInheritance? {
    guard definition.states.contains(where: { inherited.contains($0.id.range.file) }) else { return nil }
    let found = explore(limit: limit)
    return found.isComplete ? UnusedInheritance(files: Set(inherited), reached: found.edges) : nil
  }

  /// The tenant as the mutant has it; `nil` if its own checks refuse that, with what they say.
  package static func mutated(_ mutant: Mutant, of tenant: MockTenant, diagnostics: inout [Diagnostic]) -> MockTenant? {
    let definition = mutant.definition
    let mistakes = definition.everyForm.flatMap(\.mistakes)
    diagnostics += mistakes
    var mutated = compile(definition, speech: tenant.speech, inherited: tenant.inherited, diagnostics: &diagnostics)
    for other in tenant.besides {
      var again: [Diagnostic] = []
      mutated = mutated?.speaking(other, diagnostics: &again)
    }
    return mistakes.isEmpty ? mutated : nil
  }

  /// The file that the tenant was read from.
  package var file: SourceFile { definition.name.range.file }
}

/// The files that a tenant extends, and the edges that something leads to.
struct UnusedInheritance: Sendable {
  var files: Set<SourceFile>
  var reached: Set<String>

  /// Whether an element is unused by the tenant: it is in what is extended, and nothing leads to it.
  func contains(_ place: SourceRange, _ touch: MutantTouch) -> Bool {
    files.contains(place.file) && !touch.isEverything && !touch.edges.isEmpty && touch.edges.isDisjoint(with: reached)
  }
}

extension TenantDefinition {
  /// Every form of the flow, decisions among them.
  var everyForm: [FormRules] { everywhere + states.flatMap { $0.forms + ($0.decision.map { [$0] } ?? []) } }
}
