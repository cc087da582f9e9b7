internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Scenarios, key by key (design 1.2).
extension ScenarioDecoder {
  /// The scenario that a document holds; `nil` where it has no title or no steps, which is reported.
  mutating func scenario(_ document: YAMLNode, defaults: FolderDefaults) -> Scenario? {
    guard case .mapping(let mapping) = document else {
      let isList = if case .sequence = document { true } else { false }
      report(
        .wrongType, "a scenario is a map with 'journey' and 'steps', found \(document.kindName)", at: document.range,
        suggestion: isList ? "write 'journey: <title>' and 'steps:' above the list" : nil)
      return nil
    }
    library.weight = 0
    mayLackNames = false
    lacksSteps = false
    misspeltKeys = []
    var scenario = Scenario(
      file: mapping.range.file, title: Template(parts: [], range: mapping.range), id: "", steps: [], range: mapping.range)
    takeDefaults(defaults, except: mapping, &scenario)
    takeKeys(of: mapping, &scenario)
    for tag in defaults.tags.reversed() where !scenario.tags.contains(tag) { scenario.tags.insert(tag, at: 0) }
    return completed(scenario, mapping)
  }

  private mutating func takeKeys(of mapping: YAMLMapping, _ scenario: inout Scenario) {
    let repeated = repeatedKeys(of: mapping)
    var index = 0
    while index < mapping.entries.count {
      let entry = mapping.entries[index]
      index += 1
      guard let key = ScenarioKey(rawValue: entry.name) else {
        reportUnknownScenarioKey(entry.key)
        continue
      }
      guard let stray = mapping.content(beside: index - 1, repeated: repeated, isOwn: Self.mayStandInScenario) else {
        take(key, entry, &scenario)
        continue
      }
      index += stray.entries.count
      guard key != .steps else {
        reportMissingDashes(stray, key: key.rawValue)
        continue
      }
      reportStray(stray, beside: entry.name)
      if let value = stray.value { take(key, YAMLMapping.Entry(key: entry.key, value: value), &scenario) }
    }
  }

  /// What a folder says was checked when it was read; here it only counts.
  private mutating func takeDefaults(_ defaults: FolderDefaults, except own: YAMLMapping, _ scenario: inout Scenario) {
    guard !defaults.entries.isEmpty else { return }
    let count = diagnostics.count
    for entry in defaults.entries where own[entry.key.value] == nil {
      if let key = ScenarioKey(rawValue: entry.key.value) { take(key, entry, &scenario) }
    }
    diagnostics.removeSubrange(count...)
  }

  private mutating func completed(_ scenario: Scenario, _ mapping: YAMLMapping) -> Scenario? {
    let place = mapping.entries.first?.key.range ?? mapping.range
    let hasTitle = mapping[ScenarioKey.journey.rawValue] != nil
    if !hasTitle, !misspeltKeys.contains(.journey) {
      report(.missingKey, "a scenario needs 'journey', its title", at: place)
    }
    if mapping[ScenarioKey.steps.rawValue] == nil {
      if !misspeltKeys.contains(.steps) {
        report(.missingKey, "a scenario needs 'steps'", at: place, suggestion: "write 'steps:' and below it '- screen: …'")
      }
      return nil
    }
    if let examples = scenario.examples, examples.rows.isEmpty, mapping[ScenarioKey.examples.rawValue] == nil,
      let entry = mapping.entries.first(where: { $0.key.value == ScenarioKey.indistinguishable.rawValue })
    {
      report(.missingKey, "'indistinguishable' needs 'examples' beside it", at: entry.key.range)
    }
    guard hasTitle else { return nil }
    var scenario = scenario
    scenario.extent = mapping.range
    if scenario.id.isEmpty { scenario.id = Slug.of(scenario.title) }
    return scenario
  }

