import Encodings
import JourneyClient
package import JourneyModel

extension HostedDriver {
  /// Opens a link from a message: in the app where it is claimed, which opens a new browser; else in this browser or another one.
  package mutating func open(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now {
    let now = try await follow(link, elsewhere: elsewhere)
    session.note(OpenedLink(url: link, outcome: now))
    return now
  }

  private mutating func follow(_ link: Secret, elsewhere: Bool) async throws(DriverError) -> Turn.Now {
    let url = try party.address(in: link, what: "the link", relativeTo: client.issuer)
    if elsewhere { return try await openElsewhere(url) }
    if let arrival = configuration.addresses.arrival(at: url) { return try await arrive(at: url, arrival) }
    if let claim = configuration.claim(of: url) { return try await open(claim, at: url) }
    if let refusal = client.refusal(ofLink: url) { throw party.failure(.forbidden, refusal) }
    return try await go(PageRequest("open link", url: url))
  }

  /// Comes back from another site.
  package mutating func resume(_ url: Secret) async throws(DriverError) -> Turn.Now {
    let url = try party.address(in: url, what: "the address that the web page came back with", relativeTo: client.issuer)
    if let arrival = configuration.addresses.arrival(at: url) { return try await arrive(at: url, arrival) }
    return try await go(PageRequest("come back", url: url))
  }

  /// The app takes the token out of the link and passes it on; the browser never loads the link itself.
  private mutating func open(_ claim: ClaimedLink, at url: WebURL) async throws(DriverError) -> Turn.Now {
    let launch = session.launch ?? Launch(StartParameters())
    guard let parameter = claim.parameter, let token = claim.token(in: url) else { return try await open(launch) }
    return try await open(launch.with(token: party.learn(token, name: parameter), as: parameter))
  }

  /// What another person's browser finds does not move this app: its page stays.
  private mutating func openElsewhere(_ url: WebURL) async throws(DriverError) -> Turn.Now {
    var other = elsewhere()
    let landing = try await other.navigate(PageRequest("open link elsewhere", url: url))
    party.adoptRecord(of: &other.party)
    if let page = session.page { return .screen(page.screen) }
    switch landing {
    case .page(let page): return .screen(page.screen)
    case .refused(let error): return .ended(.refused(error))
    case .app(let place, _), .elsewhere(let place): return .handover(Handover(url: place.concealed(), reason: .server))
    }
  }

  /// Asks for the page again by its address, as a person does who reloads it.
  package mutating func refresh() async throws(DriverError) -> Turn.Now {
    guard let page = session.page else {
      throw party.failure(.impossible, "no journey is in progress, so no screen can be requested again")
    }
    var request = PageRequest("refresh", url: page.url)
    if engine != nil, session.isAnsweredByScript { request.gesture = .look }
    return try await go(request)
  }
}
