public import Diagnostics
import JourneyModel
import LocatedYAML
import TenantDecisions

/// A file that a tenant includes could not be read.
public struct UnreadableInclude: Error, Sendable, Hashable {
  /// Lower case, without a full stop, e.g. `no such file`.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}

extension MockTenant {
  /// Reads an included file: the path as it is written, and the file that includes it.
  public typealias IncludeReader = (_ path: String, _ including: SourceFile) throws(UnreadableInclude) -> SourceFile

  /// The tenant of a file; `nil` if it cannot be served. Everything wrong is reported, not only the first.
  ///
  /// - Parameter speeches: the dialects that it may speak.
  public static func load(
    _ file: SourceFile, speeches: MockSpeeches, diagnostics: inout [Diagnostic], include: IncludeReader
  ) -> MockTenant? {
    var found: [Diagnostic] = []
    defer { diagnostics += found }
    guard let definition = definition(of: file, speeches.keys, diagnostics: &found, include: include),
      let base = base(of: definition, speeches, below: [file], diagnostics: &found, include: include)
    else { return nil }
    let built = built(definition, on: base, speeches, isWhole: !found.contains { $0.severity == .error })
    var blame = ChangeBlame(definition) { Self.built($0, on: base, speeches, isWhole: true).found }
    found += built.found.map { blame.placed($0, extending: base.files) ?? built.changed.placed($0, extending: base.files) }
    return found.contains { $0.severity == .error } ? nil : built.tenant
  }

  /// A tenant's definition put together with what it extends.
  private struct Built {
    /// The definition with what its `changes` say.
    var changed: TenantDefinition
    /// `nil` if it cannot be served.
    var tenant: MockTenant?
    /// What is wrong with both together.
    var found: [Diagnostic] = []
  }

  /// - Parameter isWhole: whether its file is without errors.
  private static func built(_ definition: TenantDefinition, on base: Base, _ speeches: MockSpeeches, isWhole: Bool) -> Built {
    var found: [Diagnostic] = []
    let changed = changed(definition, by: speeches.keys, extending: base.definition, diagnostics: &found)
    let isWhole = isWhole && !found.contains { $0.severity == .error }
    let merged = changed.withoutRepetitions(of: base.definition).extending(base.definition)
    // Where the flow could not be read there is nothing to look at.
    guard isWhole || !merged.states.isEmpty else { return Built(changed: changed, found: found) }
    var compiled: [Diagnostic] = []
    var tenant = compile(merged, speech: base.speech, inherited: base.files, diagnostics: &compiled)
    let others = speeches.speeches(besides: base.speech, of: merged, diagnostics: &compiled)
    let possible = others.reduce(Weakness.ofEveryTenant.union(base.speech.weaknesses)) { $0.union($1.weaknesses) }
    compiled += impossible(merged, possible)
    for other in others {
      var again: [Diagnostic] = []
      tenant = tenant?.speaking(other, diagnostics: &again)
      // What is wrong with the graph was reported in the dialect that the tenant extends.
      let known = compiled
      compiled += again.filter { $0.severity == .error && !known.contains($0) }
    }
    tenant?.compiled.possibleWeaknesses = possible
    tenant?.compiled.slips = base.speech.slips
    found += reported(compiled, of: merged, isChange: !base.definition.states.isEmpty)
    return Built(changed: changed, tenant: tenant, found: found)
  }

  /// What a tenant is to do wrong and cannot, as nothing that it speaks has a place for it: it would be green for no reason.
  private static func impossible(_ tenant: TenantDefinition, _ possible: Set<Weakness>) -> [Diagnostic] {
    tenant.weaknesses.subtracting(possible).sorted { $0.rawValue < $1.rawValue }.map { weakness in
      Diagnostic(
        .badValue, "this tenant cannot have the fault '\(weakness.rawValue)'\(NameAdvice.expected(possible.map(\.rawValue).sorted()))",
        at: tenant.weaknessPlaces[weakness] ?? tenant.name.range)
    }
  }

