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

  // MARK: Authorization requests

  /// The launch of this journey, which may show no page.
  private var silentLaunch: Launch { (session.launch ?? Launch(StartParameters())).silent }

  private mutating func askWithoutChallenge() async throws(DriverError) -> String? {
    var request = try authorizationRequest(silentLaunch)
    request.remove("code_challenge")
    request.remove("code_challenge_method")
    let landing = try await trying { driver throws(DriverError) in
      try await driver.navigate(try await driver.pageRequest(of: request, purpose: "probe no_challenge"))
    }
    guard case .app(let url, .callback)? = landing, Callback(url)["code"] != nil else { return nil }
    return "the server issued a code without a challenge, so anyone who steals it can use it"
  }

  /// Addresses that are nearly the client's own; the server must not lead to any of them, not even with an error.
  private mutating func askForOtherAddresses() async throws(DriverError) -> String? {
    for (what, address) in Self.neighbours(of: client.redirectURI) {
      var request = try authorizationRequest(silentLaunch)
      request.set("redirect_uri", to: address.description)
      let url = try await party.endpoint(.authorization).appending(query: request.parameters)
      if try await isLed(from: url, to: { $0.hasSameEndpoint(as: address) && $0.queryItems.starts(with: address.queryItems) }) {
        return "the server led to an address that is not the client's: the registered one with \(what)"
      }
    }
    return nil
  }

  private static func neighbours(of registered: WebURL) -> [(what: String, address: WebURL)] {
    let text = registered.withoutQuery.description
    let path = registered.path
    var texts = [
      ("more of a path", text + "/elsewhere"), ("another query", text + "?elsewhere=1"),
      (
        "its path in other letters", String(text.dropLast(path.count)) + (path == path.uppercased() ? path.lowercased() : path.uppercased())
      ),
    ]
    if let host = registered.host, !host.isEmpty {
      texts.append(("another host", text.replacing("://\(host)", with: "://\(host).evil.test", maxReplacements: 1)))
    } else {
      texts.append(("two slashes instead of one", text.replacing(":/", with: "://", maxReplacements: 1)))
    }
    return texts.compactMap { what, text in
      do {
        let address = try WebURL(text)
        return address == registered ? nil : (what, address)
      } catch {
        return nil
      }
    }
  }

  /// Logs out, which ends the journey's own session, and asks for a code silently.
  private mutating func comeBackAfterLogout() async throws(DriverError) -> String? {
    guard party.session.tokens?.response.idToken != nil else { return "it could not be tried: there is no ID token to log out with" }
    guard case .ended(.finished) = try await party.perform(.logout) else { return "it could not be tried: the server refused the logout" }
    let request = try authorizationRequest(silentLaunch)
    let landing = try await trying { driver throws(DriverError) in
      try await driver.navigate(try await driver.pageRequest(of: request, purpose: "probe logged_out"))
    }
    guard case .app(let url, .callback)? = landing, Callback(url)["code"] != nil else { return nil }
    return "after the logout the server issued a code without asking the person again"
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

  /// Whether redirects, links or forms lead from one address to another; nothing of the kind is opened.
  private mutating func isLed(from first: WebURL, to isEnd: (WebURL) -> Bool) async throws(DriverError) -> Bool {
    var url = first
    for _ in 0..<NavigationChain.redirectLimit {
      let response = try await party.send(party.call("probe", "GET", url, accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"))
      if response.status == 429 { throw party.failure(.rateLimit, "the server refused a probe: too many requests") }
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

  private func targets(on response: HTTPResponseMessage, at url: WebURL) -> [WebURL] {
    do {
      let page = try LoadedPage(response, to: PageRequest("probe", url: url), rules: configuration.pages)
      return page.html.links.map(\.url) + [page.refresh?.url].compactMap { $0 }
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
      try Self.refused(error, in: &other.party)
      return nil
    }
  }
}

extension HostedDriver {
  /// What an attempt led to; `nil` where the server refused it in any way, as by a page that is none.
  private mutating func trying<Result>(
    _ body: (inout Self) async throws(DriverError) -> Result
  ) async throws(DriverError) -> Result? {
    do {
      return try await body(&self)
    } catch {
      if error.kind == .rateLimit { party.adoptRecord(of: error) } else { try Self.refused(error, in: &party) }
      return nil
    }
  }

  /// Takes an error for a refusal; throws what means that nothing could be asked.
  static func refused(_ error: DriverError, in party: inout RelyingParty) throws(DriverError) {
    switch error.kind {
    case .status, .notJSON, .redirectLoop, .tooLarge, .protocol, .forbidden, .impossible: party.adoptRecord(of: error)
    case .connection, .tls, .timeout, .rateLimit, .cancelled: throw error
    }
  }

  /// - Parameter purpose: a probe's is no app's request, so that no check holds it to the app's rules.
  mutating func pageRequest(of request: AuthorizationRequest, purpose: String) async throws(DriverError) -> PageRequest {
    var page = try await pageRequest(of: request)
    page.purpose = purpose
    return page
  }
}
