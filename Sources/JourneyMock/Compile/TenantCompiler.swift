package import Diagnostics
import JourneyModel
package import LocatedYAML

/// A tenant's definition to its graph: every name looked up, every mistake reported.
package struct TenantCompiler {
  /// What is compiled, everything that it extends included.
  package let definition: TenantDefinition
  /// The dialect that the tenant speaks.
  package let speech: any TenantDialect
  /// The files that the tenant extends, which may say things that the tenant has no use for.
  private let inherited: [SourceFile]
  /// What every name means.
  package internal(set) var names = Names()
  var tables = TenantGraph.Tables()
  private var states: [GraphState] = []
  /// The forms that every state with a screen takes.
  private var everywhere: [GraphForm] = []
  /// What is wrong with it.
  package var diagnostics: [Diagnostic] = []
  /// What was referred to, to find what is declared in vain.
  var used = UsedNames()

  init(_ definition: TenantDefinition, speech: any TenantDialect, inherited: [SourceFile]) {
    self.definition = definition
    self.speech = speech
    self.inherited = inherited
  }

  /// Whether a place is the tenant's own and not in what it extends.
  package func isOwn(_ range: SourceRange) -> Bool { !inherited.contains(range.file) }

  /// Looks every name up and compiles the states; what the tenant's screens name is known then.
  mutating func compileStates() {
    declareFacts()
    declareAttributes()
    declareNames()
    resolvePolicies()
    compileTexts()
    checkKeys()
    compileConsequences()
    everywhere = definition.everywhere.map { form($0, of: "everywhere", screen: nil) }
    for state in definition.states { states.append(self.state(state, everywhere: everywhere)) }
  }

  /// The graph of the compiled states; whole only where nothing was reported as an error.
  mutating func graph() -> TenantGraph {
    checkWhole()
    var graph = TenantGraph(tables: tables, states: states, start: start(), everywhere: everywhere)
    graph.given = speech.givenFacts.compactMap { names.facts[$0] }
    if !states.isEmpty { checkScreens(of: graph) }
    return graph
  }

  /// The graph without the inherited edges that nothing takes, once all that is declared in vain is reported.
  mutating func pruned(_ graph: TenantGraph, _ screens: [ScreenRule]) -> TenantGraph {
    reportUnused()
    var graph = graph
    graph.neverTrue = reportNeverTrue()
    return graph.pruned(screens, isOwn: isOwn)
  }

  /// What no tenant can do without.
  private mutating func checkWhole() {
    if definition.clients.isEmpty {
      report(.missingKey, "a tenant needs 'clients', the apps that may start a journey", definition.name.range)
    }
    if definition.start == nil {
      report(.missingKey, "a tenant needs 'start', the state in which a journey begins", definition.name.range)
    }
    if !definition.hasFlow {
      report(.missingKey, "a tenant needs 'flow', the states of its journeys", definition.name.range)
    }
  }

  /// The place of the state in which journeys begin; 0 where that is reported.
  private mutating func start() -> Int {
    definition.start.flatMap { state(named: $0) } ?? 0
  }

  /// Reports an error.
  package mutating func report(_ id: DiagnosticID, _ message: String, _ range: SourceRange, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(id, message, at: range, suggestion: suggestion))
  }

  /// The place of a name; an unknown one is reported.
  mutating func place(of name: Located<String>, in places: [String: Int], _ what: String) -> Int? {
    if let place = places[name.value] { return place }
    reportUnknown(.unknownName, name, what, Array(places.keys))
    return nil
  }

  mutating func state(named name: Located<String>) -> Int? {
    if let place = names.states[name.value] {
      used.states.insert(place)
      return place
    }
    // A flow without states is one error, and not one for each name.
    guard !definition.states.isEmpty else { return nil }
    reportUnknown(.unknownState, name, "state", names.states.keys + ["finish", "start"])
    return nil
  }

  /// Reports a name that is none of those known, with the nearest of them.
  package mutating func reportUnknown(
    _ id: DiagnosticID, _ name: Located<String>, _ what: String, _ known: [String], where place: String = ""
  ) {
    let nearest = ClosestMatch.of(name.value, in: known)
    let possible = nearest == nil && !known.isEmpty ? "; there are \(known.sorted().joined(separator: ", "))" : ""
    report(id, "no \(what) '\(name.value)'\(place)\(possible)", name.range, suggestion: nearest.map { "did you mean '\($0)'?" })
  }

  /// The condition of a scalar; one that cannot be read is reported and never holds.
  package mutating func condition(_ scalar: YAMLScalar?) -> Guard {
    guard let scalar else { return .always }
    do throws(GuardFault) {
      var parser = try GuardParser(scalar.text, names: names)
      let condition = try parser.condition()
      used.policies.formUnion(parser.policies)
      for atom in condition.atoms { used.note(atom, at: scalar.range) }
      return condition
    } catch {
      report(.badCondition, error.message, scalar.range(ofBytes: error.bytes), suggestion: error.suggestion)
      return .constant(false)
    }
  }
}

extension YAMLScalar {
  /// The place of these bytes of the text; the whole scalar if it is folded or has escapes.
  package func range(ofBytes bytes: Range<Int>) -> SourceRange {
    let quote = style == .plain ? 0 : 1
    let isOneLine = style != .literal && style != .folded && range.start.line == range.end.line
    guard isOneLine, range.end.column - range.start.column == text.unicodeScalars.count + 2 * quote else { return range }
    func column(_ offset: Int) -> Int {
      let scalars = text.utf8.prefix(offset).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
      return range.start.column + quote + scalars
    }
    return SourceRange(
      file: range.file, start: SourcePosition(line: range.start.line, column: column(bytes.lowerBound)),
      end: SourcePosition(line: range.start.line, column: column(bytes.upperBound)))
  }
}

/// The places of what a graph refers to.
struct UsedNames {
  var facts: Set<Slot> = []
  var counters: Set<Slot> = []
  var timers: Set<Slot> = []
  var messages: Set<Int> = []
  var mails: Set<Int> = []
  var states: Set<Int> = []
  var policies: Set<String> = []
  /// What some edge brings about: timers that are started, counters that are counted, messages that are sent.
  var started: Set<Slot> = []
  var counted: Set<Slot> = []
  var sent: Set<Int> = []
  /// Where conditions ask for what some edge has to bring about first.
  private(set) var timerTests: [(slot: Slot, phase: TimerPhase, range: SourceRange)] = []
  private(set) var counterTests: [(slot: Slot, range: SourceRange)] = []
  private(set) var codeTests: [(mail: Int, range: SourceRange)] = []

  mutating func note(_ atom: GuardAtom, at range: SourceRange) {
    switch atom {
    case .fact(let slot, _), .member(let slot, _): facts.insert(slot)
    case .timer(let slot, let phase):
      timers.insert(slot)
      timerTests.append((slot, phase, range))
    case .full(let slot):
      counters.insert(slot)
      counterTests.append((slot, range))
    case .answer(let test):
      guard case .equalsCode(let mail) = test.comparison else { break }
      mails.insert(mail)
      codeTests.append((mail, range))
    case .account, .attribute: break
    }
  }
}
