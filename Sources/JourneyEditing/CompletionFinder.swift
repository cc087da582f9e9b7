internal import JourneyLanguage
internal import JourneyModel
package import JourneyScenario

/// Finds what may be written at a place of a file that a person is typing: by the lists of keys that the decoder reads by, and by the
/// tenant.
package struct CompletionFinder {
  private let context: ScenarioContext
  /// The files that `use` can name, relative to the file that is edited.
  private let fragments: [String]
  private let isFragment: Bool

  /// - Parameter name: of the file that is edited.
  package init(_ context: ScenarioContext, fragments: [String] = [], file name: String = "") {
    self.context = context
    self.fragments = fragments
    isFragment = (name.split(separator: "/").last ?? "").hasPrefix("_")
  }

  /// - Parameters:
  ///   - line: from 0.
  ///   - column: in characters, from 0.
  package func completions(in text: String, line: Int, column: Int) -> [Completion] {
    let cursor = CursorContext(text.split(separator: "\n", omittingEmptySubsequences: false), line: line, column: column)
    if cursor.isInVariable { return variables(cursor) }
    return cursor.isKey ? keys(cursor) : values(cursor)
  }

  // MARK: What the cursor is in

  private func tenant(_ cursor: CursorContext) -> TenantContext? {
    let name = cursor.scenario["tenant"].flatMap { $0.isEmpty ? nil : $0 } ?? context.defaultTenant
    return name.flatMap { context.tenants?[$0] }
  }

  /// The keys of the innermost step on the way: the map right below a list of steps.
  private func step(_ cursor: CursorContext) -> [String: String]? {
    let maps = cursor.path.map(\.siblings) + [cursor.siblings]
    for (index, key) in cursor.path.enumerated().reversed() where Self.listsOfSteps.contains(key.name) {
      if Self.head(of: maps[index + 1]) != nil { return maps[index + 1] }
    }
    return nil
  }

  private static func head(of keys: [String: String]) -> StepHead? {
    StepHead.allCases.first { keys[$0.rawValue] != nil }
  }

  /// The forms of the screen that the step is about.
  private func forms(_ cursor: CursorContext) -> [TenantInventory.Form] {
    guard let inventory = tenant(cursor)?.inventory else { return [] }
    guard let screen = step(cursor)?["screen"], !screen.isEmpty else { return [] }
    let name = screen.prefix { $0 != " " && $0 != "#" }
    return inventory.screens.filter { $0.key == name || $0.key.hasPrefix(name + "/") }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The names of the keys on the way.
  private func names(_ cursor: CursorContext) -> [String] { cursor.path.map(\.name) }

  private static let listsOfSteps: Set<String> = ["steps", "before", "after", "either", "repeat", "hand_over"]

  // MARK: Keys

  private func keys(_ cursor: CursorContext) -> [Completion] {
    let names = names(cursor)
    guard let last = names.last else { return fresh(isFragment ? Self.all(FragmentKey.self) : Self.all(ScenarioKey.self), cursor) }
    switch last {
    case _ where Self.listsOfSteps.contains(last): return fresh(stepKeys(cursor), cursor)
    case "widgets", "answers", "refuses": return fresh(widgets(cursor), cursor)
    case "only_widgets", "only_forms", "tags": return values(cursor)
    case "forms": return fresh(forms(cursor).map { Completion($0.id, .form) }, cursor)
    case "messages": return fresh([Completion("global", .key, "messages of the whole screen")] + widgets(cursor), cursor)
    case "skip": return fresh(Self.all(SkipKey.self), cursor)
    case "start": return fresh(startKeys(cursor), cursor)
    case "capture", "vars", "examples", "claims", "matrix", "params", "with": return []
    default: break
    }
    let parent = names.dropLast().last
    switch parent {
    case "widgets": return fresh(Self.all(WidgetAttribute.self), cursor)
    case "forms": return fresh(Self.all(FormKey.self), cursor)
    case "messages": return fresh(Self.matchers + Self.all(MessageKey.self), cursor)
    default: return Self.head(of: cursor.siblings) == nil ? Self.matchers : fresh(stepKeys(cursor), cursor)
    }
  }

  private func stepKeys(_ cursor: CursorContext) -> [Completion] {
    guard let head = Self.head(of: cursor.siblings) else {
      return StepHead.allCases.map { Completion($0.rawValue, .key, $0.summary) }
    }
    return head.keys.map { Completion($0.rawValue, .key, $0.summary) }
  }

  private func startKeys(_ cursor: CursorContext) -> [Completion] {
    Self.all(StartKey.self) + (tenant(cursor)?.dialect?.startKeys ?? []).map { Completion($0.name, .key, "of this dialect") }
  }

  /// Those that are not there yet.
  private func fresh(_ all: [Completion], _ cursor: CursorContext) -> [Completion] {
    all.filter { cursor.siblings[$0.label] == nil || cursor.typed == $0.label }
  }

  private static func all<Key: DocumentedKey>(_ keys: Key.Type) -> [Completion] {
    keys.allCases.map { Completion($0.rawValue, .key, $0.summary) }
  }

  private static let matchers = Matcher.Key.allCases.map { Completion($0.rawValue, .key, $0.summary) }

  // MARK: Values

  private func values(_ cursor: CursorContext) -> [Completion] {
    let tenant = tenant(cursor)
    switch cursor.key ?? names(cursor).last {
    case "tenant": return (context.tenants?.keys.sorted() ?? []).map { Completion($0, .value, "a tenant of tenants.yaml") }
    case "account":
      return (tenant?.accounts ?? [:]).sorted { $0.key < $1.key }.map { Completion($0.key, .account, $0.value.joined(separator: ", ")) }
    case "app": return ((tenant?.dialect?.apps.map(\.name) ?? []) + ["all"]).map { Completion($0, .value, "an app of the vendor") }
    case "engine": return PageEngineKind.allCases.map { Completion($0.rawValue, .value) }
    case "screen": return screens(tenant)
    case "press": return forms(cursor).map { Completion($0.id, .form, "a form of the screen") }
    case "use": return fragments.map { Completion($0, .file, "a fragment") }
    case "type": return (tenant?.dialect?.widgetTypes ?? []).map { Completion($0, .value, "a type of widget") }
    case "only_widgets": return widgets(cursor)
    case "only_forms": return forms(cursor).map { Completion($0.id, .form) }
    case "forms": return forms(cursor).map { Completion($0.id, .form) }
    case "widgets": return widgets(cursor)
    case "force", "optional", "readonly", "required", "visible", "indistinguishable":
      return [Completion("true", .value), Completion("false", .value)]
    case "push": return PushAnswer.allCases.map { Completion($0.rawValue, .value) }
    case "probes": return Probe.allCases.map { Completion($0.rawValue, .value, $0.summary) }
    default: return messages(cursor, tenant)
    }
  }

  private func screens(_ tenant: TenantContext?) -> [Completion] {
    (tenant?.inventory?.screens ?? [:]).sorted { $0.key < $1.key }.map { screen in
      let asked = screen.value.first?.widgets.map(\.id).joined(separator: ", ") ?? ""
      return Completion(screen.key, .screen, asked)
    }
  }

  private func widgets(_ cursor: CursorContext) -> [Completion] {
    var forms = forms(cursor)
    let names = names(cursor)
    if let place = names.lastIndex(of: "forms"), names.indices.contains(place + 1) {
      forms = forms.filter { $0.id == names[place + 1] }
    }
    var known: Set<String> = []
    return forms.flatMap(\.widgets).filter { known.insert($0.id).inserted }.map { Completion($0.id, .widget, $0.type ?? "") }
  }

  private func messages(_ cursor: CursorContext, _ tenant: TenantContext?) -> [Completion] {
    guard names(cursor).contains("messages") || cursor.key == "messages" else { return [] }
    return (tenant?.inventory?.messages ?? []).map { Completion($0, .message, "a message of the tenant") }
  }

  // MARK: Variables

  private func variables(_ cursor: CursorContext) -> [Completion] {
    let tenant = tenant(cursor)
    let account = cursor.scenario["account"].flatMap { tenant?.accounts?[$0] } ?? []
    let attributes = account.isEmpty ? Set((tenant?.accounts ?? [:]).values.joined()).sorted() : account
    return attributes.map { Completion("account.\($0)", .variable, "of the account") }
      + [Completion("secret.", .variable, "a secret by its name"), Completion("env.", .variable, "a variable of the environment")]
      + ["tenant", "app"].map { Completion($0, .variable) }
  }
}
