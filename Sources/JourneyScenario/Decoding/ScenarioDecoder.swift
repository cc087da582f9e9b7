internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Reads trees of YAML as scenarios and fragments, and collects everything that is wrong with them.
///
/// It never stops at the first error: what cannot be read is left out, and reported.
struct ScenarioDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()
  let files: any ScenarioFiles
  private var stepDecoder: StepDecoder
  /// Keys of the scenario at hand that are there under another name, which is reported.
  private var misspeltKeys: Set<ScenarioKey> = []

  init(files: any ScenarioFiles) {
    self.files = files
    stepDecoder = StepDecoder(files: files)
  }

  /// Reads with the decoder of steps, which keeps the fragments from one scenario to the next.
  private mutating func readingSteps<Result>(_ read: (inout StepDecoder) -> Result) -> Result {
    swap(&diagnostics, &stepDecoder.diagnostics)
    swap(&notes, &stepDecoder.notes)
    defer {
      swap(&diagnostics, &stepDecoder.diagnostics)
      swap(&notes, &stepDecoder.notes)
    }
    return read(&stepDecoder)
  }

  /// Reads a fragment that no scenario uses yet; gives its steps.
  mutating func readFragment(_ bytes: [UInt8], named name: String) -> [Step] {
    readingSteps { $0.readFragment(bytes, named: name) }
  }

  /// The scenario that a document holds; `nil` if it has no title or no steps, which is reported.
  mutating func scenario(_ document: YAMLNode, defaults: FolderDefaults) -> Scenario? {
    guard case .mapping(let mapping) = document else {
      let isList = if case .sequence = document { true } else { false }
      report(
        .wrongType, "a scenario is a map with 'journey' and 'steps', found \(document.kindName)", at: document.range,
        suggestion: isList ? "write 'journey: <title>' and 'steps:' above the list" : nil)
      return nil
    }
    guard !isMock(mapping) else {
      report(
        .wrongType, "this file is a mock tenant, and no scenario", at: mapping.entries.first?.key.range ?? mapping.range,
        suggestion: "move it to a folder whose name begins with '_', such as '_mock', which is not searched for scenarios")
      return nil
    }
    stepDecoder.beginScenario()
    notes.beginScenario()
    misspeltKeys = []
    var scenario = Scenario(
      file: mapping.range.file, title: Template(parts: [], range: mapping.range), id: "", steps: [], range: mapping.range)
    takeDefaults(defaults, except: mapping, &scenario)
    takeKeys(of: mapping, &scenario)
    if !defaults.tags.isEmpty {
      let own = Set(scenario.tags)
      scenario.tags = defaults.tags.filter { !own.contains($0) } + scenario.tags
    }
    return completed(scenario, mapping)
  }

  /// Whether a map has keys of a mock tenant, and none that only a scenario has.
  private func isMock(_ mapping: YAMLMapping) -> Bool {
    let names = mapping.entries.map(\.name)
    let shared: Set<ScenarioKey> = [.tenant, .start, .given]
    return names.contains(where: Self.keysOfMocks.contains)
      && names.allSatisfy { name in ScenarioKey(rawValue: name).map(shared.contains) ?? true }
  }

  private static let keysOfMocks: Set<String> = ["flow", "screens", "extends", "speaks", "accounts", "changes", "policy", "rules"]

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
      report(.missingKey, "'indistinguishable' needs 'examples' next to it", at: entry.key.range)
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
    defer { if key.bindsNames, diagnostics.count > mistakes { notes.mayLackNames = true } }
    switch key {
    case .journey: takeTitle(node, &scenario)
    case .id: if let id = id(node) { scenario.id = id }
    case .description: scenario.description = prose(node, key: key.rawValue)
    case .tags: scenario.tags = tags(node)
    case .owner: scenario.owner = prose(node, key: key.rawValue)
    case .ticket: scenario.ticket = prose(node, key: key.rawValue)
    case .tenant: scenario.tenant = name(node, key: key.rawValue)
    case .given: scenario.given = GivenSituation.decode(node, diagnostics: &diagnostics)
    case .account: scenario.accounts = names(node, key: key.rawValue)
    case .start: scenario.start = start(node, key: key.rawValue)
    case .app:
      scenario.apps = names(node, key: key.rawValue)
      if case .sequence = node { scenario.listsApps = true }
    case .engine: scenario.engine = word(node, key: key.rawValue, PageEngineKind.self).map { Located($0, at: node.range) }
    case .vars: scenario.vars = variables(node, key: key.rawValue)
    case .examples: takeExamples(node, &scenario)
    case .indistinguishable: takeIndistinguishable(node, &scenario)
    case .matrix: scenario.matrix = reading(ExamplesDecoder(files: files)) { $0.matrix(node) }
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

  private mutating func takeExamples(_ node: YAMLNode, _ scenario: inout Scenario) {
    let isIndistinguishable = scenario.examples?.indistinguishable ?? false
    scenario.examples = reading(ExamplesDecoder(files: files)) { $0.examples(node, indistinguishable: isIndistinguishable) }
  }

  private mutating func steps(_ node: YAMLNode, key: String, prefix: String) -> [Step] {
    readingSteps { $0.steps(node, key: key, prefix: prefix) }
  }

  private mutating func takeIndistinguishable(_ node: YAMLNode, _ scenario: inout Scenario) {
    guard let flag = flag(node, key: ScenarioKey.indistinguishable.rawValue) else { return }
    // The key may be before 'examples' or after it.
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
    var known: Set<String> = []
    if case .sequence(let sequence) = node, sequence.items.count > Scenario.maxTags {
      report(.tooLarge, "there are \(sequence.items.count) tags, at most \(Scenario.maxTags) are allowed", at: sequence.range)
      return []
    }
    for tag in names(node, key: ScenarioKey.tags.rawValue, wanted: "a tag or a list of tags") {
      guard TagExpression.isTag(tag.value) else {
        report(
          .badValue, "a tag has no spaces, brackets or commas and is not 'and', 'or' or 'not', found '\(tag.value)'", at: tag.range,
          suggestion: tag.value.contains(",") ? "write a list: [\(tag.value)]" : nil)
        continue
      }
      if known.insert(tag.value).inserted { tags.append(tag.value) }
    }
    return tags
  }

  mutating func variables(_ node: YAMLNode, key: String) -> [TemplateValue.Member] {
    let variables = members(node, key: key)
    for variable in variables { checkVariableName(variable.name) }
    return variables
  }

  private mutating func preparation(_ node: YAMLNode, key: String) -> [Step] {
    let steps = steps(node, key: key, prefix: key + "/")
    checkPreparation(steps, key: key, use: nil)
    return steps
  }

  /// - Parameter use: the step that uses the fragment with these steps.
  private mutating func checkPreparation(_ steps: [Step], key: String, use: Step?) {
    for step in steps {
      if case .use(let fragment) = step.kind { checkPreparation(fragment.steps, key: key, use: use ?? step) }
      guard !step.kind.head.specification.prepares else { continue }
      let heads = StepHead.list(where: \.specification.prepares)
      guard let use else {
        report(.misplacedKey, "'\(key)' takes steps of kind \(heads)", at: step.range)
        continue
      }
      report(
        .misplacedKey, "'\(key)' takes steps of kind \(heads), and this fragment has others", at: use.range,
        notes: [.init("'\(step.kind.head.rawValue)' is here", at: step.range)])
      return
    }
  }

  private mutating func skip(_ node: YAMLNode) -> Scenario.Skip? {
    guard case .mapping(let mapping) = node else {
      return reason(node, key: "skip").map { Scenario.Skip(why: $0) }
    }
    var skip = Scenario.Skip(why: "")
    entries(mapping, SkipKey.self, in: "in 'skip'") { decoder, key, entry in
      switch key {
      case .why: skip.why = decoder.reason(entry.value, key: "why") ?? ""
      case .until: skip.until = decoder.date(entry.value, key: "until")
      }
    }
    if mapping["why"] == nil {
      report(.missingKey, "'skip' needs 'why'", at: mapping.entries.first?.key.range ?? mapping.range)
    }
    return skip
  }

  /// A reason; `true` and `false` are not reasons, and `skip: false` hardly means that it is skipped.
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
    case .journey, .id, .description, .tags, .owner, .ticket, .tenant, .given, .start, .app, .indistinguishable, .before,
      .after:
      false
    case .engine, .timeout, .retries, .skip, .knownIssue, .steps: false
    }
  }
}

