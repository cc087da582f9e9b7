import Encodings
package import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Tries what is made of authorization requests, pages, forms and links.
  package mutating func attempt(_ probe: ProbeKind) async throws(DriverError) -> ProbeResult {
    let kept = party.session
    defer { party.session = kept }
    return ProbeResult(probe.rawValue, problem: try await problem(of: probe))
  }

  private mutating func problem(of probe: ProbeKind) async throws(DriverError) -> String? {
    switch probe {
    case .noChallenge: return try await askWithoutChallenge()
    case .redirectExact: return try await askForOtherAddresses()
    case .loggedOut: return try await comeBackAfterLogout()
    case .openRedirect: return try await askToBeLedAway()
    case .csrf: return try await sendForgedForms()
    case .userEnumeration: return try await sendAddresses()
    case .linkReuse: return try await openLinkAgain()
    case .rateLimit: return try await sendManyForms()
    case .codeReplay, .wrongVerifier, .noVerifier, .redirectURI, .otherClient, .refreshReuse, .revokedToken:
      return "it could not be tried: it is made of a code"
    }
  }

  // MARK: Pages

  /// Addresses of another site, as the parameters that lead back from a page must not take them.
  ///
  /// Some begin as those of the page's own site and of the app do, or have them in it, for a server that looks at a part of the address.
  private func hostileAddresses(at page: WebURL) -> [String] {
    let origins = Set([page, client.redirectURI].filter { ["http", "https"].contains($0.scheme) }.compactMap { $0.origin?.description })
    let near = origins.sorted().flatMap { ["\($0).evil.test/", "\($0)@evil.test/"] }
    let hosts = Set([page.host, client.redirectURI.host].compactMap { $0 }.filter { !$0.isEmpty })
    return [
      "https://evil.test/", "//evil.test", "/\\evil.test", "/\t/evil.test", "http:evil.test", "javascript:evil", "evil:/x",
      "/oauth2/../../evil-test",
    ] + near + hosts.sorted().map { "https://evil.test/\($0)" }
  }

  private mutating func askToBeLedAway() async throws(DriverError) -> String? {
    guard let page = session.firstPage else { return "it could not be tried: the journey showed no page" }
    if let problem = try await leadAway(from: page.url, sending: firstForm) { return problem }
    // Single sign-on may lead the browser that is signed in past the page.
    var stranger = elsewhere()
    stranger.party.generator = party.generator
    _ = party.generator.next()
    defer { party.adoptRecord(of: &stranger.party) }
    guard let url = try await stranger.showAgain(page, by: session.launch ?? Launch(StartParameters())) else {
      return "it could not be tried: an empty browser does not show the journey's first page"
    }
    return try await stranger.leadAway(from: url, sending: firstForm)
  }

  /// Shows the journey's first page in this browser, by another authorization request or by its own address, and returns where it is.
  private mutating func showAgain(_ page: LoadedPage, by launch: Launch) async throws(DriverError) -> WebURL? {
    do {
      _ = try await open(launch)
    } catch {
      try refused(error)
    }
    if let shown = session.page, shown.screen.id == page.screen.id { return shown.url }
    do {
      _ = try await go(PageRequest("probe open_redirect", url: page.url))
    } catch {
      try refused(error)
    }
    return session.page?.screen.id == page.screen.id ? session.page?.url : nil
  }

  /// Opens the page with parameters that name another site, in this browser.
  private mutating func leadAway(from page: WebURL, sending form: SentForm?) async throws(DriverError) -> String? {
    for name in ["fromURI", "returnUrl"] {
      for address in hostileAddresses(at: page) {
        let url = page.replacing(query: page.queryItems.filter { $0.name != name } + [QueryItem(name, address)])
        var fields: [String] = []
        if try await isLed(from: url, to: Self.isHostile, fields: &fields) {
          return "the page leads to another site that its parameter '\(name)' names: '\(address)'"
        }
        // A page may keep the address in a hidden field, and lead there once the form is sent.
        guard fields.contains(where: { $0.contains(address) || PercentEncoding.decode($0)?.contains(address) == true }) else { continue }
        if try await isSentAway(from: url, sending: form) {
          return "the form of the page leads to another site that the page's parameter '\(name)' names: '\(address)'"
        }
      }
    }
    return nil
  }

  private static func isHostile(_ url: WebURL) -> Bool {
    url.host == "evil.test" || url.host?.hasSuffix(".evil.test") == true || url.scheme == "evil"
      || (url.scheme == "javascript" && url.path.hasPrefix("evil"))
      || url.path == "/evil-test"
  }

  /// Whether the page's form leads to another site, sent as in the journey, or as it is where a person has nothing to fill in.
  private mutating func isSentAway(from url: WebURL, sending form: SentForm?) async throws(DriverError) -> Bool {
    let isAway = try await inEmptyBrowser { other throws(DriverError) -> Bool in
      guard case .screen(let screen) = try await other.go(PageRequest("probe open_redirect", url: url)), let page = other.session.page
      else { return false }
      var request = try form.flatMap { form throws(DriverError) in try other.request(like: form, on: screen) }
      if request == nil, let only = page.html.onlyHiddenForm {
        request = OnwardMove.request(sending: only, from: page.html)
      }
      guard let request else { return false }
      _ = other.party.takeSeen()
      let landing = try await other.navigate(request)
      if other.party.takeSeen().contains(where: { Self.isHostile($0.call.url) }) { return true }
      switch landing {
      case .elsewhere(let url), .app(let url, _): return Self.isHostile(url)
      case .page(let page): return Self.isHostile(page.url) || page.targets.contains(where: Self.isHostile)
      case .refused: return false
      }
    }
    return isAway ?? false
  }

  /// Whether redirects, links, forms, frames or scripts lead from one address to another; nothing of the kind is opened.
  ///
  /// Throws where the server breaks over it, which is not a refusal.
  ///
  /// - Parameter written: an address that is reached where a redirect says it in these letters, and a query or fragment behind it.
  mutating func isLed(
    from first: WebURL, to isEnd: (WebURL) -> Bool, asWritten written: String
  ) async throws(DriverError) -> Bool {
    var fields: [String] = []
    return try await isLed(from: first, to: isEnd, asWritten: written, fields: &fields)
  }

  /// - Parameter fields: becomes what the last page has in hidden fields.
  private mutating func isLed(
    from first: WebURL, to isEnd: (WebURL) -> Bool, asWritten written: String? = nil, fields: inout [String]
  ) async throws(DriverError) -> Bool {
    if engine != nil { return try await isBrowserLed(from: first, to: isEnd, asWritten: written, fields: &fields) }
    var url = first
    for _ in 0..<NavigationChain.redirectLimit {
      let call = party.call("probe", "GET", url, accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
      let response = try await party.send(call)
      if response.status >= 500 { learnRaw(response) }
      try party.refuseBrokenStatus(response, to: call)
      guard 300...399 ~= response.status, let location = response.headers["location"] else {
        return targets(on: response, at: url, fields: &fields).contains(where: isEnd)
      }
      if Self.says(location, written) { return true }
      let target: WebURL
      do { target = try BrowserReference.resolve(location, against: url) } catch { return false }
      if isEnd(target) { return true }
      guard client.allowed.allows(target) else { return false }
      url = target
    }
    return false
  }

  /// Whether a redirect leads to an address in just these letters.
  private static func says(_ location: String, _ address: String?) -> Bool {
    guard let address, location.hasPrefix(address) else { return false }
    return ["?", "#", "&", nil].contains(location.dropFirst(address.count).first)
  }

  /// The same in a real browser, as only it has all of its cookies.
  private mutating func isBrowserLed(
    from first: WebURL, to isEnd: (WebURL) -> Bool, asWritten written: String?, fields: inout [String]
  ) async throws(DriverError) -> Bool {
    let request = PageRequest("probe", url: first)
    let visit = PageVisit(.open(first), headers: try tenantHeaders(), for: client.issuerOrigin)
    var failure: PageEngineError?
    var traffic: [PageTraffic] = []
    var reached: [WebURL] = []
    do throws(PageEngineError) {
      guard let sight = try await engine?.perform(visit) else { throw PageEngineError(.impossible, "no browser is open") }
      traffic = sight.traffic
      switch sight.place {
      case .left(let url): reached = [url]
      case .page(let response, _, let url): reached = [url] + targets(on: response, at: url, fields: &fields)
      }
    } catch {
      (failure, traffic) = (error, error.traffic)
    }
    let last = await record(traffic, of: request)
    for one in traffic where one.isPage {
      reached.append(one.request.url)
      guard let location = one.response?.headers["location"] else { continue }
      if Self.says(location, written) { return true }
      do { reached.append(try BrowserReference.resolve(location, against: one.request.url)) } catch { continue }
    }
    if let (answer, call) = last {
      if answer.status >= 500 { learnRaw(answer) }
      try party.refuseBrokenStatus(answer, to: call)
    }
    if reached.contains(where: isEnd) { return true }
    // Browsers show a page of their own for a refusal that has none.
    if let failure, last.map({ !(400..<500 ~= $0.0.status) }) ?? true { throw party.failure(failure.kind, failure.message) }
    return false
  }

  func targets(on response: HTTPResponseMessage, at url: WebURL, fields: inout [String]) -> [WebURL] {
    do {
      let page = try LoadedPage(response, to: PageRequest("probe", url: url), rules: configuration.pages)
      fields = page.html.forms.flatMap(\.controls).filter { $0.kind == .hidden }.map(\.value)
      return page.targets
    } catch {
      return []
    }
  }

  // MARK: Links

  private mutating func openLinkAgain() async throws(DriverError) -> String? {
    guard let link = session.link else { return "it could not be tried: no link of a message was opened" }
    var other = elsewhere()
    other.session = HostedSession()
    if let launch = session.launch { other.session.open(launch) }
    defer { party.adoptRecord(of: &other.party) }
    do {
      return try await other.open(link.url, elsewhere: false).isLike(link.outcome) ? "the link is good a second time" : nil
    } catch {
      try other.refused(error)
      return nil
    }
  }
}

extension HostedDriver {
  /// Takes an error for a refusal; throws what means that nothing could be asked, or that the server broke over it.
  mutating func refused(_ error: DriverError) throws(DriverError) {
    switch error.kind {
    case .status where answeredStatus.map { 400..<500 ~= $0 } ?? false: party.adoptRecord(of: error)
    case .notJSON, .redirectLoop, .tooLarge, .protocol, .forbidden, .impossible: party.adoptRecord(of: error)
    case .status, .connection, .tls, .timeout, .rateLimit, .cancelled: throw error
    }
  }
}
