import Encodings
import JourneyClient
import JourneyMock
import JourneyMockServer

/// Notifies apps' servers on this machine that a person signed out, one after the other.
struct LogoutDelivery: Sendable {
  private let notices: AsyncStream<LogoutNotice>.Continuation
  private let task: Task<Void, Never>

  /// Delivers the notices of a server that is started with these settings.
  init(for settings: inout MockServerSettings) {
    let (stream, notices) = AsyncStream.makeStream(of: LogoutNotice.self, bufferingPolicy: .bufferingOldest(1000))
    settings.tellsLogout = { notices.yield($0) }
    self.notices = notices
    // A task of its own: the sign-out does not wait for it.
    task = Task {
      for await notice in stream { await Self.deliver(notice) }
    }
  }

  /// Delivers nothing more.
  func end() {
    notices.finish()
    task.cancel()
  }

  /// Posts a notice. Nothing goes to another machine: a tenant's file may name any address.
  private static func deliver(_ notice: LogoutNotice) async {
    guard isHere(notice.address) else { return }
    do {
      let request = HTTPRequestMessage(
        method: "POST", url: try WebURL(notice.address), headers: ["Content-Type": FormURLEncoding.mediaType], body: notice.body)
      try await HTTPClientTransport.withTransport { transport in _ = try await transport.send(request) }
    } catch {
      // The app's server is not there, or refuses it: its tests see that nothing came.
      return
    }
  }

  private static func isHere(_ address: String) -> Bool {
    do throws(WebURLError) {
      guard let host = try WebURL(address).host else { return false }
      return host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
    } catch {
      return false
    }
  }
}
