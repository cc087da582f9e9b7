import AsyncHTTPClient
import NIOCore

/// AsyncHTTPClient alone, set up as the transport of journeys sets it up.
enum ClientFloor {
  /// How an answer is waited for.
  enum Way: String, CaseIterable {
    /// Its head, then its body part by part.
    case parts = "http-client"
    /// The whole of it, which the client gathers.
    case whole = "http-client-whole"
  }

  /// Gets an address so many times, on so many connections; says how many bytes came.
  static func ask(_ way: Way, _ address: String, _ requests: Int, _ jobs: Int) async throws -> Int {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(8, jobs)
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let outcome: Result<Int, any Error>
    do { outcome = .success(try await ask(client, way, address, requests, jobs)) } catch { outcome = .failure(error) }
    try await client.shutdown()
    return try outcome.get()
  }

  private static func ask(_ client: HTTPClient, _ way: Way, _ address: String, _ requests: Int, _ jobs: Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for job in 0..<jobs {
        group.addTask {
          var bytes = 0
          for _ in 0..<(requests / jobs + (job < requests % jobs ? 1 : 0)) {
            switch way {
            case .parts:
              let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(30))
              for try await part in response.body { bytes += part.readableBytes }
            case .whole:
              let request = try HTTPClient.Request(url: address)
              let response = try await client.execute(request: request, deadline: .now() + .seconds(30)).get()
              bytes += response.body?.readableBytes ?? 0
            }
          }
          return bytes
        }
      }
      return try await group.reduce(0, +)
    }
  }
}
