public import Diagnostics
internal import JourneyModel
internal import LocatedYAML

/// A file that a tenant includes could not be read.
public struct UnreadableInclude: Error, Sendable, Hashable {
  /// Lower case, without a full stop, e.g. `there is no such file`.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}

extension MockTenant {
  /// Reads an included file: the path as it is written, and the file that includes it.
  public typealias IncludeReader = (_ path: String, _ including: SourceFile) throws(UnreadableInclude) -> SourceFile

  /// The tenant of a file; `nil` where it cannot be served. Everything wrong is reported, not only the first.
  public static func load(
    _ file: SourceFile, diagnostics: inout [Diagnostic], include: IncludeReader
  ) -> MockTenant? {
    var found: [Diagnostic] = []
    defer { diagnostics += found }
    guard let definition = definition(of: file, diagnostics: &found, include: include),
      let base = base(of: definition, depth: 0, diagnostics: &found, include: include)
    else { return nil }
    let isWhole = !found.contains { $0.severity == .error }
    let merged = definition.extending(base.definition)
    // Where the flow could not be read there is nothing to look at.
    guard isWhole || !merged.states.isEmpty else { return nil }
    var compiled: [Diagnostic] = []
    let tenant = compile(merged, dialect: base.dialect, inherited: base.files, diagnostics: &compiled)
    found += reported(compiled, of: merged, isChange: !base.definition.states.isEmpty)
    return isWhole && !found.contains { $0.severity == .error } ? tenant : nil
  }

  /// What is told of a tenant's names: not what another error may be the cause of.
  ///
  /// - Parameter isChange: whether it extends a tenant with a flow. A name that changes nothing there is an error: a rehearsal
  ///   with it would be green and rehearse nothing.
  private static func reported(_ compiled: [Diagnostic], of tenant: TenantDefinition, isChange: Bool) -> [Diagnostic] {
    let hasErrors = compiled.contains { $0.severity == .error }
    return compiled.compactMap { diagnostic in
      let isOfUse = diagnostic.id == .unusedName || diagnostic.id == .neverTrue
      guard !tenant.mayCause(diagnostic), !(hasErrors && isOfUse) else { return nil }
      var diagnostic = diagnostic
      if isChange, diagnostic.id == .unusedName { diagnostic.severity = .error }
      return diagnostic
    }
  }

  /// The tenant of a definition that holds everything it extends, from these files; `nil` where it cannot be served.
  static func compile(
    _ definition: TenantDefinition, dialect: MockDialect, inherited: [SourceFile], diagnostics: inout [Diagnostic]
  ) -> MockTenant? {
    var compiler = FlowCompiler(definition, dialect: dialect, inherited: inherited)
    let flow = compiler.compile()
    var accounts = AccountCompiler(names: compiler.names, tables: flow.tables, tenant: definition.name.value)
    let people = definition.accounts.map { accounts.account($0) }
    let found = compiler.diagnostics + accounts.diagnostics
    diagnostics += found
    // A flow that holds no state was reported where it was read.
    guard !flow.states.isEmpty, !found.contains(where: { $0.severity == .error }) else { return nil }
    return MockTenant(
      definition, dialect: dialect, inherited: inherited, flow: flow, people: people, rules: compiler.rules, names: compiler.names)
  }

  private static func definition(
    of file: SourceFile, diagnostics: inout [Diagnostic], include: IncludeReader
  ) -> TenantDefinition? {
    let documents = YAMLParser.documents(in: file, diagnostics: &diagnostics)
    // A file that is no YAML has no document, and that is reported.
    if documents.isEmpty, diagnostics.contains(where: { $0.severity == .error && $0.range?.file == file }) { return nil }
    guard let document = documents.first, documents.count == 1 else {
      let start = SourcePosition(line: 1, column: 1)
      let place = documents.count > 1 ? documents[1].range : SourceRange(file: file, start: start, end: start)
      diagnostics.append(Diagnostic(.wrongType, "a tenant's file holds one document, found \(documents.count)", at: place))
      return nil
    }
    return withoutActuallyEscaping(include) { include in
      var decoder = TenantDefinitionDecoder { path, diagnostics in
        do throws(UnreadableInclude) {
          let included = try include(path.text, path.range.file)
          return YAMLParser.documents(in: included, diagnostics: &diagnostics).first
        } catch {
          diagnostics.append(Diagnostic(.unreadableInclude, "'\(path.text)' cannot be read: \(error.reason)", at: path.range))
          return nil
        }
      }
      var definition = decoder.tenant(document)
      if case .mapping(let mapping) = document { definition?.damage(by: diagnostics, in: mapping) }
      diagnostics += decoder.diagnostics
      return definition
    }
  }

  /// What a tenant extends, everything that this extends itself included.
  private struct Base {
    var dialect: MockDialect
    var definition: TenantDefinition
    var files: [SourceFile]
  }

  /// How many tenants may extend one another before it is taken for a circle.
  private static let deepestBase = 8

