internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Reads steps, those of fragments too: the head decides who reads the rest.
struct StepDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()
  /// The fragments read so far, and those being read.
  private var library: FragmentLibrary

  init(files: any ScenarioFiles) { library = FragmentLibrary(files: files) }

  /// Begins a scenario, which has used no fragments yet.
  mutating func beginScenario() { library.weight = 0 }

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
        notes.lacksSteps = true
        notes.mayLackNames = true
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

  /// The step of a node; `nil` if its kind is unknown, which is reported.
  ///
  /// - Parameter place: its id where it has no name.
  mutating func step(_ node: YAMLNode, id place: String) -> Step? {
    guard let fields = reading(StepFieldsDecoder(), { $0.fields(of: node) }) else { return nil }
    let name = fields[.name].flatMap { stepName($0) }
    let id = name ?? place
    for field in fields.fields where Self.keysThatSaySomething.contains(field.key) { warnIfEmpty(field.value, key: field.key.rawValue) }
    if case .map = fields.head.specification.shape { warnIfEmpty(fields.value, key: fields.head.rawValue) }
    let when = fields[.when].map { namedMatchers($0, key: "when", wanted: Self.conditions) } ?? []
    let within = fields[.within].flatMap { duration($0, key: "within") }
    let captures = fields[.capture].map { node in reading(CaptureDecoder()) { $0.captures(node, beside: fields.head) } } ?? []
    guard let kind = kind(fields, id: id) else { return nil }
    return Step(kind, id: id, name: name, when: when, within: within, captures: captures, range: fields.range)
  }

  /// Keys of which an empty map or list is likely not what was meant.
  private static let keysThatSaySomething: Set<StepKey> = [
    .when, .capture, .forms, .widgets, .messages, .branding, .response, .answers, .refuses, .claims, .comesBack,
  ]

  private static let conditions = "a map of variables and expected values, such as {locale: hu}"

  /// Names become parts of ids and of file names.
  private mutating func stepName(_ node: YAMLNode) -> String? {
    guard let name = name(node, key: "name") else { return nil }
    let isNumber = name.value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isNumber || name.value.utf8.contains(UInt8(ascii: "/")) {
      report(.badValue, "'name' takes a text that is not a number and has no '/', found '\(name.value)'", at: name.range)
      return nil
    }
    return name.value
  }

  private mutating func kind(_ fields: StepFields, id: String) -> Step.Kind? {
    let head = fields.head
    let shape = head.specification.shape
    if case .nothing = shape {
      checkBare(fields)
    } else if fields.value.isNothing, !shape.takesNothing {
      reportBareHead(fields)
      return nil
    }
    switch head {
    case .screen: return reading(ScreenDecoder()) { $0.screen(fields) }.map { .screen($0) }
    case .finish: return .finish(reading(TokenDecoder()) { $0.finish(fields) })
    case .handOver: return handOver(fields, id: id).map { .handOver($0) }
    case .error: return reading(ActionDecoder()) { $0.refusal(fields) }.map { .error($0) }
    case .expired: return .expired(expiry(fields))
    case .reset: return .reset
    case .refreshScreen: return .refreshScreen
    case .startAgain: return .startAgain(fields.value.isNothing ? StartSpecification() : start(fields.value, key: head.rawValue))
    case .open:
      let elsewhere = fields[.elsewhere].flatMap { flag($0, key: "elsewhere") } ?? false
      return template(fields.value, key: head.rawValue, wanted: "a link").map { .open(link: $0, elsewhere: elsewhere) }
    case .mail: return reading(ActionDecoder()) { $0.mail(fields, .mail) }.map { .message($0) }
    case .sms: return reading(ActionDecoder()) { $0.mail(fields, .sms) }.map { .message($0) }
    case .push: return word(fields.value, key: head.rawValue, PushAnswer.self).map { .push(accepts: $0 == .accept) }
    case .request: return reading(ActionDecoder()) { $0.request(fields) }.map { .request($0) }
    case .run: return reading(ActionDecoder()) { $0.command(fields.value) }.map { .run($0) }
    case .wait: return reading(ActionDecoder()) { $0.wait(fields.value) }.map { .wait($0) }
    case .check: return .check(namedMatchers(fields.value, key: head.rawValue, wanted: Self.conditions))
    case .use: return use(fields, id: id).map { .use($0) }
    case .either: return either(fields, id: id).map { .either($0) }
    case .repeated: return repeated(fields, id: id)
    case .refreshTokens: return .token(reading(TokenDecoder()) { $0.token(fields, .refresh) })
    case .userinfo: return .token(reading(TokenDecoder()) { $0.token(fields, .userinfo) })
    case .revoke: return .token(reading(TokenDecoder()) { $0.token(fields, .revoke) })
    case .logout: return .token(reading(TokenDecoder()) { $0.token(fields, .logout) })
    }
  }

  private mutating func expiry(_ fields: StepFields) -> ExpectedExpiry {
    var expiry = ExpectedExpiry()
    if let node = fields[.messages] { expiry.messages = reading(ExpectationDecoder()) { $0.messages(node) } }
    if let node = fields[.response] { expiry.response = reading(ExpectationDecoder()) { $0.response(node) } }
    return expiry
  }

  /// Reports a value at a head that takes none.
  private mutating func checkBare(_ fields: StepFields) {
    let head = fields.head.rawValue
    guard !fields.value.isNothing else { return }
    if case .mapping(let mapping) = fields.value, let entry = mapping.entries.first {
      return reading(StepFieldsDecoder()) { $0.reportUnknownStepKey(entry.key, beside: fields.head) }
    }
    report(
      .wrongType, "'\(head)' takes no value, found \(fields.value.kindName)", at: fields.value.range, suggestion: "write '- \(head):'")
  }

  private mutating func reportBareHead(_ fields: StepFields) {
    // A head whose keys were too deep lost its value with them, and that is reported.
    report(
      .emptyValue, "'\(fields.head.rawValue)' has no value", at: fields.headKey.range,
      suggestion: "write '- \(fields.head.specification.usage)'")
  }
}

