package import JourneyModel

/// A driver over a script of fixtures, with the clock at the fixtures' moment.
package struct ScriptedWalk<Driver: JourneyDriver> {
  package static var now: Instant { Instant(seconds: 1_790_000_100) }
  package static var password: Secret { Secret("Jane-horse-11", name: "account.password") }

  package let transport: ScriptedTransport
  package var driver: Driver

  package init(driver: Driver, transport: ScriptedTransport) {
    self.driver = driver
    self.transport = transport
  }

  package mutating func start(_ keys: [Value.Member] = []) async throws(DriverError) -> Turn {
    try await driver.perform(.start(StartParameters(keys: keys)))
  }

  package mutating func post(
    _ form: FormID, _ answers: [(WidgetID, AnswerValue)] = [], force: Bool = false
  ) async throws(DriverError) -> Turn {
    let list = answers.map { Answer(widget: $0.0, value: $0.1) }
    return try await driver.perform(.submit(Submission(form: form, answers: list, isForced: force)))
  }

  /// Where the walk left the script: requests that differ, and what is left of it.
  package var departures: [String] {
    get async { await transport.problems + transport.left.map { "'\($0)' was not requested" } }
  }
}

extension Turn {
  package var screen: Screen? {
    guard case .screen(let screen) = now else { return nil }
    return screen
  }

  package var finish: Finish? {
    guard case .ended(.finished(let finish)) = now else { return nil }
    return finish
  }

  package var handover: Handover? {
    guard case .handover(let handover) = now else { return nil }
    return handover
  }

  package var oauthError: OAuthErrorResponse? {
    guard case .ended(.refused(let error)) = now else { return nil }
    return error
  }
}

extension Finish {
  package subscript(name: String) -> Value? { facts.first { $0.name == name }?.value }
  package var problem: TokenCheck? { checks.first { $0.problem != nil } }
}

/// A walk that was expected to fail did not.
package struct NoDriverError: Error {
  package let turn: Turn.Now
}

/// The error that a walk is expected to end in.
///
/// Throws `NoDriverError` where there is none.
package func driverError(_ walk: () async throws -> Turn) async throws -> DriverError? {
  do {
    throw NoDriverError(turn: try await walk().now)
  } catch let error as DriverError {
    return error
  }
}
