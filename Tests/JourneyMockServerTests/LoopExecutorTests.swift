import JourneyMock
import JourneyMockServer
import NIOPosix
import Synchronization
import Testing

struct LoopExecutorTests {
  @Test func `a request is answered on the thread of a socket`() async throws {
    let threads = Mutex<[Bool]>([])
    var settings = MockServerSettings()
    settings.log = { _ in threads.withLock { $0.append(MultiThreadedEventLoopGroup.currentEventLoop != nil) } }
    try await withMockServer(try ServedTenant.acme(), settings: settings) { (address: String) async throws in
      for _ in 1...3 { #expect(try await SocketClient.send("GET", ServedTenant.appStart, to: address).status == 200) }
    }
    #expect(threads.withLock { $0 } == [true, true, true])
  }
}
