internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// `use`: the steps of another file.
extension ScenarioDecoder {
  mutating func use(_ fields: StepFields, id: String) -> FragmentUse? {
    let given = fields[.with].map { members($0, key: "with") } ?? []
    guard let path = name(fields.value, key: "use", wanted: "a fragment's path"), let fragment = fragment(at: path) else {
      mayLackNames = true
      return nil
    }
    library.weight += fragment.weight
    guard library.weight <= FragmentLibrary.heaviest else {
      report(.tooLarge, "fragments stand for more than \(FragmentLibrary.heaviest) steps here", at: path.range)
      return nil
    }
    let parameters = parameters(of: fragment, given: given, path: path)
    return FragmentUse(path: path, parameters: parameters, steps: fragment.steps.map { $0.placed(below: "\(id)/use/") })
  }

  private mutating func parameters(
    of fragment: Fragment, given: [TemplateValue.Member], path: Located<String>
  ) -> [TemplateValue.Member] {
    let names = fragment.parameters.map(\.name.value)
    for member in given where !names.contains(member.name.value) {
      let nearest = ClosestMatch.of(member.name.value, in: names).map { "did you mean '\($0)'?" }
      let possible = names.isEmpty ? "; it has none" : nearest == nil ? "; it has \(names.joined(separator: ", "))" : ""
      report(
        .unknownParameter, "the fragment '\(path.value)' has no parameter '\(member.name.value)'\(possible)", at: member.name.range,
        suggestion: nearest)
    }
    var parameters: [TemplateValue.Member] = []
    for parameter in fragment.parameters {
      if let member = given.first(where: { $0.name.value == parameter.name.value }) {
        parameters.append(member)
      } else if let initial = parameter.initial {
        parameters.append(TemplateValue.Member(name: parameter.name, value: initial))
      } else {
        report(
          .missingParameter, "the fragment '\(path.value)' needs '\(parameter.name.value)'", at: path.range,
          suggestion: "write 'with: {\(parameter.name.value): …}' beside 'use'",
          notes: [.init("it is required here", at: parameter.name.range)])
        parameters.append(TemplateValue.Member(name: parameter.name, value: .constant("", path.range)))
      }
    }
    return parameters
  }

  /// The fragment in the file that a path means; `nil` where there is none that can be read, which is reported.
  private mutating func fragment(at path: Located<String>) -> Fragment? {
    let name: String
    let bytes: [UInt8]
    do throws(ScenarioFileError) {
      name = try library.name(of: path.value, relativeTo: path.range.file.name)
      if let index = library.open.firstIndex(where: { $0.value == name }) {
        reportCycle(library.open[index...], path)
        return nil
      }
      if let known = library.fragments[name] { return known }
      bytes = try library.files.bytes(of: name)
    } catch {
      report(
        .unknownFragment, "the fragment '\(path.value)' cannot be read: \(error.reason)", at: path.range,
        suggestion: error.nearest.map { "did you mean '\($0)'?" })
      return nil
    }
    guard library.open.count < 50 else {
      report(.tooDeep, "fragments use each other more than 50 levels deep", at: path.range)
      return nil
    }
    let outerWeight = library.weight
    library.weight = 0
    library.open.append(Located(name, at: path.range))
    let fragment = fragment(bytes, named: name)
    library.open.removeLast()
    library.weight = outerWeight
    library.fragments[name] = .some(fragment)
    return fragment
  }

  private mutating func reportCycle(_ chain: ArraySlice<Located<String>>, _ path: Located<String>) {
    let names = chain.map { "'\($0.value)'" } + ["'\(chain.first?.value ?? path.value)'"]
    report(
      .fragmentCycle, "fragments use each other in a circle: \(names.joined(separator: " uses "))", at: path.range,
      notes: chain.dropFirst().map { .init("'\($0.value)' is used here", at: $0.range) })
  }

  /// The fragment that a file holds; `nil` where it holds none, which is reported.
  mutating func fragment(_ bytes: [UInt8], named name: String) -> Fragment? {
    let before = diagnostics.count
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &diagnostics)
    noteRepetitions()
    guard let document = documents.first else {
      if diagnostics.count == before { reportNoFragment("nothing", at: file.start) }
      return nil
    }
    if documents.count > 1 { reportNoFragment("several documents", at: documents[1].range) }
    guard case .mapping(let mapping) = document else {
      reportNoFragment(document.kindName, at: document.range)
      return nil
    }
    return fragment(mapping)
  }

  private mutating func reportNoFragment(_ found: String, at range: SourceRange) {
    report(.wrongType, "a fragment is one map with 'params' and 'steps', found \(found)", at: range)
  }

  private mutating func fragment(_ mapping: YAMLMapping) -> Fragment? {
    var parameters: [Fragment.Parameter] = []
    var steps: [Step]?
    for entry in mapping.entries {
      switch FragmentKey(rawValue: entry.key.value) {
      case .params: parameters = self.parameters(entry.value)
      case .steps:
        warnIfEmpty(entry.value, key: "steps")
        steps = self.steps(entry.value, key: "steps", prefix: "")
      case nil where ScenarioKey(rawValue: entry.key.value) != nil:
        report(.misplacedKey, "'\(entry.key.value)' is a key of scenarios; a fragment has 'params' and 'steps'", at: entry.key.range)
      case nil: reportUnknown(entry.key, FragmentKey.self, in: "in a fragment")
      }
    }
    guard let steps else {
      report(.missingKey, "a fragment needs 'steps'", at: mapping.entries.first?.key.range ?? mapping.range)
      return nil
    }
    return Fragment(parameters: parameters, steps: steps, weight: library.weight + steps.count)
  }

  private mutating func parameters(_ node: YAMLNode) -> [Fragment.Parameter] {
    guard case .mapping(let mapping) = node else {
      let name = node.scalar?.text ?? "email"
      reportType("params", "a map of names and defaults", node, suggestion: "write '{\(name): required}'")
      return []
    }
    var parameters: [Fragment.Parameter] = []
    for entry in mapping.entries {
      checkVariableName(entry.key)
      if entry.value.isNothing {
        report(
          .emptyValue, "'\(entry.key.value)' has no default", at: entry.key.range, suggestion: "write '\(entry.key.value): required'")
      } else if entry.value.scalar?.text == "required" {
        parameters.append(Fragment.Parameter(name: entry.key, initial: nil))
      } else {
        let initial = TemplateValue.decode(entry.value, diagnostics: &diagnostics)
        diagnostics += NameCheck.unknownNames(in: initial.references, known: Scope.everywhere)
        parameters.append(Fragment.Parameter(name: entry.key, initial: initial))
      }
    }
    return parameters
  }
}

extension SourceFile {
  /// Its very beginning.
  var start: SourceRange {
    let first = SourcePosition(line: 1, column: 1)
    return SourceRange(file: self, start: first, end: first)
  }
}
