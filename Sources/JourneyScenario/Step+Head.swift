internal import JourneyModel

extension Step.Kind {
  /// The head that a person wrote for it.
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
    case .token(let token):
      switch token.action {
      case .refresh: .refreshTokens
      case .userinfo: .userinfo
      case .revoke: .revoke
      case .logout: .logout
      }
    }
  }
}

extension Step {
  /// Whether it is passed over when it does not fit.
  var maySkip: Bool {
    if case .screen(let screen) = kind, screen.isOptional { return true }
    return !when.isEmpty
  }
}
