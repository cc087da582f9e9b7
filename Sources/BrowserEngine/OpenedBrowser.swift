/// A running browser, and its way out.
struct OpenedBrowser: Sendable {
  let session: WebDriverSession
  let gateway: BrowserGateway
  /// Where it keeps everything.
  let profile: String
}
