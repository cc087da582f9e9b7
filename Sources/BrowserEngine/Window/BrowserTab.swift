import Encodings
package import HostedDialect
import JourneyClient
import JourneyModel

/// One browser of a walk, with cookies of its own: pages are loaded, filled in and pressed in it.
///
/// An actor, because a browser is one thing however many values name it.
package actor BrowserTab: PageEngine {
  /// How long a page, or the way back to the app, is waited for after the last thing that happened.
  static let patience: Duration = .seconds(10)
  /// How long a page with scripts has to stand still before it is read, and one that is still there after something was done on it.
  static let stillness: (scripted: Duration, same: Duration) = (.milliseconds(150), .milliseconds(400))
  /// How long something is waited for that is to follow a press: another page, a request, or a change of this page. The script of a form
  /// that was filled in may have to do something first, such as to ask whether the person is a robot.
  private static let reaction: (pressed: Duration, filled: Duration) = (.seconds(2), .seconds(5))
  /// How often a page that has to stand still is looked at.
  static let fewestLooks = 4
  /// Between two looks.
  private static let interval: Duration = .milliseconds(25)

  private let seat: BrowserSeat
  var opened: OpenedBrowser?
  var watch = NavigationWatch(of: "")
  /// The page that elements are marked in.
  var shown: BuiltPage?
  /// The request that brought the page that is shown.
  var source = (method: "GET", status: 200, headers: HTTPFields())
  /// Whether the app was opened from this tab: browsers then show a question over it that swallows what is typed.
  var isSpent = false
  /// The frames, from the outside in, that commands go to.
  var frames: [String] = []
  /// What the page was like when it was pressed; `nil` where nothing was.
  var pressed: String?
  /// How long an effect of what was pressed is waited for.
  var reaction: Duration = .zero

  init(_ seat: BrowserSeat) { self.seat = seat }

  package nonisolated func withoutCookies() -> any PageEngine { BrowserTab(seat) }

  package func perform(_ visit: PageVisit) async throws(PageEngineError) -> PageSight {
    let browser = try await browser()
    browser.gateway.traffic.begin(visit)
    do throws(WebDriverError) {
      try await readLog(browser)
      watch.begin()
      pressed = nil
      let before = shown?.key
      try await act(visit.gesture, browser)
      let place = try await settle(browser, since: before)
      let trouble = await keepPicture(of: place, browser)
      let taken = browser.gateway.traffic.take()
      let alerts = watch.dialogs.filter { $0.kind == .alert && !$0.text.isEmpty }.map(\.text)
      let console = try await console(browser)
      var sight = PageSight(
        place, traffic: taken.record, alerts: alerts, notes: taken.notes + watch.dialogs.compactMap(\.note) + trouble,
        scriptFailures: scriptFailures(browser.gateway.traffic, console))
      sight.failedRequests = failedRequests(browser.gateway.traffic) + console.compactMap { FailedRequest(ofConsole: $0) }
      sight.hasSentNothing = pressed != nil && shown?.key == before && browser.gateway.traffic.sent == 0
      sight.reaction = reaction
      return sight
    } catch {
      let traffic = browser.gateway.traffic
      let cause = error.isOfTime ? traffic.openPage.map(Self.slowness) ?? error : error
      let failure = traffic.failure ?? PageEngineError(cause.kind, cause.sentence)
      throw PageEngineError(failure.kind, failure.message, traffic: traffic.take().record)
    }
  }

  /// What went through the gateway, and what the browser itself kept from a script though the tenant allows it.
  private func failedRequests(_ traffic: GatewayTraffic) -> [FailedRequest] {
    // A browser asks with OPTIONS whether a script may send something to another origin.
    let failures = traffic.takeFailures().filter { $0.method != "OPTIONS" }
    let blocked = watch.blocked.map { traffic.allows($0.url) ? $0 : FailedRequest($0.method, $0.url, .refused) }
    return failures + blocked.filter { blocked in !failures.contains { $0.method == blocked.method && $0.url == blocked.url } }
  }

  /// The scripts that did not load, with what the console says of it.
  private func scriptFailures(_ traffic: GatewayTraffic, _ console: [String]) -> [String] {
    let failures = traffic.takeScriptFailures()
    for line in console where !failures.isEmpty {
      guard let start = line.firstRange(of: "Uncaught")?.lowerBound else { continue }
      let error = line[start...].prefix { $0 != "\n" }.prefix(200)
      return failures.map { "\($0); the browser's console says '\(error)'" }
    }
    return failures
  }

  /// What the page's console said since the last time.
  private func console(_ browser: OpenedBrowser) async throws(WebDriverError) -> [String] {
    // Where the page was left for an app, it may be hidden behind a question of the browser's.
    isSpent ? [] : try await browser.session.log("browser")
  }

  /// Returns what went wrong.
  private func keepPicture(of place: PageSight.Place, _ browser: OpenedBrowser) async -> [String] {
    guard seat.keepsPictures, case .page(_, _, let url) = place else { return [] }
    do throws(WebDriverError) {
      return [await seat.keep(try await browser.session.screenshot(), of: url)].compactMap(\.self)
    } catch {
      return ["a picture of a page is missing: \(error.message)"]
    }
  }

  private func browser() async throws(PageEngineError) -> OpenedBrowser {
    if let opened { return opened }
    let browser = try await seat.open()
    do throws(WebDriverError) { watch = NavigationWatch(of: try await browser.session.window()) } catch {
      throw PageEngineError(error.kind, "the browser gave up: \(error.message)")
    }
    opened = browser
    return browser
  }

  private func act(_ gesture: PageGesture, _ browser: OpenedBrowser) async throws(WebDriverError) {
    do throws(WebDriverError) {
      switch gesture {
      case .open(let url): try await open(url, browser)
      case .look: return
      case .press(let mark):
        reaction = Self.reaction.pressed
        try await press(try await element(mark), browser.session)
      case .submit(let typing):
        reaction = typing.entries.isEmpty ? Self.reaction.pressed : Self.reaction.filled
        try await submit(typing, browser.session)
      }
    } catch {
      // The driver waits for pages, too: what it waited for is found out where pages are waited for.
      guard error.code == .timeout else { throw error }
      if let page = browser.gateway.traffic.openPage { throw Self.slowness(of: page) }
    }
  }

  private func open(_ url: WebURL, _ browser: OpenedBrowser) async throws(WebDriverError) {
    frames = []
    if isSpent { watch = NavigationWatch(of: try await browser.openFreshTab()) }
    isSpent = false
    do throws(WebDriverError) { try await browser.session.open(url) } catch {
      // Why nothing was loaded is found out where it is waited for.
      guard error.message.contains("net::ERR_") else { throw error }
    }
  }

  /// A page that is asked for does not come.
  static func slowness(of page: OpenRequest) -> WebDriverError {
    let time = (ContinuousClock.now - page.start).components.seconds
    return WebDriverError(
      .slow, message: "\(page.request.method) \(page.request.url.withoutQuery.concealed()): no complete response within \(time) s")
  }

  /// The element with a mark, in whose frame the next commands are.
  func element(_ mark: String) async throws(WebDriverError) -> String {
    guard let opened, let element = shown?.element(mark) else {
      throw WebDriverError("no such element", message: "the page has no element that was seen before")
    }
    try await go(to: element.frames, opened.session)
    return element.reference
  }

  func go(to frames: [String], _ session: WebDriverSession) async throws(WebDriverError) {
    guard frames != self.frames else { return }
    self.frames = []
    try await session.go(toFrame: nil)
    for frame in frames { try await session.go(toFrame: frame) }
    self.frames = frames
  }

  /// Remembers what the page is like, so that what follows a press can be waited for.
  func noteBeforePress() async throws(WebDriverError) {
    guard let opened else { return }
    let place = frames
    pressed = try await look(opened)?.shape
    try await go(to: place, opened.session)
  }

  func pause() async throws(WebDriverError) {
    do { try await ContinuousClock().sleep(for: Self.interval) } catch {
      throw WebDriverError(TransportError(.cancelled, "the run was interrupted"))
    }
  }
}

extension BrowserSeat {
  /// A browser that is opened once something is done in it.
  package nonisolated func makeEngine() -> any PageEngine { BrowserTab(self) }
}
