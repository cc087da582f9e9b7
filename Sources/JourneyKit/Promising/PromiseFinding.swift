import Diagnostics
import JourneyLanguage
import JourneyMock

/// What is known of one promise on one tenant.
struct PromiseFinding: Sendable {
  enum Outcome: Sendable {
    /// With how much was looked at.
    case kept(Evidence)
    case broken(Breach)
    /// It is not decided, with the reason why, and the scenario of a way that could not be walked.
    case unknown(String, scenario: String? = nil)
  }

  /// What shows that it is kept.
  enum Evidence: Sendable {
    /// Every way of a mock.
    case ways(SearchExtent)
    /// The walks of a log that come to the end of a journey that it is about, and how many stop before.
    case walks(ended: Int, stopped: Int)

    fileprivate var isOfWalks: Bool { if case .walks = self { true } else { false } }
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

  /// What is reported about it; empty if it is as expected.
  var diagnostics: [Diagnostic] {
    let id = promise.id.value
    switch outcome {
    case .kept(let evidence):
      // That no walk of a log breaks it does not mean that no way does.
      guard !evidence.isOfWalks, let known = promise.known.first(where: { $0.tenant.value == tenant }) else { return [] }
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
    guard case .kept(.ways(let extent)) = outcome, !extent.isMet else { return nil }
    return promise.isOfEvents ? "it never happens to the people that the promise is about" : "nothing is left that the promise is about"
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
    case .kept(let evidence):
      let note = evidence.note + (vacuity.map { "; \($0)" } ?? "")
      return JudgedPromise(promise: promise.id.value, tenant: tenant, verdict: .kept, note: note)
    case .broken(let breach):
      return JudgedPromise(
        promise: promise.id.value, tenant: tenant, verdict: .broken, note: reason.map { "as expected: \($0)" } ?? breach.line)
    case .unknown(let reason, _): return JudgedPromise(promise: promise.id.value, tenant: tenant, verdict: .unknown, note: reason)
    }
  }
}

extension PromiseFinding.Evidence {
  /// How much was looked at.
  fileprivate var note: String {
    switch self {
    case .ways(let extent):
      extent.acts == 0 ? "\(extent.situations) \(extent.things)" : "\(extent.situations) situations, \(extent.acts) actions"
    case .walks(ended: _, stopped: 0): "on every walk of the log"
    case .walks(let ended, let stopped):
      "on \(ended == 1 ? "1 walk" : "\(ended) walks") of the log; \(stopped) more stopped before the end of the journey"
    }
  }
}
