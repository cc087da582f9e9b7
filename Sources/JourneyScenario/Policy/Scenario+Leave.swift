package import Diagnostics

/// What of a scenario needs its caller's leave, steps of fragments and branches included.
package struct NeededLeave: Sendable, Hashable {
  /// Every `run`, at its place.
  package fileprivate(set) var commands: [Located<CommandStep>] = []
  /// Every probe that stands beside a `finish`.
  package fileprivate(set) var probes: [Located<String>] = []
}

extension Scenario {
  /// What it needs leave for, in the order written.
  package var neededLeave: NeededLeave {
    var leave = NeededLeave()
    leave.follow(before)
    leave.follow(steps)
    leave.follow(after)
    return leave
  }
}

extension NeededLeave {
  fileprivate mutating func follow(_ steps: [Step]) {
    for step in steps {
      switch step.kind {
      case .run(let command): commands.append(Located(command, at: step.range))
      case .finish(let finish): probes += finish.probes
      case .either(let branches): for branch in branches { follow(branch) }
      case .repeated(_, let steps): follow(steps)
      case .handOver(let handover): follow(handover.steps)
      case .use(let use): follow(use.steps)
      case .screen, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .message, .push, .request, .wait, .check, .token: break
      }
    }
  }
}
