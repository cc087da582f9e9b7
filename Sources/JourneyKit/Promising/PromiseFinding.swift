import Diagnostics
import JourneyLanguage
import JourneyMock

/// What is known of one promise on one tenant.
struct PromiseFinding: Sendable {
  enum Outcome: Sendable {
    /// With how much was looked at; `nil` for the walks of a log.
    case kept(SearchExtent?)
    case broken(Breach)
    /// It is not decided, with the reason why, and the scenario of a way that could not be walked.
    case unknown(String, scenario: String? = nil)
  }

  /// How it is broken.
  struct Breach: Sendable {
    /// The way in a line, or the text that is not translated.
    var line: String
    /// A scenario that walks the way; `nil` where none is needed.
    var scenario: String?
    /// The place in the tenant's file, if there is one.
    var place: SourceRange?
  }

  var promise: Promise
  var tenant: String
  var outcome: Outcome
}

extension Promise {
  /// Whether it is about what happens, and not about texts and screens.
  fileprivate var isOfEvents: Bool { if case .always = rule { false } else { true } }
}

extension PromiseFinding {
  /// Why the promise is to be broken there; `nil` if it is to be kept.
  var reason: String? { promise.known.first { $0.tenant.value == tenant }?.reason }

  /// What is told of it; nothing where it is as it is to be.
  var diagnostics: [Diagnostic] {
    let id = promise.id.value
    switch outcome {
    case .kept(let extent):
      // That no walk of a log breaks it does not mean that no way does.
      guard extent != nil, let known = promise.known.first(where: { $0.tenant.value == tenant }) else { return [] }
      return [
        Diagnostic(
          .brokenPromise, "'\(tenant)' is expected to break '\(id)', and keeps it", at: known.tenant.range,
          suggestion: "leave it out of 'broken_on'")
      ]
    case .broken(let breach):
      guard reason == nil else { return [] }
      var notes = [Diagnostic.Note(breach.line, at: breach.place)]
      if let scenario = breach.scenario { notes.append(Self.note("a scenario that walks this way:", scenario)) }
      return [Diagnostic(.brokenPromise, "'\(tenant)' breaks '\(id)': \(promise.says)", at: promise.id.range, notes: notes)]
    case .unknown(let reason, let scenario):
      let notes = scenario.map { [Self.note("a scenario that tries this way:", $0)] } ?? []
      let message = "whether '\(tenant)' keeps '\(id)' is not known: \(reason)"
      return [Diagnostic(.brokenPromise, message, at: promise.id.range, severity: .warning, notes: notes)]
    }
  }

  /// Why nothing can break it there, whatever the tenant does; `nil` if something can, or if it is not kept.
  var vacuity: String? {
    guard case .kept(let extent?) = outcome, !extent.isMet else { return nil }
    return promise.isOfEvents ? "it never happens to those whom the promise is about" : "nothing is left that the promise is about"
  }

  private static func note(_ message: String, _ scenario: String) -> Diagnostic.Note {
    Diagnostic.Note(message, lines: scenario.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
  }

  /// A scenario that walks a way which breaks it, or tries to.
  var scenario: String? {
    switch outcome {
    case .kept: nil
    case .broken(let breach): breach.scenario
    case .unknown(_, let scenario): scenario
    }
  }

  /// In a line.
  var judged: JudgedPromise {
    switch outcome {
    case .kept(let extent):
      var looked = extent.map { $0.acts == 0 ? "\($0.situations) texts" : "\($0.situations) situations, \($0.acts) acts" }
      if let vacuity { looked? += "; \(vacuity)" }
      return JudgedPromise(promise: promise.id.value, tenant: tenant, verdict: .kept, note: looked ?? "on every walk of the log")
    case .broken(let breach):
      return JudgedPromise(
        promise: promise.id.value, tenant: tenant, verdict: .broken, note: reason.map { "as expected: \($0)" } ?? breach.line)
    case .unknown(let reason, _): return JudgedPromise(promise: promise.id.value, tenant: tenant, verdict: .unknown, note: reason)
    }
  }
}
