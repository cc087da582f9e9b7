internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// What each kind of step names.
extension NameFlow {
  mutating func followHead(_ step: Step) {
    let own = step.captures
    switch step.kind {
    case .screen(let screen): follow(screen, own: own)
    case .finish(let finish): use(finish.facts, own: own)
    case .handOver(let handover):
      use(handover.url.references, own: own)
      follow(handover.steps)
      for member in handover.comesBack ?? [] { use(member.value.references, own: own) }
    case .error(let refusal):
      use(refusal.error.references)
      if let description = refusal.description { use(description.references) }
    case .expired, .reset, .refreshScreen, .push: break
    case .startAgain(let start): follow(start)
    case .open(let link, _): use(link.references)
    case .message(let mail):
      use(mail.recipient.references, own: own)
      use((mail.subject?.references ?? []) + (mail.text?.references ?? []), own: own)
    case .request(let request): follow(request, own: own)
    case .run(let command): for argument in command.arguments { use(argument.references) }
    case .wait(let time): use(time.references)
    case .check(let matchers):
      for matcher in matchers { useName(matcher.name) }
      use(matchers)
    case .use(let use): follow(use)
    case .either(let branches): follow(branches, at: step.range)
    case .repeated(_, let steps): followRepeated(steps)
    case .token(let token):
      use(token.facts + (token.refused.map { [NamedMatcher(name: Located("", at: $0.range), matcher: $0)] } ?? []), own: own)
    }
  }

  private mutating func follow(_ screen: ExpectedScreen, own: [Capture]) {
    if case .matcher(let matcher) = screen.id { use(matcher.references, own: own) }
    for form in screen.forms {
      if case .with(let widgets, _, let messages) = form.state {
        follow(widgets, own: own)
        follow(messages, own: own)
      }
    }
    follow(screen.widgets, own: own)
    follow(screen.messages, own: own)
    use(screen.branding, own: own)
    if let response = screen.response { follow(response, own: own) }
  }

  private mutating func follow(_ widgets: [ExpectedWidget], own: [Capture]) {
    for widget in widgets {
      if case .with(let matchers) = widget.state { use(matchers, own: own) }
    }
  }

  private mutating func follow(_ messages: ExpectedMessages, own: [Capture]) {
    guard case .some(let messages) = messages else { return }
    for message in messages { use(message.matcher.references + (message.links?.references ?? []), own: own) }
  }

  private mutating func follow(_ response: ExpectedResponse, own: [Capture]) {
    use((response.status?.references ?? []) + (response.duration?.references ?? []), own: own)
    use(response.headers, own: own)
    use(response.cookies, own: own)
    use(response.json, own: own)
  }

  private mutating func follow(_ request: HTTPStep, own: [Capture]) {
    use(request.url.references, own: own)
    use(request.headers.flatMap(\.value.references), own: own)
    switch request.body {
    case .none: break
    case .json(let value): use(value.references, own: own)
    case .form(let members): use(members.flatMap(\.value.references), own: own)
    case .text(let text): use(text.references, own: own)
    }
    if let response = request.response { follow(response, own: own) }
  }

  mutating func follow(_ start: StartSpecification) {
    for members in [start.keys, start.parameters, start.headers] {
      for member in members { use(member.value.references) }
    }
  }

  private mutating func followRepeated(_ steps: [Step]) {
    let hadIndex = scope.bound.contains(BoundByItself.index.rawValue)
    // Its kind is what counts, whatever the round.
    scope.bind(BoundByItself.index.rawValue, to: [.number("1")])
    follow(steps)
    if !hadIndex { scope.bound.remove(BoundByItself.index.rawValue) }
  }

  private mutating func follow(_ use: FragmentUse) {
    for parameter in use.parameters { self.use(parameter.value.references) }
    let outer = scope
    var inner = Scope(Scope.everywhere)
    if !isSignedIn { inner.bound.remove("account") }
    for parameter in use.parameters { inner.bind(parameter.name.value, to: parameter.value.constant.map { [$0] } ?? []) }
    let before = inner.bound
    scope = inner
    uses.append(use.path.range)
    follow(use.steps)
    uses.removeLast()
    let (bound, doubtful) = (scope.bound.subtracting(before), scope.doubtful)
    scope = outer
    for (name, doubt) in doubtful { scope.doubt(name, doubt) }
    // What a fragment captures is its caller's, as far as the caller comes by there.
    for name in bound {
      if let condition, let place = places[name] {
        scope.doubt(name, Scope.Doubt(reason: Self.passedOver, note: "it is captured here", place: place, condition: condition))
      } else {
        scope.bind(name)
      }
    }
  }

  private mutating func follow(_ branches: [[Step]], at range: SourceRange) {
    let before = scope
    var ends: [Scope] = []
    for branch in branches {
      scope = before
      if let head = branch.first { follow(head, isHead: true) }
      follow(Array(branch.dropFirst()))
      ends.append(scope)
    }
    let doubt = { (place: SourceRange) in
      Scope.Doubt(reason: "it is captured in one branch only", note: "it is captured here", place: place, condition: nil)
    }
    scope = Scope.joined(ends, otherwise: doubt, places: places) ?? before
  }
}
