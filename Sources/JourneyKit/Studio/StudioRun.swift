import BrowserEngine
import Diagnostics
import Encodings
import JourneyMockServer
import JourneyRunner

/// Serves a page on which a person walks journeys and records them.
public struct StudioRun: Sendable {
  private var settings: StudioSettings

  public init(_ settings: StudioSettings) {
    self.settings = settings
    self.settings.recording.run.paths = [settings.recording.file]
  }

  /// Serves until the task is cancelled.
  ///
  /// Throws `ProjectRefusal` where the project is wrong, and `RunFailure` where the tenant or the port cannot be had.
  ///
  /// - Parameter onRunning: gets the address to open, with its token, and the port.
  public func serve(onRunning: @escaping @Sendable (_ address: String, _ port: Int) -> Void) async throws {
    let desk = try StudioDesk.Opening(settings)
    let (visits, entrance) = AsyncStream.makeStream(of: StudioVisit.self)
    let site = PrivateSite(name: "journey-studio", port: settings.port) { request in await StudioVisit.answer(to: request, entrance) }
    try await desk.withDesk { desk in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { entrance.finish() }
          do throws(MockServerError) {
            try await site.run { address, port in onRunning(address, port) }
          } catch { throw RunFailure.cannotServe("the page cannot be served: \(error.description)") }
        }
        // One after the other: a journey has one state, however many tabs show it.
        for await visit in visits { visit.reply.yield(await desk.answer(visit.request)) }
        try await group.waitForAll()
      }
    }
  }
}

/// A request of the page, and where its answer goes.
private struct StudioVisit: Sendable {
  let request: HTTPRequestMessage
  let reply: AsyncStream<HTTPResponseMessage>.Continuation

  /// Waits for the turn of a request.
  static func answer(to request: HTTPRequestMessage, _ entrance: AsyncStream<StudioVisit>.Continuation) async -> HTTPResponseMessage {
    let (replies, reply) = AsyncStream.makeStream(of: HTTPResponseMessage.self)
    entrance.yield(StudioVisit(request: request, reply: reply))
    // Without an answer, the last holder of the other end is gone.
    for await response in replies { return response }
    return HTTPResponseMessage(status: 503)
  }
}
