import Encodings
package import HostedDialect
import JourneyClient
import JourneyModel

/// One browser of a walk, with cookies of its own: pages are loaded, filled in and pressed in it.
///
/// An actor, because a browser is one thing however many values name it.
package actor BrowserTab: PageEngine {
  /// How long a page, or the way back to the app, is waited for after the last thing that happened.
  private static let patience: Duration = .seconds(10)
  /// How long a page with scripts has to stand still before it is read, and one that is still there after something was done on it.
  private static let stillness: (scripted: Duration, same: Duration) = (.milliseconds(150), .milliseconds(400))
  /// How long something is waited for that is to follow a press: another page, a request, or a change of this page.
  private static let reaction: Duration = .seconds(2)
  /// Between two looks.
  private static let interval: Duration = .milliseconds(25)

  private let seat: BrowserSeat
  private var opened: OpenedBrowser?
  private var watch = NavigationWatch(of: "")
  /// The page that elements are marked in.
  private var shown: BuiltPage?
  /// The request that brought the page that is shown.
  private var source = (method: "GET", status: 200, headers: HTTPFields())
  /// Whether the app was opened from this tab: browsers then show a question over it that swallows what is typed.
  private var isSpent = false
  /// The frames, from the outside in, that commands go to.
  private var frames: [String] = []
  /// What the page was like when it was pressed; `nil` where nothing was.
  private var pressed: String?

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
      return PageSight(
        place, traffic: taken.record, alerts: alerts, notes: taken.notes + watch.dialogs.compactMap(\.note) + trouble,
        scriptFailures: try await scriptFailures(browser))
    } catch {
      let failure = browser.gateway.traffic.failure
      let message = failure?.message ?? "the browser gave up: \(error.message)"
      throw PageEngineError(failure?.kind ?? error.kind, message, traffic: browser.gateway.traffic.take().record)
    }
  }

  /// The scripts that did not load, with what the console says of it.
  private func scriptFailures(_ browser: OpenedBrowser) async throws(WebDriverError) -> [String] {
    let failures = browser.gateway.traffic.takeScriptFailures()
    guard !failures.isEmpty else { return [] }
    let lines = try await browser.session.log("browser")
    for line in lines {
      guard let start = line.firstRange(of: "Uncaught")?.lowerBound else { continue }
      let error = line[start...].prefix { $0 != "\n" }.prefix(200)
      return failures.map { "\($0); the browser's console says '\(error)'" }
    }
    return failures
  }

  /// Returns what went wrong.
  private func keepPicture(of place: PageSight.Place, _ browser: OpenedBrowser) async -> [String] {
    guard seat.keepsPictures, case .page(_, _, let url) = place else { return [] }
    do throws(WebDriverError) {
      return [await seat.keep(try await browser.session.screenshot(), of: url)].compactMap(\.self)
    } catch {
      return ["there is no picture of a page: \(error.message)"]
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
    switch gesture {
    case .open(let url):
      frames = []
      if isSpent { watch = NavigationWatch(of: try await browser.openFreshTab()) }
      isSpent = false
      do throws(WebDriverError) { try await browser.session.open(url) } catch {
        // Why nothing was loaded is found out where it is waited for.
        guard error.message.contains("net::ERR_") else { throw error }
      }
    case .press(let mark): try await press(try await element(mark), browser.session)
    case .submit(let typing): try await submit(typing, browser.session)
    }
  }

  /// The element with a mark, in whose frame the next commands are.
  func element(_ mark: String) async throws(WebDriverError) -> String {
    guard let opened, let element = shown?.element(mark) else {
      throw WebDriverError("no such element", message: "the page has no element that was seen before")
    }
    try await go(to: element.frames, opened.session)
    return element.reference
  }

  private func go(to frames: [String], _ session: WebDriverSession) async throws(WebDriverError) {
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
    pressed = try await look(opened)?.html
    try await go(to: place, opened.session)
  }

  func pause() async throws(WebDriverError) {
    do { try await ContinuousClock().sleep(for: Self.interval) } catch {
      throw WebDriverError(TransportError(.cancelled, "the run was interrupted"))
    }
  }
}

/// Waiting until something can be said of what came.
extension BrowserTab {
  /// Whether another page came, or is on its way.
  func hasMovedOn(_ session: WebDriverSession) async -> Bool {
    guard let opened else { return false }
    let traffic = opened.gateway.traffic
    return traffic.pages > 0 || traffic.left != nil || traffic.isBusy
  }

  private func settle(_ browser: OpenedBrowser, since before: String?) async throws(WebDriverError) -> PageSight.Place {
    let traffic = browser.gateway.traffic
    var (deadline, begin) = (ContinuousClock.now + Self.patience, ContinuousClock.now)
    var (html, events, answered) = ("", 0, 0)
    while true {
      try await readLog(browser)
      try await follow(browser)
      if let failure = traffic.failure { throw WebDriverError(TransportError(failure.kind, failure.message)) }
      if let url = traffic.left ?? watch.left {
        isSpent = true
        return .left(url)
      }
      if watch.events > events { (deadline, events) = (ContinuousClock.now + Self.patience, watch.events) }
      let isOver = ContinuousClock.now >= deadline
      if traffic.leadsOn {
        try await explainBlock(browser, isOver: isOver, hasFailed: !watch.isLoading && watch.failure != nil)
      } else if !watch.isLoading, !traffic.isBusy || isOver, let look = try await look(browser), look.isComplete || isOver {
        // What was answered just now has its effect on the page a moment later.
        let last = traffic.answered
        if look.html != html || answered != last { (html, answered, begin) = (look.html, last, ContinuousClock.now) }
        if isOver || ContinuousClock.now - begin >= stillness(of: look, since: before, traffic) { return try place(of: look, traffic) }
      } else if isOver {
        throw WebDriverError("timeout", message: "no page came within \(Self.patience)")
      }
      try await pause()
    }
  }

