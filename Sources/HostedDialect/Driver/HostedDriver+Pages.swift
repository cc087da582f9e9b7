import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// The page of a response.
  ///
  /// Throws for what is not a page, such as a body of another type or a page too large.
  mutating func read(_ response: HTTPResponseMessage, to request: PageRequest) throws(DriverError) -> LoadedPage {
    let line = "\(request.method) \(request.url.withoutQuery.concealed())"
    if response.headers["content-disposition"].map(Self.isDownload) ?? false {
      learnRaw(response)
      throw party.failure(.protocol, "\(line) answered with a download, which a browser saves and does not show")
    }
    do {
      let page = try LoadedPage(response, to: request, rules: configuration.pages)
      learn(page.html.secrets, name: "token of a page")
      return page
    } catch .notHTML where response.status >= 400 {
      learnRaw(response)
      throw party.failure(.status, "\(line) answered with status \(response.status)")
    } catch {
      learnRaw(response)
      let isTooLarge = error.isTooLarge
      throw party.failure(isTooLarge ? .tooLarge : .protocol, "\(line) answered with status \(response.status) and no page: \(error)")
    }
  }

  /// Whether a `Content-Disposition` says so: any type but `inline` (RFC 6266 section 4.2).
  private static func isDownload(_ disposition: String) -> Bool {
    let type = disposition.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    return !type.isEmpty && type.lowercased() != "inline"
  }

  /// Registers the hidden values of a page that could not be read: what is shown of it is its text.
  mutating func learnRaw(_ response: HTTPResponseMessage) { learn(RawPageSecrets.found(in: response.body), name: "token of a page") }

  /// Registers texts that must not be seen; what the tenant's own addresses and its client's id contain is not secret.
  mutating func learn(_ texts: [String], name: String) {
    let known = [client.issuer.description, client.id, client.redirectURI.description]
    for text in texts where !known.contains(where: { $0.contains(text) }) { _ = party.learn(text, name: name) }
  }

  /// Where a page leads without the person; `nil` for one that waits for a person.
  ///
  /// Throws where only its scripts could go on.
  mutating func onward(from page: LoadedPage) throws(DriverError) -> OnwardMove? {
    // The page of a refused request is not a login page, although it is at the same address.
    let interception = page.status < 400 ? configuration.interception : nil
    let move = OnwardMove.of(
      page.html, refresh: page.refresh, interception: interception, clientID: client.id, policy: page.scriptPolicy)
    if let move {
      if configuration.claim(of: move.request.url) != nil {
        let problem = "the address that the page's script leads to is a link that the app claims, so it would open the app again"
        note([TokenCheck("login-page-loop", problem: problem)])
      }
      return move
    }
    // "Signed out" is all that the page after a logout has to say.
    if let script = session.logout == nil ? page.onlyScript : page.onlyScriptWithoutText {
      throw party.failure(
        .impossible,
        "this page needs 'engine: browser': '\(page.url.withoutQuery.concealed())' has nothing to read or press, and \(script) draws it")
    }
    return nil
  }
}

extension PageError {
  fileprivate var isTooLarge: Bool {
    switch self {
    case .tooLarge, .tooDeep, .tooManyNodes, .tooManyAttributes, .tooManyForms, .tooManyControls: true
    case .notHTML, .noParser: false
    }
  }
}
