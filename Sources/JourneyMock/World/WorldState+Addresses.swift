package import Encodings

extension WorldState {
  /// What a tenant's dialogues share about a journey: where it begins, continues and ends.
  struct Addresses: Sendable {
    /// The address in a message that begins a journey in a state, as the session's dialect writes it; the challenge is good once.
    var link: @Sendable (_ state: Int, _ challenge: String, _ session: Session, _ world: WorldState) -> String
    var page: @Sendable (_ session: Session, _ form: String?, _ handle: String, _ world: WorldState) -> HTTPResponseMessage?
    var notice: @Sendable (_ notice: PageNotice, _ world: WorldState) -> HTTPResponseMessage?
    var beginning: @Sendable (_ client: Int, _ world: WorldState) -> String?
    var end: @Sendable (_ session: Session, _ world: WorldState) -> String?
    var comeback: @Sendable (_ session: Session, _ world: WorldState) -> String?
  }

  /// The response that leads a browser to the page of a journey; `nil` where the tenant has no pages.
  ///
  /// - Parameter form: the identity provider's form whose page it is; `nil` for the journey's own screen.
  ///
  /// The browser gets a random handle of its own for the journey: what an app proves itself with is never in a browser.
  package mutating func page(of session: Session, at form: String? = nil) -> HTTPResponseMessage? {
    let handle = random.token()
    guard let page = addresses.page(session, form, handle, self) else { return nil }
    sessions.issue(handle: handle, for: session)
    return page
  }

  /// The page that says this; `nil` where the tenant has no pages.
  package func page(saying notice: PageNotice) -> HTTPResponseMessage? { addresses.notice(notice, self) }

  /// The address at which a browser begins a journey of a client; `nil` where the tenant has none.
  package func beginning(for client: Int) -> String? { addresses.beginning(client, self) }

  /// The address at which a browser ends a journey that is done or refused; `nil` where the tenant has none.
  package func end(of session: Session) -> String? { addresses.end(session, self) }

  /// The address at which the app of a journey takes it back from a web page; `nil` where the tenant has none.
  package func comeback(of session: Session) -> String? { addresses.comeback(session, self) }
}