  mutating func take(_ key: ScenarioKey, _ entry: YAMLMapping.Entry, _ scenario: inout Scenario) {
    let node = entry.value
    if node.isNothing {
      return report(.emptyValue, "'\(key.rawValue)' has no value", at: entry.key.range)
    }
    let mistakes = diagnostics.count
    defer { if key.bindsNames, diagnostics.count > mistakes { mayLackNames = true } }
    switch key {
    case .journey: takeTitle(node, &scenario)
    case .id: if let id = id(node) { scenario.id = id }
    case .description: scenario.description = prose(node, key: key.rawValue)
    case .tags: scenario.tags = tags(node)
    case .owner: scenario.owner = prose(node, key: key.rawValue)
    case .ticket: scenario.ticket = prose(node, key: key.rawValue)
    case .tenant: scenario.tenant = name(node, key: key.rawValue)
    case .account: scenario.accounts = names(node, key: key.rawValue)
    case .start: scenario.start = start(node, key: key.rawValue)
    case .app: scenario.app = name(node, key: key.rawValue)
    case .vars: scenario.vars = variables(node, key: key.rawValue)
    case .examples: scenario.examples = examples(node, indistinguishable: scenario.examples?.indistinguishable ?? false)
    case .indistinguishable: takeIndistinguishable(node, &scenario)
    case .matrix: scenario.matrix = matrix(node)
    case .before: scenario.before = preparation(node, key: key.rawValue)
    case .after: scenario.after = preparation(node, key: key.rawValue)
    case .timeout: scenario.timeout = duration(node, key: key.rawValue)
    case .retries: scenario.retries = count(node, key: key.rawValue, in: ScenarioKey.retryBounds)
    case .skip: scenario.skip = skip(node)
    case .knownIssue: scenario.knownIssue = reason(node, key: key.rawValue)
    case .steps: takeSteps(node, &scenario)
    }
  }

  private mutating func takeTitle(_ node: YAMLNode, _ scenario: inout Scenario) {
    guard let scalar = textScalar(node, key: ScenarioKey.journey.rawValue) else { return }
    if scalar.text.isEmpty { reportEmpty(ScenarioKey.journey.rawValue, at: scalar.range) }
    scenario.title = Template.parse(scalar, diagnostics: &diagnostics)
    scenario.range = scalar.range
  }

  private mutating func takeSteps(_ node: YAMLNode, _ scenario: inout Scenario) {
    if case .sequence(let sequence) = node, sequence.items.isEmpty {
      return report(.emptyValue, "'steps' is an empty list, expected at least one step", at: sequence.range)
    }
    scenario.steps = steps(node, key: ScenarioKey.steps.rawValue, prefix: "")
  }

  private mutating func takeIndistinguishable(_ node: YAMLNode, _ scenario: inout Scenario) {
    guard let flag = flag(node, key: ScenarioKey.indistinguishable.rawValue) else { return }
    // The key may stand before 'examples' or behind it.
    scenario.examples = Scenario.Examples(rows: scenario.examples?.rows ?? [], indistinguishable: flag)
  }

  private mutating func id(_ node: YAMLNode) -> String? {
    guard let name = name(node, key: ScenarioKey.id.rawValue) else { return nil }
    guard Slug.isSlug(name.value) else {
      report(
        .badValue, "'id' takes letters, digits, '-', '_' and '.', found '\(name.value)'", at: name.range,
        suggestion: "write '\(Slug.of(name.value))'")
      return nil
    }
    return name.value
  }

  private mutating func tags(_ node: YAMLNode) -> [String] {
    var tags: [String] = []
    for tag in names(node, key: ScenarioKey.tags.rawValue, wanted: "a tag or a list of tags") {
      guard TagExpression.isTag(tag.value) else {
        report(
          .badValue, "a tag has no spaces, brackets or commas and is no 'and', 'or', 'not', found '\(tag.value)'", at: tag.range,
          suggestion: tag.value.contains(",") ? "write a list: [\(tag.value)]" : nil)
        continue
      }
      if !tags.contains(tag.value) { tags.append(tag.value) }
    }
    return tags
  }

  mutating func variables(_ node: YAMLNode, key: String) -> [TemplateValue.Member] {
    let variables = members(node, key: key)
    for variable in variables { checkVariableName(variable.name) }
    return variables
  }

  /// `start`, and the value of `start_again`: a dialect's keys are checked once the dialect is known.
  mutating func start(_ node: YAMLNode, key: String) -> StartSpecification {
    guard let mapping = map(node, key: key, wanted: "a map such as {prompt: none}") else { return StartSpecification() }
    var start = StartSpecification(range: mapping.range)
    var rest: [YAMLMapping.Entry] = []
    for entry in mapping.entries {
      switch StartKey(rawValue: entry.key.value) {
      case .parameters: start.parameters = members(entry.value, key: entry.key.value, scalars: .text)
      case .headers: start.headers = members(entry.value, key: entry.key.value, scalars: .text)
      case nil: rest.append(entry)
      }
    }
    start.keys = members(rest, scalars: .text)
    return start
  }

