package import Diagnostics
package import JourneyMock

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

extension TenantDefinition {
  /// Every form of the flow, decisions among them.
  fileprivate var everyForm: [FormRules] { everywhere + states.flatMap { $0.forms + ($0.decision.map { [$0] } ?? []) } }
}
