internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// Reads trees of YAML as scenarios and fragments, and collects everything that is wrong with them.
///
/// It never stops at the first mistake: what cannot be read is left out, and reported.
struct ScenarioDecoder: NodeDecoder {
  var diagnostics: [Diagnostic] = []
  /// The fragments read so far, and those being read.
  var library: FragmentLibrary
  /// Whether a mistake hides names that the scenario at hand binds, so that unknown names say nothing.
  var mayLackNames = false
  /// Whether a step of the scenario at hand could not be read, so that what follows may be right with it.
  var lacksSteps = false
  /// Whether the YAML reader left out keys that came twice: only then maps are searched for them.
  var hasRepetitions = false
  /// Keys of the scenario at hand that are there under another name, which is reported.
  var misspeltKeys: Set<ScenarioKey> = []

  init(files: any ScenarioFiles) { library = FragmentLibrary(files: files) }

  /// Looks through what the YAML reader found, once for each file.
  mutating func noteRepetitions() {
    if !hasRepetitions { hasRepetitions = diagnostics.contains { $0.id == .duplicateKey } }
  }

  /// The keys of a map that came twice.
  func repeatedKeys(of mapping: YAMLMapping) -> [Located<String>] {
    hasRepetitions ? mapping.repeatedKeys(in: diagnostics) : []
  }
}

extension ScenarioDecoder {
  /// The steps of a list, in order; those that cannot be read are left out.
  ///
  /// - Parameter prefix: what their ids begin with, e.g. `before/`.
  mutating func steps(_ node: YAMLNode, key: String, prefix: String) -> [Step] {
    guard case .sequence(let sequence) = node else {
      reportNoList(node, key: key)
      return []
    }
    var steps: [Step] = []
    steps.reserveCapacity(sequence.items.count)
    for (index, item) in sequence.items.enumerated() {
      guard let step = step(item, id: "\(prefix)\(index)") else {
        lacksSteps = true
        mayLackNames = true
        continue
      }
      steps.append(step)
    }
    return steps
  }

  private mutating func reportNoList(_ node: YAMLNode, key: String) {
    switch node {
    case .scalar(let scalar) where scalar.kind == .nothing: reportEmpty(key, at: scalar.range)
    case .mapping(let mapping):
      let first = mapping.entries.first?.key.value ?? "screen"
      report(
        .wrongType, "'\(key)' is a list of steps, found a map", at: mapping.entries.first?.key.range ?? mapping.range,
        suggestion: "begin each step with a dash: '- \(first): …'")
    case .scalar, .sequence: report(.wrongType, "'\(key)' is a list of steps, found \(node.kindName)", at: node.range)
    }
  }
}