  private mutating func preparation(_ node: YAMLNode, key: String) -> [Step] {
    let steps = steps(node, key: key, prefix: key + "/")
    checkPreparation(steps, key: key, use: nil)
    return steps
  }

  /// - Parameter use: the step that uses the fragment in which the steps stand.
  private mutating func checkPreparation(_ steps: [Step], key: String, use: Step?) {
    for step in steps {
      if case .use(let fragment) = step.kind { checkPreparation(fragment.steps, key: key, use: use ?? step) }
      guard !step.kind.mayPrepare else { continue }
      let heads = StepHead.allCases.filter(\.mayPrepare).map { "'\($0.rawValue)'" }.joined(separator: ", ")
      guard let use else {
        report(.misplacedKey, "'\(key)' takes steps of kind \(heads)", at: step.range)
        continue
      }
      report(
        .misplacedKey, "'\(key)' takes steps of kind \(heads), and this fragment has others", at: use.range,
        notes: [.init("'\(step.kind.head.rawValue)' stands here", at: step.range)])
      return
    }
  }

  private mutating func skip(_ node: YAMLNode) -> Scenario.Skip? {
    guard case .mapping(let mapping) = node else {
      return reason(node, key: "skip").map { Scenario.Skip(why: $0) }
    }
    var skip = Scenario.Skip(why: "")
    for entry in mapping.entries {
      switch SkipKey(rawValue: entry.key.value) {
      case .why: skip.why = reason(entry.value, key: "why") ?? ""
      case .until: skip.until = date(entry.value, key: "until")
      case nil: reportUnknown(entry.key, SkipKey.self, in: "in 'skip'")
      }
    }
    if mapping["why"] == nil {
      report(.missingKey, "'skip' needs 'why'", at: mapping.entries.first?.key.range ?? mapping.range)
    }
    return skip
  }

  /// Why something is so; `true` and `false` are no reason, and `skip: false` hardly means that it is skipped.
  private mutating func reason(_ node: YAMLNode, key: String) -> String? {
    if case .scalar(let scalar) = node, case .boolean = scalar.kind {
      report(
        .wrongType, "'\(key)' takes the reason as a text, found \(node.kindName)", at: scalar.range,
        suggestion: scalar.text == "true" ? "write why" : "leave '\(key)' out")
      return nil
    }
    guard let scalar = textScalar(node, key: key, wanted: "the reason as a text") else { return nil }
    guard scalar.text.contains(where: { !$0.isWhitespace }) else {
      report(.emptyValue, "'\(key)' is an empty text, expected the reason", at: scalar.range)
      return nil
    }
    return scalar.text
  }

  /// A day as `yyyy-MM-dd`.
  private mutating func date(_ node: YAMLNode, key: String) -> String? {
    guard let scalar = textScalar(node, key: key, wanted: "a day such as 2027-01-31") else { return nil }
    let parts = scalar.text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = scalar.text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    guard digits, parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      CivilDate(year: year, month: month, day: day) != nil
    else {
      report(
        .badValue, "'\(key)' takes a day such as 2027-01-31, found '\(scalar.text)'", at: scalar.range,
        suggestion: Self.dayMeant(by: scalar.text).map { "write \($0)" })
      return nil
    }
    return scalar.text
  }

  /// `31.12.2027` as `2027-12-31`; other orders of day and month are not guessed at.
  private static func dayMeant(by text: String) -> String? {
    let parts = text.split(separator: ".").map { Int($0) ?? 0 }
    guard parts.count == 3, CivilDate(year: parts[2], month: parts[1], day: parts[0]) != nil, parts[2] >= 1000 else { return nil }
    return [parts[2], parts[1], parts[0]].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: "-")
  }
}

extension ScenarioKey {
  /// Whether its value gives names to variables.
  var bindsNames: Bool {
    switch self {
    case .vars, .examples, .matrix, .account: true
    case .journey, .id, .description, .tags, .owner, .ticket, .tenant, .start, .app, .indistinguishable, .before, .after: false
    case .timeout, .retries, .skip, .knownIssue, .steps: false
    }
  }
}

extension Step.Kind {
  /// Whether it may stand in `before` and `after`.
  var mayPrepare: Bool {
    switch self {
    case .request, .run, .use: true
    case .message(let mail): mail.channel == .mail
    case .screen, .finish, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .push, .wait, .check, .either: false
    case .repeated, .token: false
    }
  }
}
