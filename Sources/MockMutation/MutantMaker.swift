import Diagnostics
import JourneyMock
import JourneyModel
import LocatedYAML

/// Makes the mutants of a tenant: each has one element changed, the rest as it was.
struct MutantMaker {
  let definition: TenantDefinition
  let speech: any MockSpeech
  let touch: TouchFinder
  private var mutants: [Mutant] = []
  private var ids: Set<String> = []
  /// The last number of a name that several mutants share.
  private var numbers: [String: Int] = [:]
  private let unused: UnusedInheritance?

  init(_ definition: TenantDefinition, speech: any MockSpeech, flowGraph: FlowGraph, unused: UnusedInheritance? = nil) {
    self.definition = definition
    self.speech = speech
    self.unused = unused
    touch = TouchFinder(definition: definition, graph: flowGraph, phrases: speech.phrases)
  }

  /// Makes all of them, operator by operator.
  mutating func makeAll() {
    for place in definition.rulesPlaces { mutateForm(place) }
    for place in definition.edgePlaces { mutateEdge(place) }
    for screen in definition.screens.indices { mutateScreen(screen) }
    mutateTexts()
    mutatePolicies()
    mutateLimits()
  }

  /// What was made, in the order of the files: the tenant's own, then the others.
  var inOrder: [Mutant] {
    var files: [SourceFile] = [definition.name.range.file]
    for mutant in mutants where !files.contains(mutant.place.file) { files.append(mutant.place.file) }
    func rank(_ mutant: Mutant) -> (Int, SourcePosition) { (files.firstIndex(of: mutant.place.file) ?? 0, mutant.place.start) }
    // Sorting is stable: mutants of one place stay in the order made.
    return mutants.sorted { rank($0) < rank($1) }
  }

  /// Adds one mutant.
  ///
  /// - Parameter detail: what distinguishes mutants of one element and operator.
  mutating func add(
    _ element: String, _ operation: MutationOperator, _ detail: String? = nil, at place: SourceRange, _ sentence: String,
    touching touch: MutantTouch, _ change: @escaping @Sendable (inout TenantDefinition) -> Void
  ) {
    guard !(unused?.contains(place, touch) ?? false) else { return }
    let parts = [definition.name.value, element, operation.rawValue] + (detail.map { [$0] } ?? [])
    let name = parts.joined(separator: ":")
    var id = name
    while !ids.insert(id).inserted {
      let number = (numbers[name] ?? 1) + 1
      numbers[name] = number
      id = "\(name)#\(number)"
    }
    mutants.append(
      Mutant(id: id, operation: operation, place: place, sentence: sentence, touch: touch, original: definition, change: change))
  }
}

extension YAMLScalar {
  /// Another text at the same place.
  func saying(_ text: String) -> YAMLScalar { YAMLScalar(text: text, style: .plain, kind: .text, range: range) }
}
