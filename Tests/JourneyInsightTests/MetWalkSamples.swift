import JourneyModel
import JourneyRunner

@testable import JourneyInsight

/// Walks as a test writes them: the ids of their screens, or ends.
extension MetWalk {
  static func of(_ stops: [MetStop], id: String = "a#b", account: String? = "jane", reach: Reach = .whole) -> MetWalk {
    var walk = MetWalk(
      planned: PlannedScenario(name: "A walk", file: "journeys/a.yaml", line: 1, tenant: "acme", dialect: "journey-flow"), id: id)
    walk.account = account
    walk.stops = stops
    walk.reach = reach
    return walk
  }
}

extension MetStop {
  static let signedIn = MetStop(.ended(.completed))
  static func refused(_ error: String) -> MetStop { MetStop(.ended(.refused(OAuthErrorResponse(error: error)))) }

  /// A screen with a field of this name, which may say an error.
  static func screen(_ id: String, error: String? = nil) -> MetStop {
    let field = Widget(id: "field", typeName: "input", label: "Field", kind: .entry(Entry()))
    let messages = error.map { [Message(level: .error, text: RichText($0))] } ?? []
    return MetStop(.screen(Screen(id: ScreenID(id), forms: [Form(id: FormID(id), widgets: [field])], messages: messages)))
  }

  /// A screen on which a person cannot go on.
  static func deadEnd(_ id: String) -> MetStop {
    MetStop(.screen(Screen(id: ScreenID(id), messages: [Message(level: .error, text: "Try again later.")])))
  }
}

extension MetRun {
  /// A run of these walks that came to its end.
  static func of(_ walks: [MetWalk]) -> MetRun {
    var run = MetRun()
    func event(_ kind: RunEvent.Kind, _ walk: MetWalk? = nil) -> RunEvent {
      RunEvent(sequence: 1, time: .zero, scenario: walk?.id, attempt: walk == nil ? nil : 1, step: nil, kind: kind)
    }
    for walk in walks {
      run.record(event(.scenarioPlanned(walk.planned), walk))
      run.record(event(.attemptStarted(account: walk.account), walk))
      for stop in walk.stops {
        switch stop.kind {
        case .screen(let screen): run.record(event(.screenShown(screen), walk))
        case .left(let reason): run.record(event(.handedOver(Handover(url: "https://a.test", reason: reason)), walk))
        case .ended(let end): run.record(event(.journeyEnded(end), walk))
        }
        if let form = stop.answered { run.record(event(.answered(form), walk)) }
      }
      let result: AttemptOutcome.Result = walk.isKnown ? .passed : .failed([])
      run.record(event(.attemptEnded(AttemptOutcome(result: result, duration: .zero)), walk))
    }
    run.record(event(.runEnded(RunEnd(duration: .zero))))
    return run
  }
}
