import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// The page of a response.
  ///
  /// Throws for what is no page, as a body of another type or a page too large.
  mutating func read(_ response: HTTPResponseMessage, to request: PageRequest) throws(DriverError) -> LoadedPage {
    let line = "\(request.method) \(request.url.withoutQuery.concealed())"
    do {
      return try LoadedPage(response, to: request, rules: configuration.pages)
    } catch .notHTML where response.status >= 400 {
      throw party.failure(.status, "\(line) answered with status \(response.status)")
    } catch {
      let isTooLarge = error.isTooLarge
      throw party.failure(isTooLarge ? .tooLarge : .protocol, "\(line) answered with status \(response.status) and no page: \(error)")
    }
  }

  /// Where a page leads on by itself; `nil` for one that waits for a person.
  ///
  /// Throws where only its scripts could go on.
  mutating func onward(from page: LoadedPage) throws(DriverError) -> OnwardMove? {
    // The page of a refused request is no login page, though it is at the same address.
    let interception = page.status < 400 ? configuration.interception : nil
    if let move = OnwardMove.of(page.html, refresh: page.refresh, interception: interception, clientID: client.id) {
      if configuration.claim(of: move.request.url) != nil {
        let problem = "the address that the page's script leads to is a link that the app claims, so it would open the app again"
        note([TokenCheck("login-page-loop", problem: problem)])
      }
      return move
    }
    if let script = page.onlyScript {
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
    case .tooLarge, .tooDeep, .tooManyNodes, .tooManyAttributes: true
    case .notHTML, .noParser: false
    }
  }
}
