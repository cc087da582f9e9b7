import Encodings
import HostedDialect
import JourneyClient
import JourneyModel

/// Waiting until something can be said of what came.
extension BrowserTab {
  /// Whether another page came, or is on its way.
  func hasMovedOn(_ session: WebDriverSession) async -> Bool {
    guard let opened else { return false }
    let traffic = opened.gateway.traffic
    return traffic.pages > 0 || traffic.left != nil || !traffic.waited.isEmpty
  }

  func settle(_ browser: OpenedBrowser, since before: String?) async throws(WebDriverError) -> PageSight.Place {
    let traffic = browser.gateway.traffic
    var (deadline, events, quiet) = (ContinuousClock.now + Self.patience, 0, Quiet())
    while true {
      // What is read from here on shows the page at this moment or later, however late the answers are looked at.
      let moment = ContinuousClock.now
      try await readLog(browser)
      try await follow(browser)
      if let failure = traffic.failure { throw WebDriverError(TransportError(failure.kind, failure.message)) }
      if let url = traffic.left ?? watch.left {
        isSpent = true
        return .left(url)
      }
      if let restlessness = watch.restlessness { throw WebDriverError("timeout", message: restlessness) }
      try refuseLoop(traffic)
      if watch.events > events { (deadline, events) = (ContinuousClock.now + Self.patience, watch.events) }
      let isOver = ContinuousClock.now >= deadline
      if traffic.leadsOn {
        try await explainBlock(browser, isOver: isOver, hasFailed: !watch.isLoading && watch.failure != nil)
      } else if isOver, let page = traffic.openPage {
        // The page before it is still there, and may even be complete: nothing of it is the answer.
        throw Self.slowness(of: page)
      } else if let look = try await lookIfStill(browser, isOver: isOver) {
        quiet.see(look, answered: traffic.answered, events: watch.events)
        let isStill = quiet.hasLasted(stillness(of: look, since: before, traffic), until: moment)
        // What the page asked for before the look is in the log by now.
        if isStill { try await readLog(browser) }
        if isOver || isStill && watch.events == quiet.events { return try place(of: look, traffic) }
      } else if isOver {
        throw WebDriverError("timeout", message: "no page came within \(Self.patience)")
      }
      try await pause()
    }
  }

  /// Since when a page has been what it is.
  private struct Quiet {
    private var shape = ""
    private var answered = 0
    private(set) var events = 0
    private var begin = ContinuousClock.now
    private var looks = 0

    /// What was answered just now has its effect on the page a moment later, and a page that is left for another one may still be there.
    mutating func see(_ look: BuiltPage, answered: Int, events: Int) {
      looks += 1
      guard look.shape != shape || answered != self.answered || events != self.events else { return }
      (shape, self.answered, self.events, begin, looks) = (look.shape, answered, events, .now, 1)
    }

    /// Whether nothing changed for a time up to a moment; on a machine with much to do, scripts need some turns, too.
    func hasLasted(_ time: Duration, until moment: ContinuousClock.Instant) -> Bool {
      time == .zero || looks >= BrowserTab.fewestLooks && moment - begin >= time
    }
  }

  /// The page, unless another one comes or a script sends something, which may change everything of it.
  private func lookIfStill(_ browser: OpenedBrowser, isOver: Bool) async throws(WebDriverError) -> BuiltPage? {
    guard !watch.isLoading, isOver || browser.gateway.traffic.waited.allSatisfy(\.isRead) else { return nil }
    guard let look = try await look(browser), look.isComplete || isOver else { return nil }
    return look
  }

  private func stillness(of look: BuiltPage, since before: String?, _ traffic: GatewayTraffic) -> Duration {
    if look.isPassing || look.isBlank || traffic.openPage != nil { return Self.patience }
    let isSame = look.key == before
    // On a page with something to fill in or press, requests that it repeats without end are not awaited.
    if !traffic.waited.isEmpty { return look.isUsable && !(isSame && look.shape == pressed) ? GatewayTraffic.longestRead : Self.patience }
    if isSame, look.shape == pressed, watch.events == 0, traffic.sent == 0 { return reaction }
    if isSame { return Self.stillness.same }
    return look.hasScripts ? Self.stillness.scripted : .zero
  }

  /// A chain of redirects, by the browser's count or by that of plain HTTP, which has those of scripts in it.
  private func refuseLoop(_ traffic: GatewayTraffic) throws(WebDriverError) {
    guard watch.isLoop || traffic.pages > NavigationChain.redirectLimit + 1 else { return }
    throw WebDriverError(.redirectLoop, message: "the server redirects again and again")
  }

  func readLog(_ browser: OpenedBrowser) async throws(WebDriverError) {
    for entry in try await browser.session.log("performance") { watch.read(entry) }
  }

  func look(_ browser: OpenedBrowser) async throws(WebDriverError) -> BuiltPage? {
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
      // A script of the page is busy, or another page is on its way.
      case .timeout: return nil
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
    traffic.giveUp(traffic.waited)
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
