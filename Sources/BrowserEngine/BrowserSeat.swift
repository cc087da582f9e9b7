import Encodings
import HostedDialect
package import JourneyClient
package import JourneyModel

/// The place of one attempt at a case: each person of it gets a browser, in which nothing is left of others and nothing is kept for them.
///
/// An actor, because the browsers that are opened are remembered in one place.
package actor BrowserSeat {
  private let host: BrowserHost
  private let transport: any HTTPTransport
  private let reach: BrowserReach
  private let now: @Sendable () async -> Instant
  private var opened: [OpenedBrowser] = []
  private var pictures: PictureFolder?
  /// Whether pictures of pages are to be kept.
  let keepsPictures: Bool
  private var isClosed = false

  /// - Parameters:
  ///   - pictures: the folder of pictures of the pages; `nil` for none.
  ///   - now: what the tenant's clock shows, by which cookies end.
  package init(
    _ host: BrowserHost, transport: any HTTPTransport, reach: BrowserReach, pictures: String? = nil,
    now: @escaping @Sendable () async -> Instant
  ) {
    self.now = now
    self.pictures = pictures.map { PictureFolder($0) }
    keepsPictures = pictures != nil
    self.host = host
    self.transport = transport
    self.reach = reach
  }

  func open() async throws(PageEngineError) -> OpenedBrowser {
    guard !isClosed else { throw PageEngineError(.impossible, "the attempt is over") }
    let gateway: BrowserGateway
    do { gateway = try await BrowserGateway.open(transport: transport, reach: reach, now: now) } catch {
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

  /// Keeps a picture, a PNG in Base64; returns why it could not be kept.
  func keep(_ picture: String, of page: WebURL) -> String? {
    guard let png = Base64.decode(picture) else { return "the browser's picture of a page cannot be read" }
    return pictures?.keep(png, of: page)
  }

  /// Gives all browsers back, and removes what they kept.
  package func close() async {
    isClosed = true
    for browser in opened {
      await host.close(browser)
      await browser.gateway.close()
    }
    opened = []
  }
}
