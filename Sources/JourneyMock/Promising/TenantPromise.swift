import Diagnostics
import JourneyLanguage

/// A promise about events with the names of one tenant looked up.
struct TenantPromise: Sendable {
  let rule: EventRule
  /// The people that it is about.
  let who: Guard
  /// The places of the accounts that it is about; `nil` for all.
  let accounts: Set<Int>?
  /// Whether it is about those alone who are not in the tenant's file and register first.
  var isOfNewcomers = false
  /// Whether paths do not count on which a person sets another password.
  var keepsPasswords = false
  /// Whether paths do not count on which the person enters a password that was not set on the path.
  var forgetsPasswords = false
  /// Whether a right password ends the counting of wrong ones before there are enough of them.
  var countsInARow = false
  /// Whether paths do not count on which time passes.
  var neverWaits = false
  /// Whether paths do not count on which a journey is about anybody else.
  var isAlone = false
  /// Edges that do not count, by their ids: they were predicted to be taken, and walking them failed.
  var avoided: Set<String> = []
  let unless: Guard

  var atoms: [GuardAtom] { who.atoms + unless.atoms }
}

/// Looks up what promises name of a tenant, and reports what it does not have.
struct PromiseCompiler {
  private let tenant: String
  /// The names of its accounts, messages and screens.
  private let known: (accounts: [String], mails: [String], screens: [String])
  private var compiler: TenantCompiler
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter compiler: of the tenant; nothing is compiled yet.
  init(_ compiler: TenantCompiler, of tenant: String, known: (accounts: [String], mails: [String], screens: [String])) {
    self.tenant = tenant
    self.known = known
    self.compiler = compiler
    self.compiler.compileStates()
    self.compiler.diagnostics = []
  }

  /// The promise as far as it is about events; `nil` where something is wrong with it.
  mutating func promise(_ promise: Promise) -> TenantPromise? {
    checkPlaces(of: promise)
    let subject = subject(of: promise)
    let unless = promise.unless.map { compiler.condition($0) } ?? .constant(false)
    diagnostics += compiler.diagnostics
    compiler.diagnostics = []
    guard diagnostics.isEmpty else { return nil }
    return TenantPromise(rule: EventRule(promise.rule) ?? .any, who: subject.who, accounts: subject.accounts, unless: unless)
  }

  private mutating func subject(of promise: Promise) -> (who: Guard, accounts: Set<Int>?) {
    switch promise.who {
    case .everybody: return (.always, nil)
    case .condition(let scalar): return (compiler.condition(scalar), nil)
    case .accounts(let names):
      for name in names where !known.accounts.contains(name.value) { report(.unknownAccount, "account", name, among: known.accounts) }
      return (.always, Set(names.compactMap { known.accounts.firstIndex(of: $0.value) }))
    }
  }

  private mutating func checkPlaces(of promise: Promise) {
    switch promise.rule {
    case .never(let event, let after): check([event] + (after.map { [$0.event] } ?? []))
    case .only(let event, let after): check([event] + after)
    case .always(let property, let places, let exceptions):
      for place in places { checkScreen(place, place.value) }
      if property == .wayOn { for place in exceptions { checkScreen(place, place.value) } }
    }
  }

  private mutating func check(_ events: [Located<JourneyEvent>]) {
    for event in events {
      if let screen = event.value.screen { checkScreen(event.map { _ in screen }, screen) }
      guard case .mail(let name) = event.value else { continue }
      if !known.mails.contains(name) { report(.unknownName, "mail or text message", event.map { _ in name }, among: known.mails) }
    }
  }

  private mutating func checkScreen(_ place: Located<String>, _ id: String) {
    if !known.screens.contains(where: { JourneyEvent.isPart(id, of: $0) }) { report(.unknownScreen, "screen", place, among: known.screens) }
  }

  private mutating func report(_ id: DiagnosticID, _ what: String, _ name: Located<String>, among known: [String]) {
    let nearest = ClosestMatch.of(name.value, in: known)
    let possible = nearest == nil && !known.isEmpty ? "; there are \(known.sorted().joined(separator: ", "))" : ""
    diagnostics.append(
      Diagnostic(
        id, "'\(tenant)' has no \(what) '\(name.value)'\(possible)", at: name.range,
        suggestion: nearest.map { "did you mean '\($0)'?" }))
  }
}
