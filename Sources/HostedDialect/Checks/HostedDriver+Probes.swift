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
  private static let hostile = [
    "https://evil.test/", "//evil.test", "/\\evil.test", "javascript:evil", "evil:/x", "/oauth2/../../evil-test",
  ]

  private mutating func askToBeLedAway() async throws(DriverError) -> String? {
    guard let page = session.firstPage else { return "it could not be tried: the journey showed no page" }
    for name in ["fromURI", "returnUrl"] {
      for address in Self.hostile {
        let items = page.url.queryItems.filter { $0.name != name } + [QueryItem(name, address)]
        if try await isLed(from: page.url.replacing(query: items), to: Self.isHostile) {
          return "the page leads to another site that its parameter '\(name)' names: '\(address)'"
        }
      }
    }
    return nil
  }

  private static func isHostile(_ url: WebURL) -> Bool {
    url.host == "evil.test" || url.scheme == "evil" || (url.scheme == "javascript" && url.path.hasPrefix("evil"))
      || url.path == "/evil-test"
  }

  /// Whether redirects, links, forms, frames or scripts lead from one address to another; nothing of the kind is opened.
  ///
  /// Throws where the server breaks over it, which is no refusal.
  mutating func isLed(from first: WebURL, to isEnd: (WebURL) -> Bool) async throws(DriverError) -> Bool {
    if engine != nil { return try await isBrowserLed(from: first, to: isEnd) }
    var url = first
    for _ in 0..<NavigationChain.redirectLimit {
      let call = party.call("probe", "GET", url, accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
      let response = try await party.send(call)
      if response.status >= 500 { learnRaw(response) }
      try party.refuseBrokenStatus(response, to: call)
      guard 300...399 ~= response.status, let location = response.headers["location"] else {
        return targets(on: response, at: url).contains(where: isEnd)
      }
      let target: WebURL
      do { target = try BrowserReference.resolve(location, against: url) } catch { return false }
      if isEnd(target) { return true }
      guard client.allowed.allows(target) else { return false }
      url = target
    }
    return false
  }

  /// The same in a real browser, as nobody else has all of its cookies.
  private mutating func isBrowserLed(from first: WebURL, to isEnd: (WebURL) -> Bool) async throws(DriverError) -> Bool {
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
      case .page(let response, _, let url): reached = [url] + targets(on: response, at: url)
      }
    } catch {
      (failure, traffic) = (error, error.traffic)
    }
    let last = await record(traffic, of: request)
    for one in traffic where one.isPage {
      reached.append(one.request.url)
      guard let location = one.response?.headers["location"] else { continue }
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

  private func targets(on response: HTTPResponseMessage, at url: WebURL) -> [WebURL] {
    do {
      return try LoadedPage(response, to: PageRequest("probe", url: url), rules: configuration.pages).targets
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
