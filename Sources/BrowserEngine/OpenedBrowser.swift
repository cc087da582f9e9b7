/// A context of a running browser, and its way out: what one person of a walk browses in.
struct OpenedBrowser: Sendable {
  let gateway: BrowserGateway
  let browser: RunningBrowser
  let context: String

  var session: WebDriverSession { browser.session }

  /// The handles of its tabs and windows, the oldest first.
  func windows() async throws(WebDriverError) -> [String] { try await session.windows().filter { !browser.isOwn($0) } }

  /// Goes on in a fresh tab, whose cookies are the same, and closes the one before; returns its handle.
  func openFreshTab() async throws(WebDriverError) -> String {
    let handle = try await browser.openTab(in: context)
    try await session.closeTab()
    try await session.go(toWindow: handle)
    return handle
  }
}
