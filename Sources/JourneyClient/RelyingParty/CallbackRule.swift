import Encodings
package import JourneyModel

/// What a callback has to hold before its code or its error counts, in every dialect and in the order of verification.
package enum CallbackRule: Sendable, Hashable, CaseIterable {
  /// It is at the redirect URI.
  case address
  /// The state that was sent came back, once (RFC 6749 sections 4.1.2 and 4.1.2.1).
  case state
  /// It names the issuer as the issuer's metadata spells it, and names it where the metadata promises that (RFC 9207 section 2.4).
  case issuer
  /// It brings exactly one of a code and an error.
  case outcome
}

extension RelyingParty {
  /// What was verified of a callback, in order, up to and including the first that does not hold.
  ///
  /// A code or an error in the part of the address that the app does not read comes alone, as nothing else is read of it.
  /// - Parameters:
  ///   - code: what the dialect calls its code.
  ///   - rules: those that are left out, as `state` where none was sent.
  package mutating func checks(
    on callback: Callback, code: String = "code", without rules: Set<CallbackRule> = []
  ) async throws(DriverError) -> [TokenCheck] {
    let asked = session.authorization?["response_mode"] == "fragment" ? Callback.Part.fragment : .query
    if let problem = callback.problem(readIn: asked, code: code) { return [TokenCheck("response_mode", problem: problem)] }
    var checks: [TokenCheck] = []
    for rule in CallbackRule.allCases where !rules.contains(rule) {
      let check = try await check(rule, on: callback, code: code)
      checks.append(check)
      if check.problem != nil { break }
    }
    return checks
  }

  private mutating func check(_ rule: CallbackRule, on callback: Callback, code: String) async throws(DriverError) -> TokenCheck {
    switch rule {
    case .address: return callback.redirectCheck(client.redirectURI)
    case .state: return callback.stateCheck(session.authorization?.state)
    case .outcome: return callback.outcomeCheck(code: code)
    case .issuer:
      let metadata = try await metadata()
      return callback.issuerCheck(issuer: metadata.issuer ?? client.issuer.description, isAnnounced: metadata.announcesIssuerInCallback)
    }
  }

  /// The address with the state that was sent, where it is the app's and has none: a scenario that says what a page leads back with
  /// cannot know the state, and the page does.
  mutating func completed(_ written: Secret) -> Secret {
    guard let state = session.authorization?.state else { return written }
    do {
      let url = try WebURL(written.unsafeText)
      guard Callback(url).isAddressed(to: client.redirectURI), url.queryValue("state") == nil else { return written }
      return written.map { _ in url.appending(query: [QueryItem("state", state.unsafeText)]).description }
    } catch {
      // A text that cannot be read as an address is refused where it is opened.
      return written
    }
  }
}
