import Encodings
import JourneyClient
import JourneyModel

/// Probes that send the first form of the journey once more, each in an empty browser of its own.
extension HostedDriver {
  /// How often `rate_limit` sends a form.
  private static let manyTimes = 40

  // MARK: Forged forms

  /// A form without its token, and with that of another browser.
  mutating func sendForgedForms() async throws(DriverError) -> String? {
    guard let form = firstForm else { return Self.noForm }
    guard !form.outcome.isLike(.screen(Screen(id: form.screen))) else {
      return "it could not be tried: the first form of the journey did not lead on, so nobody could tell whether it was taken"
    }
    let token = try await inEmptyBrowser { other throws(DriverError) in try await other.firstRequest(like: form)?.forgeryToken }
    guard let foreign = token ?? nil else { return "it could not be tried: the form has no field with a token against forged requests" }
    let forgeries: [(what: String, token: Value?)] = [("without its token", nil), ("with the token of another browser", foreign)]
    for (what, token) in forgeries {
      let outcome = try await inEmptyBrowser { other throws(DriverError) -> Turn.Now? in
        guard var request = try await other.firstRequest(like: form) else { return nil }
        request.setForgeryToken(token)
        return try await other.go(request)
      }
      if let outcome = outcome ?? nil, outcome.isLike(form.outcome) { return "the server took a form \(what)" }
    }
    return nil
  }

  // MARK: Addresses

  /// The form with the address of the journey, and with one that nobody has; a password in it is wrong both times.
  mutating func sendAddresses() async throws(DriverError) -> String? {
    guard let form = firstForm else { return Self.noForm }
    guard let place = form.submission.answers.firstIndex(where: { $0.value.isAddress }),
      let known = form.submission.answers[place].value.clear
    else { return "it could not be tried: the first form of the journey has no text that names a person" }
    let unknown = stranger(like: known)
    let guess = Secret(AuthorizationRequest.randomText(using: &party.generator), name: "wrong password", source: .walk)
    var impressions: [Impression] = []
    for address in [known, unknown] {
      var sent = form.submission
      sent.answers[place].value = .text(address)
      for index in sent.answers.indices { if case .secret = sent.answers[index].value { sent.answers[index].value = .secret(guess) } }
      let impression = try await inEmptyBrowser { other throws(DriverError) -> Impression? in
        guard let request = try await other.firstRequest(like: SentForm(screen: form.screen, submission: sent, outcome: form.outcome))
        else {
          return nil
        }
        _ = other.party.takeSeen()
        let landing = try await other.navigate(request)
        return Impression(other.party.takeSeen(), landing)
      }
      guard let impression = impression ?? nil else { return Self.noForm }
      impressions.append(impression)
    }
    return impressions[0].difference(from: impressions[1]).map {
      "an address that somebody has gets another \($0) than one that nobody has"
    }
  }

  /// An address that nobody has, of the same kind.
  private mutating func stranger(like address: String) -> String {
    let name = "nobody-" + AuthorizationRequest.randomText(using: &party.generator).filter(\.isLetter).lowercased().prefix(12)
    guard let at = address.lastIndex(of: "@") else { return name }
    return name + address[at...]
  }

  // MARK: Many forms

  /// The form with addresses that nobody has, until the server stops it.
  mutating func sendManyForms() async throws(DriverError) -> String? {
    guard let form = firstForm, let place = form.submission.answers.firstIndex(where: { $0.value.isAddress }),
      let known = form.submission.answers[place].value.clear
    else { return Self.noForm }
    var sent = form.submission
    sent.answers[place].value = .text(stranger(like: known))
    let again = SentForm(screen: form.screen, submission: sent, outcome: form.outcome)
    var first: Turn.Now?
    for _ in 0..<Self.manyTimes {
      do {
        let outcome = try await inEmptyBrowser { other throws(DriverError) -> Turn.Now? in
          guard let request = try await other.firstRequest(like: again) else { return nil }
          return try await other.go(request)
        }
        guard let outcome = outcome ?? nil else { return nil }
        if let first, !first.saysTheSame(as: outcome) { return nil }
        first = outcome
      } catch {
        guard error.kind == .rateLimit else { throw error }
        party.adoptRecord(of: error)
        return nil
      }
    }
    return "a form was sent \(Self.manyTimes) times in a row, and nothing stopped it"
  }
}