  /// The messages about a tenant's names, except possible consequences of another error.
  ///
  /// - Parameter isChange: whether it extends a tenant with a graph. A name that changes nothing there is an error: a rehearsal
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

  /// The tenant of a definition that holds everything it extends, from these files; `nil` if it cannot be served.
  package static func compile(
    _ definition: TenantDefinition, speech: any MockSpeech, inherited: [SourceFile], diagnostics: inout [Diagnostic]
  ) -> MockTenant? {
    var compiler = TenantCompiler(definition, speech: speech, inherited: inherited)
    var (graph, compiled) = speech.compileTenant(with: &compiler)
    var accounts = AccountCompiler(
      names: compiler.names, tables: graph.tables, tenant: definition.name.value, hasRules: !definition.rules.isEmpty)
    let people = accounts.accounts(definition.accounts)
    var rules = RulesCompiler(definition)
    let ruleSet = rules.compiled()
    let found = compiler.diagnostics + accounts.diagnostics + rules.diagnostics
    graph = graph.demanding(ruleSet)
    diagnostics += found
    // A flow that holds no state was reported where it was read.
    guard !graph.states.isEmpty, !found.contains(where: { $0.severity == .error }) else { return nil }
    var tenant = CompiledTenant(definition, graph: graph, people: people, screens: compiled.screens)
    tenant.stayBox = speech.stayBox
    tenant.linksSignIn = definition.clients.isEmpty || definition.clients.contains(where: speech.linksSignIn)
    tenant.goesOnInPages = speech.goesOnInPages
    tenant.ruleSet = ruleSet
    tenant.situation = ruleSet.flatMap { rules in rules.situation(TenantRules.ordinary) } ?? FactValues()
    return MockTenant(definition, speech: speech, inherited: inherited, compiled: tenant, dialogue: compiled.dialogue)
  }

