import Encodings
import HostedSpeech
import JourneyMock
import JourneyModel

extension GatewayDialogue {
  /// `POST` of a form.
  mutating func take(_ request: HTTPRequestMessage, in world: inout WorldState) -> HTTPResponseMessage {
    guard let (place, ids) = form(at: request.url.path) else { return notice(.unknownPath, in: world) }
    let items = FormURLEncoding.decode(request.body)
    let kept = KeptQuery(request.url.queryItems)
    guard isGenuine(request, items, in: &world) else { return refuseForged(request, items) }
    let page = GatewayRoute(screens: place.screens, word: screens[place.screens[0]].path.word, token: place.token)
    var session = session(for: page, request, kept, isPosted: true, in: &world)
    defer { world.sessions.keep(session) }
    guard let screen = screen(of: session, in: world) else { return notice(.unexpected, in: world) }
    // A form of a page that the browser went back to is not the journey's any more.
    guard place.screens.contains(screen), let form = screens[screen].page.forms.first(where: { ids.contains($0.id) }) else {
      return HTTPResponseMessage.empty(303).leading(to: address(of: screen, session, kept))
    }
    let moment = GatewayMoment(session: session, request: request, kept: kept, says: [])
    let response = take(form, items, on: screen, moment, &session, in: &world)
    return response.setting(GatewayCookie.journey.header(session.id, in: world))
  }

  private mutating func take(
    _ form: HostedFormRule, _ items: [QueryItem], on screen: Int, _ before: GatewayMoment, _ session: inout Session,
    in world: inout WorldState
  ) -> HTTPResponseMessage {
    let truth = world.truth(in: session)
    let answer = form.answer(items, truth)
    var moment = before
    moment.typed = (form.id, answer)
    moment.says = form.missing(in: answer, truth, world, required: phrases.required, invalid: phrases.invalid)
    let began = world.kept(session)
    guard moment.says.isEmpty, let rules = world.tenant.graph.states[session.state].form(form.id) else {
      world.tellAnswer(answer, to: form.id, from: began, to: session, says: moment.says, isInvalid: true)
      return draw(screen, moment, in: &world)
    }
    let state = session.state
    let outcome = world.take(rules, answer: answer, in: &session)
    world.note(outcome)
    world.tellAnswer(answer, to: form.id, from: began, to: session, says: outcome.says)
    switch session.status {
    case .finished: return signIn(session, before.kept, after: screens[screen].after, in: &world)
    case .refused(let error): return refuse(error, before.kept, in: world)
    case .handedOver, .expired: return notice(.unexpected, in: world)
    case .open: break
    }
    moment.session = session
    moment.says = outcome.says
    guard session.state == state else { return leadOn(moment, in: world) }
    moment.status = outcome.says.compactMap { statuses[$0.message] }.first ?? 200
    return draw(screen, moment, in: &world)
  }

  /// To the page of the state that an answer led to; an error goes along in the address.
  private func leadOn(_ moment: GatewayMoment, in world: WorldState) -> HTTPResponseMessage {
    guard let screen = screen(of: moment.session, in: world) else { return notice(.unexpected, in: world) }
    let entry = Set(world.entryMessages(of: moment.session.state).map(\.message))
    let errors = moment.says.filter { !entry.contains($0.message) }.compactMap { said in
      world.tenant.graph.tables.messages[said.message].texts[moment.session.language].constant
    }
    var items = errors.prefix(1).map { QueryItem("error", $0) }
    if screens[screen].path.word.hasSuffix("email-sent") { items.append(QueryItem("emailSentSuccess", "true")) }
    return HTTPResponseMessage.empty(303).leading(to: address(of: screen, moment.session, moment.kept, items))
  }

  /// The app's request ends in an error; without a request there is only a page to say so.
  private mutating func refuse(_ error: String, _ kept: KeptQuery, in world: WorldState) -> HTTPResponseMessage {
    guard let fromURI = kept.fromURI else { return notice(.unexpected, in: world) }
    let parts = fromURI.split(separator: "?", maxSplits: 1).map(String.init)
    let parameters = RequestParameters(FormURLEncoding.decode(parts.count > 1 ? parts[1] : ""))
    if let key = parameters["okta_key"] {
      interrupted[key]?.error = error
      return HTTPResponseMessage.empty(303).leading(to: fromURI)
    }
    return refuse(parameters, error, in: world)
  }

  // MARK: Tokens against forged requests

  /// The token of the browser's forms, and the cookie that makes it known where the browser has none yet.
  mutating func forgeryToken(
    of request: HTTPRequestMessage, in world: inout WorldState
  ) -> (token: String, cookie: HTTPFields.Field?) {
    if let known = GatewayCookie.forgery.value(in: request, world), let token = token(in: known, &world) { return (token, nil) }
    let token = world.random.token()
    return (token, GatewayCookie.forgery.header("\(token)|\(mark(of: token, in: &world))", in: world))
  }

  private mutating func isGenuine(_ request: HTTPRequestMessage, _ items: [QueryItem], in world: inout WorldState) -> Bool {
    guard let known = GatewayCookie.forgery.value(in: request, world), let token = token(in: known, &world) else { return false }
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    return type.hasPrefix(FormURLEncoding.mediaType) && items.filter { $0.name == "_csrf" }.map(\.value) == [token]
  }

  private mutating func token(in cookie: String, _ world: inout WorldState) -> String? {
    guard let bar = cookie.firstIndex(of: "|") else { return nil }
    let token = String(cookie[..<bar])
    return cookie == "\(token)|\(mark(of: token, in: &world))" ? token : nil
  }

  /// Back to the page of the form, which says so.
  private func refuseForged(_ request: HTTPRequestMessage, _ items: [QueryItem]) -> HTTPResponseMessage {
    let told = items.first { $0.name == "_csrfPageUrl" }?.value
    let isOwn = told.map { $0.hasPrefix("/") && !$0.hasPrefix("//") && !$0.contains("\\") } ?? false
    let page = isOwn ? told ?? "" : request.url.requestTarget
    return HTTPResponseMessage.empty(303).leading(to: page.appending(query: [QueryItem("csrfError", "true")]))
  }
}

extension HostedFormRule {
  /// What is said of answers that are missing or that a widget does not allow; empty if all is well.
  fileprivate func missing(
    in answer: JSONValue, _ truth: GraphTruth, _ world: WorldState, required: Int?, invalid: Int?
  ) -> [SaidMessage] {
    widgets.filter { $0.takesAnswer && truth.holds($0.condition) }.compactMap { widget in
      let value = answer.value(at: widget.path)
      let isGiven = value?.isSomething ?? false
      guard let message = isGiven ? invalid : required else { return nil }
      let isFine = isGiven ? widget.allows(value, in: truth, world) : !widget.isRequired
      return isFine ? nil : SaidMessage(message: message, form: id, widget: widget.id)
    }
  }
}