extension HostedDriver {
  private static let noForm = "it could not be tried: nothing was filled in on the journey's first page"

  /// The first form, where it was on the page that the browser showed first.
  private var firstForm: SentForm? {
    guard let form = session.firstForm, form.screen == session.firstPage?.screen.id, !form.submission.answers.isEmpty else { return nil }
    return form
  }

  /// Does something in a browser without cookies; `nil` where the server refuses it.
  private mutating func inEmptyBrowser<Result>(
    _ body: (inout HostedDriver) async throws(DriverError) -> Result
  ) async throws(DriverError) -> Result? {
    var other = elsewhere()
    // What no honest browser would send is sent without one.
    other.engine = nil
    other.party.generator = party.generator
    _ = party.generator.next()
    defer { party.adoptRecord(of: &other.party) }
    do {
      return try await body(&other)
    } catch {
      try Self.refused(error, in: &other.party)
      return nil
    }
  }

  /// Opens the first page in this browser and fills the form in; `nil` where the page or the form is not there.
  private mutating func firstRequest(like form: SentForm) async throws(DriverError) -> PageRequest? {
    let launch = session.launch ?? Launch(StartParameters())
    guard case .screen(let screen) = try await open(launch), screen.id == form.screen, let page = session.page,
      let shown = screen.form(form.submission.form), case .form(let place)? = page.reading.targets[shown.id]
    else { return nil }
    return try request(for: form.submission, shown, page.html.forms[place], on: page)
  }
}

extension AnswerValue {
  fileprivate var clear: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  fileprivate var isAddress: Bool { clear.map { !$0.isEmpty } ?? false }
}

extension Turn.Now {
  /// Whether a person reads the same.
  fileprivate func saysTheSame(as other: Turn.Now) -> Bool {
    guard case .screen(let screen) = self, case .screen(let second) = other else { return isLike(other) }
    return screen.id == second.id && screen.messages.map(\.text) == second.messages.map(\.text)
  }
}

extension PageRequest {
  private static func isToken(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return name.contains("csrf") || name.contains("xsrf") || name == "authenticity_token" || name == "__requestverificationtoken"
  }

  /// The token against forged requests in its body; `nil` if it has none.
  fileprivate var forgeryToken: Value? {
    guard case .form(let members) = body else { return nil }
    return members.first { Self.isToken($0.name) }?.value
  }

  /// - Parameter token: `nil` to leave it out.
  fileprivate mutating func setForgeryToken(_ token: Value?) {
    guard case .form(let members) = body else { return }
    // What was written out has the token that the page gave.
    encodedBody = nil
    body = .form(
      members.compactMap { member in
        guard Self.isToken(member.name) else { return member }
        return token.map { Value.Member(member.name, $0) }
      })
  }
}

/// What somebody sees who tries an address out.
private struct Impression: Sendable {
  private let statuses: [Int]
  private let places: [String]
  private let cookies: [String]
  private let title: String
  private let text: String

  init(_ exchanges: [SeenExchange], _ landing: HostedDriver.Landing) {
    statuses = exchanges.map(\.response.status)
    places = exchanges.map { Self.place(of: $0.call.url) }
    cookies = exchanges.flatMap { $0.response.headers.values(of: "set-cookie") }.compactMap { SetCookieText($0)?.name }.sorted()
    guard case .page(let page) = landing else {
      title = ""
      text = ""
      return
    }
    title = page.html.title
    let body = page.html.tree.elements(named: ["body"]).first.map { page.html.tree.visibleText(of: $0) } ?? ""
    // The address itself is on many pages, perhaps in part.
    text = body.split(whereSeparator: \.isWhitespace).filter { !$0.contains("@") && !$0.contains("*") }.joined(separator: " ")
  }

  private static func place(of url: WebURL) -> String {
    "\(PathTemplate(of: url)) " + url.queryItems.map(\.name).sorted().joined(separator: " ")
  }

  /// What differs first; `nil` for nothing.
  func difference(from other: Impression) -> String? {
    if statuses != other.statuses { return "status" }
    if places != other.places { return "address" }
    if cookies != other.cookies { return "set of cookies" }
    if title != other.title { return "title" }
    return text == other.text ? nil : "text"
  }
}
