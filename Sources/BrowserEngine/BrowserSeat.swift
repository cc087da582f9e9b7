package import HostedDialect
package import JourneyClient
import JourneyModel

/// The place of one attempt at a case: each person of it gets a browser, and all of them end with it.
///
/// An actor, because the browsers that are opened are remembered in one place.
package actor BrowserSeat {
  private let host: BrowserHost
  private let transport: any HTTPTransport
  private let reach: BrowserReach
  private var opened: [OpenedBrowser] = []
  private var isClosed = false

  package init(_ host: BrowserHost, transport: any HTTPTransport, reach: BrowserReach) {
    self.host = host
    self.transport = transport
    self.reach = reach
  }

  /// A browser that is opened once something is done in it.
  package nonisolated func makeEngine() -> any PageEngine { BrowserTab(self) }

  func open() async throws(PageEngineError) -> OpenedBrowser {
    guard !isClosed else { throw PageEngineError(.impossible, "the attempt is over") }
    let gateway: BrowserGateway
    do { gateway = try await BrowserGateway.open(transport: transport, reach: reach) } catch {
      throw PageEngineError(.connection, "the browser's way out cannot be opened: \(error)")
    }
    do throws(WebDriverError) {
      let browser = try await host.open(gateway)
      opened.append(browser)
      return browser
    } catch {
      await gateway.close()
      throw PageEngineError(error.kind, "the browser does not start: \(error.message)")
    }
  }

  /// Ends all browsers, and removes what they kept.
  package func close() async {
    isClosed = true
    for browser in opened {
      await host.close(browser)
      await browser.gateway.close()
    }
    opened = []
  }
}

/// A running browser, and its way out.
struct OpenedBrowser: Sendable {
  let session: WebDriverSession
  let gateway: BrowserGateway
  /// Where it keeps everything.
  let profile: String
}
