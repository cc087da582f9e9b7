import JourneyClient
import JourneyModel
import NIOCore
import NIOPosix
import NIOSSL

/// A proxy on this machine that is the only way out of one browser.
///
/// Requests go on through the tenant's own transport: to a mock in this process, or with the tenant's certificates, proxy, rate and
/// limits. So a page reaches what the plain engine would reach, and nothing else.
struct BrowserGateway: Sendable {
  let traffic: GatewayTraffic
  /// On the loopback.
  let port: Int
  private let channel: any Channel

  /// - Parameter now: what the tenant's clock shows.
  static func open(
    transport: any HTTPTransport, reach: BrowserReach, now: @escaping @Sendable () async -> Instant
  ) async throws -> BrowserGateway {
    let traffic = GatewayTraffic(transport: transport, reach: reach, now: now)
    let security = try GatewayCertificate.context()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(SOCKSHandler(traffic, security: security))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return BrowserGateway(traffic: traffic, port: channel.localAddress?.port ?? 0, channel: channel)
  }

  func close() async {
    do { try await channel.close() } catch {
      // It is closed already.
      return
    }
  }
}
