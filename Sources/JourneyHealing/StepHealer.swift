internal import JourneyModel
import JourneyRunner

/// Finds the smallest change of a scenario with which a failed step would pass, if the tenant has only changed names.
///
/// What people are asked for, who is let in, and what a token says are never adapted to: there the tenant is wrong, or the scenario's
/// author has to say so.
package struct StepHealer {
  let failed: FailedStep

  package init(_ failed: FailedStep) { self.failed = failed }

  /// What fixes every mismatch of the step, or why one of them is not fixed.
  package func remedy() -> Remedy {
    var edits: [HealingEdit] = []
    for mismatch in failed.mismatches {
      switch remedy(for: mismatch) {
      case .refused(let reason): return .refused(reason)
      case .edits(let found):
        for edit in found where !edits.contains(edit) { edits.append(edit) }
      }
    }
    return edits.isEmpty ? .refused("nothing says what failed") : .edits(edits)
  }

  private func remedy(for mismatch: Mismatch) -> Remedy {
    let text = "\(mismatch.expected)\(mismatch.actual)"
    guard !text.contains("***") else { return .refused("a secret is part of it: \(mismatch.subject.sentence)") }
    guard let screen = failed.screen, let expected = failed.expected else { return anotherStep(mismatch) }
    switch mismatch.kind {
    case .screen: return anotherScreen(screen, expected)
    case .widget: return widget(mismatch, on: screen, expected)
    case .form: return form(mismatch, on: screen, expected)
    case .answer: return answer(mismatch, on: screen, expected)
    case .press: return press(on: screen, expected) ?? refusal(of: mismatch)
    case .message: return message(mismatch, on: screen, expected)
    case .branding: return branding(mismatch, on: screen, expected)
    default: return refusal(of: mismatch)
    }
  }

  /// A step that expects no screen, such as `finish`, may fail over a new one in front of it.
  private func anotherStep(_ mismatch: Mismatch) -> Remedy {
    guard mismatch.kind == .screen, let screen = failed.screen, let step = failed.step else { return refusal(of: mismatch) }
    return newScreen(screen, before: step, instead: mismatch.expected)
  }

  /// Why a kind of mismatch is never fixed.
  func refusal(of mismatch: Mismatch) -> Remedy {
    let what =
      switch mismatch.kind {
      case .token, .claim, .probe, .security: "what a token or the protocol says is never adapted to"
      case .unexpectedEnd, .expired: "the journey ends otherwise"
      case .unexpectedMessage: "a message comes that no step lists"
      case .screen: "another screen is shown"
      case .distinguishable: "people can be distinguished"
      case .refusal: "what the app refuses has changed"
      case .mail: "other messages come"
      case .snapshot: "a stored screen differs, which 'journey run --update-snapshots' stores anew"
      case .knownIssuePassed: "a known issue is gone: take 'known_issue' out"
      case .timeout: "what is waited for does not come"
      case .form, .widget, .message, .answer, .press, .branding: "it is not known what was meant"
      case .capture, .response, .check, .condition, .binding: "this is not a matter of names"
      }
    return .refused("\(what): \(mismatch.subject.sentence): expected \(mismatch.expected), actual \(mismatch.actual)")
  }
}
