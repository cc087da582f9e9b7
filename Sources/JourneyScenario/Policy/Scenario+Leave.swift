package import Diagnostics

/// What of a scenario needs its caller's leave, steps of fragments and branches included.
package struct NeededLeave: Sendable, Hashable {
  /// Every `run`, at its place.
  package fileprivate(set) var commands: [Located<CommandStep>] = []
  /// Every `request`, at its place.
  package fileprivate(set) var requests: [Located<HTTPStep>] = []
  /// The names of codes and links that are captured out of messages: they are secrets.
  package fileprivate(set) var capturedSecrets: Set<String> = []
  /// Every probe next to a `finish`.
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
    steps.forEachStep { step in
      for capture in step.captures {
        switch capture.source {
        case .code, .link: capturedSecrets.insert(capture.name.value)
        case .widget, .message, .json, .header, .url, .fact: break
        }
      }
      // Every kind is named here: one that reaches past the journey must not slip past a policy.
      switch step.kind {
      case .request(let request): requests.append(Located(request, at: step.range))
      case .run(let command): commands.append(Located(command, at: step.range))
      case .finish(let finish): probes += finish.probes
      case .screen, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .message, .push, .wait, .check: break
      case .use, .either, .repeated, .token: break
      }
    }
  }
}