  private static func base(
    of tenant: TenantDefinition, depth: Int, diagnostics: inout [Diagnostic], include: IncludeReader
  ) -> Base? {
    guard let name = tenant.base, [".yaml", ".yml"].contains(where: name.value.hasSuffix) else {
      return standard(of: tenant, diagnostics: &diagnostics)
    }
    let file: SourceFile
    do throws(UnreadableInclude) {
      guard depth < deepestBase else { throw UnreadableInclude("\(deepestBase) tenants extend one another before it") }
      file = try include(name.value, name.range.file)
    } catch {
      diagnostics.append(Diagnostic(.unreadableInclude, "'\(name.value)' cannot be read: \(error.reason)", at: name.range))
      return nil
    }
    guard let definition = definition(of: file, diagnostics: &diagnostics, include: include),
      let further = base(of: definition, depth: depth + 1, diagnostics: &diagnostics, include: include)
    else { return nil }
    let included = Set(definition.screens.map(\.id.range.file)).subtracting([file])
    return Base(
      dialect: further.dialect, definition: definition.extending(further.definition), files: further.files + [file] + included)
  }

  private static func standard(of tenant: TenantDefinition, diagnostics: inout [Diagnostic]) -> Base? {
    guard let base = tenant.base else {
      diagnostics.append(
        Diagnostic(
          .missingKey, "a tenant needs 'extends', which says how it speaks", at: tenant.name.range,
          suggestion: "write 'extends: \(Standard.flow.rawValue)'"))
      return nil
    }
    guard let standard = Standard(rawValue: base.value) else {
      let known = Standard.allCases.map(\.rawValue)
      diagnostics.append(
        Diagnostic(
          .badValue, "there is nothing called '\(base.value)' to extend; there is \(known.joined(separator: ", "))",
          at: base.range, suggestion: ClosestMatch.of(base.value, in: known).map { "did you mean '\($0)'?" }))
      return nil
    }
    let file = SourceFile(name: standard.rawValue, text: standard.text)
    let read = definition(of: file, diagnostics: &diagnostics) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("a standard includes nothing")
    }
    return read.map { Base(dialect: standard.dialect, definition: $0, files: [file]) }
  }

  private init(
    _ definition: TenantDefinition, dialect speech: MockDialect, inherited: [SourceFile], flow: Flow, people: [AccountState],
    rules: [ScreenRule], names: Names
  ) {
    self.definition = definition
    self.speech = speech
    self.inherited = inherited
    name = definition.name.value
    dialect = speech.rawValue
    issuer = definition.issuer?.value ?? "https://\(definition.name.value).test"
    self.flow = flow
    self.people = people
    self.rules = rules
    languages = definition.languageNames
    clientRules = definition.clients
    lives = definition.tokens ?? TokenLives()
    limits = definition.limits
    style = definition.answers ?? AnswerStyle()
    phrases = StandardPhrases(
      required: names.messages["required"], invalid: names.messages["invalid"], strayForm: names.messages["stray_form"],
      badBody: names.messages["bad_body"])
    key = SigningKey(lives.algorithm ?? .es256)
    accounts = people.map { Account(name: $0.name ?? "", value: $0.value(in: flow.tables)) }
    clients = definition.clients.map { Client(id: $0.id, redirectURIs: $0.redirectURIs, scopes: $0.scopes, entryURL: $0.entryURL) }
    screens = rules.map { ScreenOutline($0, messages: flow.tables.messages) } + EngineScreen.ends(of: flow, speech)
    flowGraph = FlowGraph(flow, screens: rules)
  }
}

extension ScreenOutline {
  init(_ rule: ScreenRule, messages: [MessageRule]) {
    id = rule.id
    if let screen = rule.engine {
      forms = screen.outline(messages)
      return
    }
    forms = rule.forms.map { form in
      FormOutline(
        id: FormID(form.id), widgets: form.widgets.map { WidgetOutline(id: WidgetID($0.id), type: $0.type.rawValue) })
    }
  }
}

extension FlowGraph {
  init(_ flow: Flow, screens: [ScreenRule]) {
    let states = flow.states.map { state in
      let forms = state.forms + (state.decision.map { [$0] } ?? [])
      let edges = forms.flatMap { form in
        form.edges.map { edge in
          Edge(id: edge.id, form: FormID(form.id), target: edge.target.name(in: flow) ?? state.id)
        }
      }
      return State(id: state.id, screen: state.screen.map { screens[$0].id }, edges: edges)
    }
    self.init(start: flow.states[flow.start].id, states: states)
  }
}

extension Target {
  /// The state's or end's name; `nil` for staying.
  func name(in flow: Flow) -> String? {
    switch self {
    case .stay: nil
    case .state(let place): flow.states[place].id
    case .finish: "finish"
    case .refuse: "refuse"
    case .handOver: "hand_over"
    case .expire: "expire"
    }
  }
}
