public import JourneyMock

/// Serves a mock on any free port while the body runs, and stops it then.
///
/// - Parameter body: gets the server's address, without a slash at the end.
public func withMockServer<Result: Sendable>(
  _ tenant: MockTenant, settings: MockServerSettings = MockServerSettings(),
  body: @escaping @Sendable (_ address: String) async throws -> Result
) async throws -> Result {
  let server = try MockServer(tenant, settings: settings)
  let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { continuation.finish() }
      try await server.run { address, _ in continuation.yield(address) }
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await group.waitForAll()
      throw MockServerError.notStarted(reason: "it stopped at once")
    }
    defer { group.cancelAll() }
    return try await body(address)
  }
}
