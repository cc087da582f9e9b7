import Diagnostics
package import JourneyLanguage
package import JourneyModel
import ModelCoding

extension Step {
  /// The kinds of steps, with what is written at the head and next to it.
  ///
  /// What all of the house needs to know of a kind is below: its head, the steps inside of it, the names that it uses, and how it is called.
  package indirect enum Kind: Sendable, Hashable {
    case screen(ExpectedScreen)
    case finish(ExpectedFinish)
    case handOver(ExpectedHandover)
    case error(ExpectedRefusal)
    case expired(ExpectedExpiry)
    case reset
    case refreshScreen
    case startAgain(StartSpecification)
    case open(link: Template, elsewhere: Bool)
    /// `mail` and `sms`.
    case message(ExpectedMail)
    case push(accepts: Bool)
    case request(HTTPStep)
    case run(CommandStep)
    case wait(TemplateValue)
    case check([NamedMatcher])
    case use(FragmentUse)
    case either([[Step]])
    case repeated(count: Int, [Step])
    case token(TokenStep)
  }
}

extension Step.Kind {
  /// The head that it is written with.
  package var head: StepHead {
    switch self {
    case .screen: .screen
    case .finish: .finish
    case .handOver: .handOver
    case .error: .error
    case .expired: .expired
    case .reset: .reset
    case .refreshScreen: .refreshScreen
    case .startAgain: .startAgain
    case .open: .open
    case .message(let mail): mail.channel == .mail ? .mail : .sms
    case .push: .push
    case .request: .request
    case .run: .run
    case .wait: .wait
    case .check: .check
    case .use: .use
    case .either: .either
    case .repeated: .repeated
    case .token(let token): token.action.head
    }
  }

  /// What follows the head in a report, e.g. `password` for `screen password`; `nil` if the head says enough.
  package var detail: String? {
    switch self {
    case .screen(let expected): expected.id.spelling
    case .message(let mail): mail.recipient.spelling
    case .push(let accepts): (accepts ? PushAnswer.accept : .reject).rawValue
    case .request(let request): "\(request.method) \(CredentialText.concealed(request.url.spelling))"
    case .run(let command): command.arguments.first?.spelling ?? ""
    case .wait(let time): time.spelling
    case .use(let fragment): fragment.path.value
    case .finish, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .check, .either, .repeated, .token: nil
    }
  }

  /// Whether it needs a journey that has begun.
  package var needsJourney: Bool { [.screen, .end, .action].contains(head.specification.role) }
}

// MARK: Steps inside of steps

extension Step.Kind {
  /// The lists of steps inside of it: branches, rounds, those of a fragment or of another dialect.
  package var children: [[Step]] {
    switch self {
    case .handOver(let handover): [handover.steps]
    case .use(let use): [use.steps]
    case .either(let branches): branches
    case .repeated(_, let steps): [steps]
    case .screen, .finish, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .message, .push, .request, .run, .wait: []
    case .check, .token: []
    }
  }

  /// The same with other steps inside of it.
  func mapChildren(_ transform: ([Step]) -> [Step]) -> Step.Kind {
    switch self {
    case .handOver(var handover):
      handover.steps = transform(handover.steps)
      return .handOver(handover)
    case .use(var use):
      use.steps = transform(use.steps)
      return .use(use)
    case .either(let branches): return .either(branches.map(transform))
    case .repeated(let count, let steps): return .repeated(count: count, transform(steps))
    case .screen, .finish, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .message, .push, .request, .run, .wait:
      return self
    case .check, .token: return self
    }
  }
}

extension [Step] {
  /// Visits every step and the steps inside of it, in the order written.
  package func forEachStep(_ body: (Step) -> Void) {
    for step in self {
      body(step)
      for list in step.kind.children { list.forEachStep(body) }
    }
  }
}

extension Step {
  /// The same step within another, with its id after that one's.
  package func placed(below prefix: String) -> Step {
    var step = self
    step.id = prefix + id
    step.kind = kind.mapChildren { steps in steps.map { $0.placed(below: prefix) } }
    return step
  }

  /// Whether it checks something of the tenant: that a request was answered is nothing yet, what it was answered with is.
  package var looksAtTenant: Bool {
    if case .request(let request) = kind { return request.response?.isEmpty == false || !captures.isEmpty }
    return kind.head.specification.isAssertion
  }

  /// Whether it is passed over when it does not fit.
  var maySkip: Bool {
    if case .screen(let screen) = kind, screen.isOptional { return true }
    return !when.isEmpty
  }
}

// MARK: Names

extension Step.Kind {
  /// The names that it uses before its captures are bound; the steps inside of it, and what a screen is answered with, are not counted.
  var references: [Reference] {
    switch self {
    case .screen(let screen): screen.references
    case .finish(let finish): finish.facts.references
    case .handOver(let handover): handover.url.references + (handover.comesBack ?? []).references + handover.returns.references
    case .error(let refusal): refusal.error.references + (refusal.description?.references ?? [])
    case .expired(let expiry): expiry.references
    case .reset, .refreshScreen, .push, .either, .repeated: []
    case .startAgain(let start): start.references
    case .open(let link, _): link.references
    case .message(let mail): mail.recipient.references + (mail.subject?.references ?? []) + (mail.text?.references ?? [])
    case .request(let request): request.references
    case .run(let command): command.arguments.flatMap(\.references)
    case .wait(let time): time.references
    case .check(let matchers): matchers.references
    case .use(let use): use.parameters.references
    case .token(let token): token.facts.references + (token.refused?.references ?? [])
    }
  }
}

extension ExpectedScreen.ScreenMatch {
  /// As written: one id, or several with `or` between them.
  package var spelling: String {
    switch self {
    case .ids(let ids): ids.map(\.value).joined(separator: " or ")
    case .matcher: "that a matcher accepts"
    }
  }
}

extension TokenAction {
  /// The head of the step that takes it.
  package var head: StepHead {
    switch self {
    case .refresh: .refreshTokens
    case .userinfo: .userinfo
    case .revoke: .revoke
    case .logout: .logout
    }
  }
}