  static func definition(
    of file: SourceFile, _ keys: SpeechKeys, diagnostics: inout [Diagnostic], include: IncludeReader
  ) -> TenantDefinition? {
    let documents = YAMLParser.documents(in: file, diagnostics: &diagnostics)
    // A file that is not YAML has no document, and that is reported.
    if documents.isEmpty, diagnostics.contains(where: { $0.severity == .error && $0.range?.file == file }) { return nil }
    guard let document = documents.first, documents.count == 1 else {
      let start = SourcePosition(line: 1, column: 1)
      let place = documents.count > 1 ? documents[1].range : SourceRange(file: file, start: start, end: start)
      diagnostics.append(Diagnostic(.wrongType, "a tenant's file contains one document, found \(documents.count)", at: place))
      return nil
    }
    return withoutActuallyEscaping(include) { include in
      var decoder = TenantDefinitionDecoder(keys: keys) { path, diagnostics in
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

  private static func changed(
    _ definition: TenantDefinition, by keys: SpeechKeys, extending base: TenantDefinition, diagnostics: inout [Diagnostic]
  ) -> TenantDefinition {
    var decoder = TenantDefinitionDecoder(keys: keys) { _, _ in nil }
    let changed = decoder.changed(definition, extending: base)
    // What is read again of the base may be wrong there already.
    let known = diagnostics
    diagnostics += decoder.diagnostics.filter { !known.contains($0) }
    return changed
  }

  /// What a tenant extends, everything that this extends itself included.
  private struct Base {
    var speech: any MockSpeech
    var definition: TenantDefinition
    var files: [SourceFile]
  }

  /// How many tenants may extend one another before it is taken for a circle.
  private static let maxBaseDepth = 8

  private static func base(
    of tenant: TenantDefinition, _ speeches: MockSpeeches, below files: [SourceFile], diagnostics: inout [Diagnostic],
    include: IncludeReader
  ) -> Base? {
    guard let name = tenant.base, [".yaml", ".yml"].contains(where: name.value.hasSuffix) else {
      return standard(of: tenant, speeches, below: files, diagnostics: &diagnostics)
    }
    let file: SourceFile
    do throws(UnreadableInclude) {
      guard files.count <= maxBaseDepth else { throw UnreadableInclude("\(maxBaseDepth) tenants extend one another before it") }
      file = try include(name.value, name.range.file)
    } catch {
      diagnostics.append(Diagnostic(.unreadableInclude, "'\(name.value)' cannot be read: \(error.reason)", at: name.range))
      return nil
    }
    guard !files.contains(where: { $0.name == file.name }) else {
      let way = files.last?.name == file.name ? "" : ", by way of what it extends"
      diagnostics.append(Diagnostic(.unreadableInclude, "'\(name.value)' extends itself\(way)", at: name.range))
      return nil
    }
    guard let definition = definition(of: file, speeches.keys, diagnostics: &diagnostics, include: include),
      let further = base(of: definition, speeches, below: files + [file], diagnostics: &diagnostics, include: include)
    else { return nil }
    let included = Set(definition.screens.map(\.id.range.file)).subtracting([file])
    let changed = changed(definition, by: speeches.keys, extending: further.definition, diagnostics: &diagnostics)
    return Base(speech: further.speech, definition: changed.extending(further.definition), files: further.files + [file] + included)
  }

  private static func standard(
    of tenant: TenantDefinition, _ speeches: MockSpeeches, below files: [SourceFile], diagnostics: inout [Diagnostic]
  ) -> Base? {
    guard let (file, speech) = speeches.standard(extendedBy: tenant, diagnostics: &diagnostics) else { return nil }
    let nothing: IncludeReader = { _, _ throws(UnreadableInclude) in throw UnreadableInclude("a standard includes nothing") }
    guard let own = definition(of: file, speeches.keys, diagnostics: &diagnostics, include: nothing) else { return nil }
    guard own.base != nil else { return Base(speech: speech, definition: own, files: [file]) }
    guard let further = base(of: own, speeches, below: files + [file], diagnostics: &diagnostics, include: nothing) else { return nil }
    return Base(speech: speech, definition: own.extending(further.definition), files: further.files + [file])
  }

  private init(
    _ definition: TenantDefinition, speech: any MockSpeech, inherited: [SourceFile], compiled: CompiledTenant, dialogue: any MockDialogue
  ) {
    self.definition = definition
    self.speech = speech
    self.inherited = inherited
    self.compiled = compiled
    dialogues = [dialogue]
    dialect = speech.dialect
    issuer = definition.issuer?.value ?? "https://\(definition.name.value).test"
    accounts = compiled.people.map { Account(name: $0.name ?? "", value: $0.value(in: compiled.graph.tables)) }
    clients = definition.clients.map(Client.init)
    screens = Self.outlines(of: compiled, dialogue)
    flowGraph = FlowGraph(compiled.graph, screens: compiled.rules)
  }
}

extension FlowGraph {
  init(_ graph: TenantGraph, screens: [ScreenRule]) {
    let states = graph.states.map { state in
      let forms = state.forms + (state.decision.map { [$0] } ?? [])
      let edges = forms.flatMap { form in
        form.edges.map { edge in
          Edge(id: edge.id, form: FormID(form.id), target: edge.target.name(in: graph) ?? state.id)
        }
      }
      return State(id: state.id, screen: state.screen.map { screens[$0].id }, edges: edges)
    }
    self.init(start: graph.states[graph.start].id, states: states)
  }
}

extension Target {
  /// The state's or end's name; `nil` for staying.
  func name(in graph: TenantGraph) -> String? {
    switch self {
    case .stay: nil
    case .state(let place): graph.states[place].id
    case .finish: "finish"
    case .refuse: "refuse"
    case .handOver: "hand_over"
    case .expire: "expire"
    }
  }
}