/// Keys that cannot stand in a scenario.
extension ScenarioDecoder {
  /// What other tools call a scenario's keys.
  static let synonyms: [String: ScenarioKey] = [
    "title": .journey, "name": .journey, "scenario": .journey, "test": .journey, "user": .account, "accounts": .account,
    "variables": .vars, "parameters": .examples, "data": .examples, "setup": .before, "teardown": .after, "xfail": .knownIssue,
  ]

  private func isOfStep(_ key: String) -> Bool { StepHead(rawValue: key) != nil || StepKey(rawValue: key) != nil }

  /// Whether a key is allowed in a scenario, or is a misspelling of one that is.
  static func mayStandInScenario(_ name: String) -> Bool {
    ScenarioKey(rawValue: name) != nil || synonyms[name] != nil
      || StepHead(rawValue: name) == nil && ClosestMatch.of(name, in: ScenarioKey.names) != nil
  }

  /// An unknown key of a scenario: perhaps it is one of a step.
  mutating func reportUnknownScenarioKey(_ key: Located<String>) {
    let near = ClosestMatch.of(key.value, in: ScenarioKey.names).flatMap(ScenarioKey.init(rawValue:))
    if let meant = Self.synonyms[key.value] ?? (isOfStep(key.value) ? nil : near) {
      misspeltKeys.insert(meant)
      if meant.bindsNames { notes.mayLackNames = true }
      return report(
        .unknownKey, "unknown key '\(key.value)' in a scenario", at: key.range, suggestion: ClosestMatch.suggestion(meant.rawValue))
    }
    if StepHead(rawValue: key.value) != nil {
      return report(
        .misplacedKey, "'\(key.value)' is a step, which goes in the list 'steps'", at: key.range,
        suggestion: "write '- \(key.value)' below 'steps'")
    }
    if StepKey(rawValue: key.value) != nil {
      return report(.misplacedKey, "'\(key.value)' goes next to the head of a step, not next to 'journey'", at: key.range)
    }
    reportUnknown(key, ScenarioKey.self, in: "in a scenario")
  }
}
