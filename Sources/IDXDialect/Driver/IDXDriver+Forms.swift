import Encodings
import JourneyClient
package import JourneyModel

extension IDXDriver {
  /// Sends a form of the screen with a person's answers, or leaves for the address that it leads to.
  package mutating func submit(_ submission: Submission) async throws(DriverError) -> Turn.Now {
    guard let snapshot = session.snapshot else {
      throw party.failure(.impossible, "no journey is in progress, so form '\(submission.form)' cannot be posted")
    }
    let shown = try form(submission.form, on: snapshot.screen)
    guard let wire = snapshot.forms[shown.id] else { return try follow(shown) }
    guard let href = wire.href, !href.isEmpty else {
      throw party.failure(.protocol, "form '\(shown.id)' has no 'href', so it cannot be sent anywhere")
    }
    if case .navigation = shown.kind { return try leave(for: href, shown, reason: wire.leadsToProvider ? .provider : .server) }
    guard let submission = try signing(submission, on: shown) else { return .screen(snapshot.screen) }
    let body: Value
    do {
      var filling = IDXSubmission(submission, form: wire, shown: shown)
      body = try filling.body()
    } catch {
      throw party.failure(.impossible, "form '\(shown.id)' cannot be posted: \(error.sentence)")
    }
    let call = try call(for: wire, shown: shown, to: try address(href, of: shown.id), body: body)
    guard case .poll = shown.kind else { return try await ask(call, form: shown) }
    return try await poll(call, form: shown)
  }

  private mutating func form(_ id: FormID, on screen: Screen) throws(DriverError) -> Form {
    if let form = screen.forms.first(where: { $0.id == id }) { return form }
    let others = screen.forms.filter { $0.aliases.contains(id) }
    if others.count == 1 { return others[0] }
    let named = (others.isEmpty ? screen.forms : others).map { form in
      "'\(form.id)'" + (form.aliases.isEmpty ? "" : " (\(form.aliases.map(\.rawValue).joined(separator: ", ")))")
    }.joined(separator: ", ")
    let what = others.isEmpty ? "form '\(id)' is not on screen '\(screen.id)'; it has" : "'\(id)' can be any of"
    throw party.failure(.impossible, "\(what) \(named.isEmpty ? "none" : named)")
  }

  /// Follows what a message offers, which is a form of the screen and not of the body.
  private mutating func follow(_ shown: Form) throws(DriverError) -> Turn.Now {
    guard case .navigation(let href) = shown.kind, !href.isEmpty else {
      throw party.failure(
        .impossible, "'\(shown.id)' acts on the person's device and names no address to go to instead, so it cannot be pressed here")
    }
    return try leave(for: href, shown, reason: .server)
  }

  /// Goes out to an address; the token in it must not be seen.
  private mutating func leave(for href: String, _ shown: Form, reason: Handover.Reason) throws(DriverError) -> Turn.Now {
    if let token = try address(href, of: shown.id).queryValue("stateToken"), token.utf8.count >= 6 {
      _ = party.learn(token, name: "state token")
    }
    return .handover(Handover(url: href, reason: reason))
  }

  private mutating func address(_ href: String, of form: FormID) throws(DriverError) -> WebURL {
    do {
      return try WebURL(href)
    } catch {
      throw party.failure(.protocol, "the 'href' of form '\(form)' is not an absolute address: \(error)")
    }
  }

  private mutating func call(for wire: IDXForm, shown: Form, to url: WebURL, body: Value) throws(DriverError) -> BrowserCall {
    let purpose = "form \(shown.id)"
    guard wire.method != "GET" else {
      var items: [QueryItem] = []
      for member in body.members { items.append(QueryItem(member.name, try party.text(member.value))) }
      return call(purpose, "GET", url.appending(query: items))
    }
    let type = wire.accepts.flatMap(Self.requestType)
    if let type, type.hasPrefix(FormURLEncoding.mediaType) {
      return call(purpose, wire.method, url, body: .form(body.members), contentType: type)
    }
    return call(purpose, wire.method, url, body: .json(body), contentType: type)
  }

  /// A form's `accepts`, where it is a media type that a body can be sent as.
  private static func requestType(_ accepts: String) -> String? {
    let type = accepts.prefix { $0 != ";" }.utf8
    let parts = type.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = accepts.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "\\") }
    guard parts.count == 2, parts[0].elementsEqual("application".utf8), isPlain, !parts[1].isEmpty else { return nil }
    return accepts
  }

  /// A poll that got no answer leaves everything as it was, as the vendor's own clients have it.
  private mutating func poll(_ call: BrowserCall, form: Form) async throws(DriverError) -> Turn.Now {
    do {
      let shown = try await ask(call, form: form)
      session.getPoll()
      return shown
    } catch {
      guard [.connection, .timeout].contains(error.kind), let screen = session.losePoll() else { throw error }
      party.adoptRecord(of: error)
      party.warn("a poll got no response and is sent again: \(error.message)")
      return .screen(screen)
    }
  }
}

extension Value {
  fileprivate var members: [Member] {
    guard case .map(let members) = self else { return [] }
    return members
  }
}
