import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyModel
import JourneyReports
import JourneyRunner
import LocatedYAML

/// The walks of a log, held to promises: what a walk shows of them, and no more.
struct MetWalks {
  private let met: MetRun

  /// Throws if the log cannot be read.
  init(log path: String) throws(EventLogError) { met = try MetRun(log: path) }

  init(_ met: MetRun) { self.met = met }

  /// What the walks on each of the tenants say of a promise; a log cannot tell of texts or ways that nobody walked.
  func findings(of promise: Promise, as tenants: Set<String>) -> [PromiseFinding] {
    tenants.sorted().compactMap { tenant in
      let walks = met.order.compactMap { met.walks[$0] }.filter { $0.planned.tenant == tenant && $0.isWalked }
      guard !walks.isEmpty, let rule = WalkedRule(promise) else { return nil }
      var outcome = PromiseFinding.Outcome.kept(nil)
      for walk in walks {
        guard let line = rule.breach(in: walk) else { continue }
        outcome =
          rule.isDecided ? .broken(PromiseFinding.Breach(line: line)) : .unknown("\(line): a log does not tell of '\(rule.undecided)'")
        break
      }
      return PromiseFinding(promise: promise, tenant: tenant, outcome: outcome)
    }
  }
}

/// A promise about events, as far as walks show it.
private struct WalkedRule {
  private let promise: Promise
  private let event: JourneyEvent
  private let after: [JourneyEvent]
  private let count: Int
  private let isOnly: Bool

  /// `nil` for promises that are about a tenant's file.
  init?(_ promise: Promise) {
    self.promise = promise
    switch promise.rule {
    case .never(let event, let after):
      (self.event, self.after, count, isOnly) = (event.value, after.map { [$0.event.value] } ?? [], after?.count ?? 0, false)
    case .only(let event, let after): (self.event, self.after, count, isOnly) = (event.value, after.map(\.value), 1, true)
    case .always: return nil
    }
  }

  /// Whether a breach is one whatever the conditions of the promise ask.
  var isDecided: Bool { undecided.isEmpty }

  /// The condition of which a log does not tell.
  var undecided: String {
    if let unless = promise.unless { return unless.text }
    if case .condition(let who) = promise.who { return who.text }
    return ""
  }

  /// The walk that breaks it, in a line; `nil` if it keeps it.
  func breach(in walk: MetWalk) -> String? {
    if case .accounts(let names) = promise.who, !names.contains(where: { $0.value == walk.account }) { return nil }
    var seen = 0
    var journey = 0
    for (index, stop) in walk.stops.enumerated() {
      if stop.journey != journey {
        journey = stop.journey
        // How a later journey began is not told: it may be a link.
        seen = after.contains(.link) ? count : 0
      }
      for happened in events(of: walk, at: index) {
        if event.means(happened), isOnly ? seen < count : seen >= count {
          return "'\(walk.id)' walked \(walk.stops[...index].map(\.name).joined(separator: " → "))"
        }
        if after.contains(where: { $0.means(happened) }) { seen = min(seen + 1, count) }
        // A password that is right, or a new code, which a log does not tell, begins the count anew.
        if countsWrong, case .right = happened { seen = 0 }
      }
      if countsCodes, stop.answered != nil, !isWrongCode(walk, at: index) { seen = 0 }
    }
    return nil
  }

  private var countsWrong: Bool { !isOnly && after.contains { if case .wrong = $0 { true } else { false } } }
  private var countsCodes: Bool { after.contains { if case .wrong(.code, _) = $0 { true } else { false } } }

  private func isWrongCode(_ walk: MetWalk, at index: Int) -> Bool {
    events(of: walk, at: index).contains { if case .wrong(.code, _) = $0 { true } else { false } }
  }

  private func events(of walk: MetWalk, at index: Int) -> [JourneyEvent] {
    let stop = walk.stops[index]
    // Nobody did anything in a journey that ends as soon as it begins: apps share a sign-in.
    if stop.isFinish { return index > 0 && walk.stops[index - 1].journey == stop.journey ? [.tokens] : [] }
    if stop.isEnd { return [.error] }
    guard let screen = stop.screen else { return [] }
    let isAgain = index > 0 && walk.stops[index - 1].key == stop.key
    let shown: [JourneyEvent] = isAgain ? [] : [.screen(screen.id.text)]
    guard let answered = stop.answered, index + 1 < walk.stops.count else { return shown }
    let next = walk.stops[index + 1]
    let isRefused = next.screen?.messages.contains { $0.level.mustBeExpected } ?? false
    let proofs = answered.answers.compactMap { proof(of: $0, on: screen) }
    return shown
      + Set(proofs).sorted { $0.rawValue < $1.rawValue }.map { proof in
        isRefused ? .wrong(proof, on: screen.id.text) : .right(proof, on: screen.id.text)
      }
  }

  private func proof(of answer: AnsweredForm.Answered, on screen: Screen) -> JourneyEvent.Proof? {
    switch answer.from {
    case .mail, .sms, .totp: return .code
    default: break
    }
    let widget = screen.forms.flatMap(\.widgets).first { $0.id.text == answer.widget }
    guard case .entry(let entry)? = widget?.kind else { return nil }
    switch entry.purpose {
    case .password: return .password
    case .passcode: return .code
    case .text, .email, .phone, .number, .date, .captcha, .hidden: return nil
    }
  }
}