/// Steps that hold other steps.
extension StepDecoder {
  private mutating func either(_ fields: StepFields, id: String) -> [[Step]]? {
    guard case .sequence(let sequence) = fields.value, !sequence.items.isEmpty else {
      reportType(
        "either", "a list of branches", fields.value, suggestion: "write '- either: [[…], […]]', each branch a list of steps")
      return nil
    }
    var branches: [[Step]] = []
    if sequence.items.count == 1, case .sequence(let branch) = sequence.items[0] { warnIfEmpty(.sequence(branch), key: "either") }
    for (index, item) in sequence.items.enumerated() {
      switch item {
      case .sequence(let branch):
        if branch.items.isEmpty, index < sequence.items.count - 1 {
          report(.badBranch, "the branch '[]' matches anything, so no branch after it is ever taken", at: branch.range)
        }
        branches.append(steps(item, key: "either", prefix: "\(id)/either/\(index)/"))
      case .mapping, .scalar:
        let found = item.isNothing ? "an empty one" : item.kindName
        let advice =
          item.isNothing ? "a branch that matches anything is '- []'" : "write '- - …', one dash for the branch, one for the step"
        report(
          .badBranch, "a branch of 'either' is a list of steps, found \(found)", at: item.range,
          suggestion: advice
        )
      }
    }
    return branches
  }

  private mutating func repeated(_ fields: StepFields, id: String) -> Step.Kind? {
    let count = count(fields.value, key: "repeat", in: StepHead.repeatBounds)
    guard let node = fields[.steps] else {
      report(.missingKey, "'repeat' needs 'steps' next to it", at: fields.headKey.range)
      return nil
    }
    warnIfEmpty(node, key: "steps")
    let steps = steps(node, key: "steps", prefix: "\(id)/repeat/")
    return count.map { .repeated(count: $0, steps) }
  }

  private mutating func handOver(_ fields: StepFields, id: String) -> ExpectedHandover? {
    guard let url = matcher(fields.value, key: "hand_over") else { return nil }
    var handover = ExpectedHandover(url: url)
    handover.reason = fields[.reason].flatMap { word($0, key: "reason", Handover.Reason.self) }
    handover.steps = fields[.steps].map { steps($0, key: "steps", prefix: "\(id)/hand_over/") } ?? []
    if let node = fields[.comesBack] { readReturn(node, into: &handover) }
    return handover
  }

  /// `cancelled`; else what the address brings where no page is walked, and what it has to bring where one is.
  private mutating func readReturn(_ node: YAMLNode, into handover: inout ExpectedHandover) {
    if case .scalar(let scalar) = node, scalar.text == Self.cancelled {
      handover.isClosed = true
    } else if handover.steps.isEmpty {
      handover.comesBack = members(node, key: "comes_back", scalars: .text)
    } else {
      handover.returns = namedMatchers(node, key: "comes_back")
    }
  }

  private static let cancelled = "cancelled"
}

/// `use`: the steps of another file.
extension StepDecoder {
  private mutating func use(_ fields: StepFields, id: String) -> FragmentUse? {
    let given = fields[.with].map { members($0, key: "with") } ?? []
    guard let path = name(fields.value, key: "use", wanted: "a fragment's path"), let fragment = fragment(at: path) else {
      notes.mayLackNames = true
      return nil
    }
    library.weight += fragment.weight
    guard library.weight <= FragmentLibrary.maxWeight else {
      report(.tooLarge, "fragments expand to more than \(FragmentLibrary.maxWeight) steps here", at: path.range)
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
      diagnostics.append(
        .unknown(
          .unknownParameter, "the fragment '\(path.value)' has no parameter '\(member.name.value)'", member.name, among: names,
          none: "it has none"))
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
          suggestion: "write 'with: {\(parameter.name.value): …}' next to 'use'",
          notes: [.init("it is required here", at: parameter.name.range)])
        parameters.append(TemplateValue.Member(name: parameter.name, value: .constant("", path.range)))
      }
    }
    return parameters
  }

  /// The fragment in the file that a path means; `nil` if there is none that can be read, which is reported.
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
        suggestion: error.nearest.map(ClosestMatch.suggestion))
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
      .fragmentCycle, "fragments use each other in a cycle: \(names.joined(separator: " uses "))", at: path.range,
      notes: chain.dropFirst().map { .init("'\($0.value)' is used here", at: $0.range) })
  }

  /// Reads a fragment that may not be used yet, once; gives its steps.
  mutating func readFragment(_ bytes: [UInt8], named name: String) -> [Step] {
    if library.fragments[name] == nil { library.fragments[name] = .some(fragment(bytes, named: name)) }
    return library.fragments[name]??.steps ?? []
  }

  /// The fragment that a file holds; `nil` if it holds none, which is reported.
  private mutating func fragment(_ bytes: [UInt8], named name: String) -> Fragment? {
    let before = diagnostics.count
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &diagnostics)
    notes.noteRepetitions(in: diagnostics)
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
        diagnostics += NameCheck.unknownNames(in: initial.references, known: NameScope.everywhere)
        parameters.append(Fragment.Parameter(name: entry.key, initial: initial))
      }
    }
    return parameters
  }
}
