package import JourneyModel
import Synchronization

/// A driver without a server: it answers actions from a list and records them.
package struct ScriptedDriver: JourneyDriver {
  /// All features of a dialect, so that it refuses no scenario.
  package static let description = DialectDescription(
    name: "scripted",
    startKeys: [
      DialectDescription.StartKey("prompt", .oneOf(["login", "create", "none"])),
      DialectDescription.StartKey("login_hint", .text), DialectDescription.StartKey("scopes", .texts),
    ],
    apps: [
      AppProfile("web", enforcedRules: ["options", "readonly"], submission: .drawnByApp),
      AppProfile("ios", enforcedRules: ["options", "readonly", "required"], submission: .drawnByApp),
      AppProfile("pressing", enforcedRules: ["options", "readonly", "visible"], submission: .widgets(["submit", "passkeyLogin"])),
    ],
    widgetTypes: ["input", "password", "passcode", "checkbox", "select", "static", "submit"],
    screenIDs: .exactOrPrefixAtSlash, selectors: ["key", "method", "nth"],
    capabilities: Set(DialectDescription.Capability.allCases), resetForm: "reset")

  private var answers: ArraySlice<Result<Turn, DriverError>>
  /// The actions it got, also after the driver itself is gone.
  package let record: ActionRecord

  /// - Parameter answers: one for each action, in order; an action beyond them throws `impossible`.
  package init(_ answers: [Result<Turn, DriverError>], record: ActionRecord = ActionRecord()) {
    self.answers = answers[...]
    self.record = record
  }

  /// Shows these screens one after the other and completes.
  package init(showing screens: [Screen], record: ActionRecord = ActionRecord()) {
    let turns = screens.map { Turn(now: .screen($0), exchanges: []) } + [Turn(now: .ended(.completed), exchanges: [])]
    self.init(turns.map { .success($0) }, record: record)
  }

  package mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    record.append(action)
    guard let answer = answers.popFirst() else {
      // An end is followed even if no step expects it, and then it succeeds.
      if case .finish = action { return Turn(now: .ended(.finished(Finish(facts: [], checks: []))), exchanges: []) }
      throw DriverError(.impossible, "the script has no answer left for action \(record.actions.count)")
    }
    return try answer.get()
  }
}

/// The actions that a scripted driver was given.
///
/// A class, because the walk owns the driver and the test reads it afterwards.
package final class ActionRecord: Sendable {
  private let list = Mutex<[DriverAction]>([])

  package init() {}

  /// In the order given.
  package var actions: [DriverAction] { list.withLock { $0 } }

  /// The forms that were posted, in order.
  package var submissions: [Submission] {
    actions.compactMap { action in
      guard case .submit(let submission) = action else { return nil }
      return submission
    }
  }

  func append(_ action: DriverAction) { list.withLock { $0.append(action) } }
}
