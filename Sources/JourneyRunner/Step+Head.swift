internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Step {
  /// The head as a person would say it, e.g. `screen password`.
  var head: String {
    switch kind {
    case .screen(let expected): "screen \(expected.id.spelling)"
    case .finish: "finish"
    case .handOver: "hand_over"
    case .error: "error"
    case .expired: "expired"
    case .reset: "reset"
    case .refreshScreen: "refresh_screen"
    case .startAgain: "start_again"
    case .open: "open"
    case .message(let mail): "\(mail.channel.rawValue) \(mail.recipient.spelling)"
    case .push(let accepts): "push \(accepts ? "accept" : "reject")"
    case .request(let request): "request \(request.method) \(request.url.spelling)"
    case .run(let command): "run \(command.arguments.first?.spelling ?? "")"
    case .wait(let time): "wait \(time.spelling)"
    case .check: "check"
    case .use(let fragment): "use \(fragment.path.value)"
    case .either: "either"
    case .repeated: "repeat"
    case .token(let token): token.action.head
    }
  }
}

extension ExpectedScreen.ScreenMatch {
  /// As written: one id, or several with `or` between them.
  var spelling: String {
    switch self {
    case .ids(let ids): ids.map(\.value).joined(separator: " or ")
    case .matcher: "that fits a matcher"
    }
  }
}

extension TokenAction {
  /// The step's head.
  var head: String {
    switch self {
    case .refresh: "refresh_tokens"
    case .userinfo: "userinfo"
    case .revoke: "revoke"
    case .logout: "logout"
    }
  }
}