  private func stillness(of look: BuiltPage, since before: String?, _ traffic: GatewayTraffic) -> Duration {
    if look.isPassing || look.isBlank { return Self.patience }
    if look.key == before, look.html == pressed, watch.events == 0, traffic.count == 0 { return Self.reaction }
    if look.key == before { return Self.stillness.same }
    return look.hasScripts ? Self.stillness.scripted : .zero
  }

  private func readLog(_ browser: OpenedBrowser) async throws(WebDriverError) {
    for entry in try await browser.session.log("performance") { watch.read(entry) }
  }

  private func look(_ browser: OpenedBrowser) async throws(WebDriverError) -> BuiltPage? {
    do throws(WebDriverError) {
      try await go(to: [], browser.session)
      var page = BuiltPage(try await browser.session.run(BuiltPage.script, BuiltPage.arguments(marks: 0, isFrame: false)))
      try await lookIntoFrames(of: &page, browser)
      try await go(to: [], browser.session)
      return page
    } catch {
      // The page, a frame or a window went away under the look.
      frames = [""]
      switch error.code {
      case .other("javascript error"), .other("unknown error"), .staleElement, .noSuchFrame: return nil
      case .noSuchWindow:
        try await comeBack(browser)
        return nil
      default: throw error
      }
    }
  }

  /// Puts what the frames show in their places; those of other sites stay closed.
  private func lookIntoFrames(of page: inout BuiltPage, _ browser: OpenedBrowser) async throws(WebDriverError) {
    guard page.path.count < BuiltPage.deepestFrame else { return }
    for (place, frame) in page.frames.enumerated() {
      let path = page.path + [frame]
      try await go(to: path, browser.session)
      let arguments = BuiltPage.arguments(marks: page.nextMark, isFrame: true)
      var inner = BuiltPage(try await browser.session.run(BuiltPage.script, arguments), in: path, firstMark: page.nextMark)
      guard let url = inner.url, url.origin == nil ? url.scheme == "about" : browser.gateway.traffic.allowsPages(at: url) else { continue }
      try await lookIntoFrames(of: &inner, browser)
      page.put(inner, at: place)
    }
  }

  /// Goes on in the window that the page opened, where the tenant allows it; any other is named as the place that was left for.
  private func follow(_ browser: OpenedBrowser) async throws(WebDriverError) {
    guard let address = watch.opened else { return }
    if !address.isEmpty, !address.hasPrefix("about:") {
      do { guard browser.gateway.traffic.allowsPages(at: try WebURL(address)) else { return } } catch { return }
    }
    guard let last = try await browser.windows().last, last != watch.frame else { return }
    try await browser.session.go(toWindow: last)
    frames = []
    pressed = nil
    watch.follow(to: last)
  }

  /// Goes back to the window before one that closed itself.
  private func comeBack(_ browser: OpenedBrowser) async throws(WebDriverError) {
    guard let last = try await browser.windows().last else {
      throw WebDriverError("no such window", message: "the page closed its window")
    }
    try await browser.session.go(toWindow: last)
    frames = []
    watch.follow(to: last)
  }

  private func place(of look: BuiltPage, _ traffic: GatewayTraffic) throws(WebDriverError) -> PageSight.Place {
    guard let url = look.url, url.origin != nil else {
      throw WebDriverError("unknown error", message: "no page came: \(watch.failure ?? "the browser shows none")")
    }
    // A response that the browser does not show, such as a download, leaves the page as it was.
    if look.key != shown?.key, let last = traffic.lastPage, let response = last.response {
      source = (last.request.method, response.status, response.headers)
    }
    shown = look
    var headers = HTTPFields()
    let type = source.headers["content-type"] ?? "text/html"
    let isHTML = ["text/html", "application/xhtml+xml"].contains { type.asciiLowercased.hasPrefix($0) }
    headers.append("Content-Type", isHTML ? "text/html; charset=utf-8" : type)
    return .page(
      HTTPResponseMessage(status: source.status, headers: headers, body: Array(look.html.utf8)), method: source.method, url: url)
  }

  /// Where the server leads on and the browser does not follow, its console says why.
  private func explainBlock(_ browser: OpenedBrowser, isOver: Bool, hasFailed: Bool) async throws(WebDriverError) {
    guard isOver || hasFailed else { return }
    let lines = try await browser.session.log("browser")
    if let line = lines.first(where: { $0.contains("form-action") }) {
      let policy = line.firstRange(of: "form-action").map { line[$0.lowerBound...].prefix { !"\"\\".contains($0) } } ?? "form-action"
      throw WebDriverError(
        "unknown error", message: "the page's policy '\(policy)' does not let its form lead where the server redirects it")
    }
    guard isOver else { return }
    let why = watch.failure.map { ": \($0)" } ?? ""
    throw WebDriverError("timeout", message: "the server redirects, and the browser was led nowhere within \(Self.patience)\(why)")
  }
}

extension BrowserSeat {
  /// A browser that is opened once something is done in it.
  package nonisolated func makeEngine() -> any PageEngine { BrowserTab(self) }
}
