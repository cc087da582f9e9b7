import JourneyModel
import JourneyRunner

/// The requests and commands of steps against a served mock: each may move the mock's clock.
struct ServedSteps: HTTPRequester, CommandRunner {
  let requester: any HTTPRequester
  let commands: any CommandRunner
  let clock: ServedClock

  func send(_ call: HTTPCall) async throws(DriverError) -> Exchange {
    defer { clock.forget() }
    return try await requester.send(call)
  }

  func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult {
    defer { clock.forget() }
    return try await commands.run(arguments)
  }
}
