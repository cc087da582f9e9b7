import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyModel
import JourneyReports
import JourneyRunner

/// The walks of a log, held to promises: what a walk shows of them, and no more.
struct MetWalks {
  private let met: MetRun
  /// The names of all screens that walks came to.
  private let screens: Set<String>

  /// Throws if the log cannot be read.
  init(log path: String) throws(EventLogError) { self.init(try MetRun(log: path)) }

  init(_ met: MetRun) {
    self.met = met
    screens = Set(met.walks.values.flatMap { $0.stops.compactMap { $0.screen?.id.text } })
  }

  /// Whether the log ends before its run did.
  var isCutOff: Bool { met.end == nil }

  /// What the walks on each of the tenants say of a promise; a log contains neither texts nor paths that were not walked.
  ///
  /// - Parameter names: what the files of a tenant name.
  func findings(
    of promise: Promise, as tenants: Set<String>, names: (String) -> PromiseNames = { _ in PromiseNames() }
  ) -> [PromiseFinding] {
    guard let rule = WalkedRule(promise) else { return [] }
    return tenants.sorted().compactMap { tenant in
      let walks = met.order.compactMap { met.walks[$0] }.filter { $0.planned.tenant == tenant && $0.isWalked }
      guard !walks.isEmpty else { return nil }
      var known = names(tenant)
      known.screens.formUnion(screens)
      known.accounts.formUnion(walks.compactMap(\.account))
      let problem = known.problem(of: promise, rule)
      let outcome = broken(rule, by: walks, problem) ?? problem.map { PromiseFinding.Outcome.unknown($0) } ?? kept(rule, by: walks)
      return PromiseFinding(promise: promise, tenant: tenant, outcome: outcome)
    }
  }

  /// How walks break the promise, or may; `nil` if none does.
  private func broken(_ rule: WalkedRule, by walks: [MetWalk], _ problem: String?) -> PromiseFinding.Outcome? {
    if let untold = rule.untold { return .unknown("a log does not tell \(untold)") }
    let breaches = walks.compactMap { rule.breach(in: $0) }
    guard let breach = breaches.first(where: { !$0.isOpen }) ?? breaches.first else { return nil }
    let line = breach.line + (problem.map { "; \($0)" } ?? "")
    let undecided = breach.isOpen ? "a right password or code from one that is taken, whatever it is" : rule.undecided
    guard let undecided else { return .broken(PromiseFinding.Breach(line: line)) }
    return .unknown("\(line): a log does not tell \(undecided)")
  }

  /// Whether walks that do not break the promise show that it is kept: of one that stopped on the way it is not known what comes next,
  /// and so what does not come.
  private func kept(_ rule: WalkedRule, by walks: [MetWalk]) -> PromiseFinding.Outcome {
    if !walks.contains(where: { $0.reach == .whole }) {
      let isCutOff = walks.allSatisfy { $0.reach == .interrupted }
      return .unknown(isCutOff ? "no walk there has its end in the log" : "no walk there came to the end of its steps")
    }
    let exercises = walks.map(rule.exercise)
    let (ended, open) = (exercises.count { $0 == .ended }, exercises.count { $0 == .open })
    guard ended + open > 0 else { return .unknown("what it is about happened on no walk there") }
    guard ended > 0 else { return .unknown("every walk there that it is about stopped before the end of the journey") }
    if let condition = rule.condition { return .unknown("no walk there breaks it, but a log does not tell of '\(condition)'") }
    return .kept(.walks(ended: ended, stopped: open))
  }
}
