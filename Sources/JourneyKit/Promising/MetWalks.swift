import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyReports
import JourneyRunner

/// The walks of a log, held to promises: what a walk shows of them, and no more.
struct MetWalks {
  private let met: MetRun

  /// Throws if the log cannot be read.
  init(log path: String) throws(EventLogError) { met = try MetRun(log: path) }

  init(_ met: MetRun) { self.met = met }

  /// Whether the log ends before its run did.
  var isCutOff: Bool { met.end == nil }

  /// What the walks on each of the tenants say of a promise; a log cannot tell of texts or ways that nobody walked.
  func findings(of promise: Promise, as tenants: Set<String>) -> [PromiseFinding] {
    tenants.sorted().compactMap { tenant in
      let walks = met.order.compactMap { met.walks[$0] }.filter { $0.planned.tenant == tenant && $0.isWalked }
      guard !walks.isEmpty, let rule = WalkedRule(promise) else { return nil }
      var outcome = PromiseFinding.Outcome.kept(nil)
      if !walks.contains(where: rule.isExercised) { outcome = .unknown("what it is about happened on no walk there") }
      // Of a walk that stopped on the way nobody knows what comes next, and so what does not come.
      if !walks.contains(where: { $0.reach == .whole }) {
        let isCutOff = walks.allSatisfy { $0.reach == .interrupted }
        outcome = .unknown(isCutOff ? "no walk there has its end in the log" : "no walk there came to the end of its steps")
      }
      if let untold = rule.untold { outcome = .unknown("a log does not tell \(untold)") }
      let breaches = rule.untold == nil ? walks.compactMap { rule.breach(in: $0) } : []
      if let breach = breaches.first(where: { !$0.isOpen }) ?? breaches.first {
        let undecided = breach.isOpen ? "a right password or code from one that is taken, whatever it is" : rule.undecided
        outcome =
          undecided.map { .unknown("\(breach.line): a log does not tell \($0)") } ?? .broken(PromiseFinding.Breach(line: breach.line))
      }
      return PromiseFinding(promise: promise, tenant: tenant, outcome: outcome)
    }
  }
}
