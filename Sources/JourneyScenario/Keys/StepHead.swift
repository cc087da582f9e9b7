/// The heads that a step can have: each names its kind (design 1.3).
package enum StepHead: String, DocumentedKey {
  case screen, finish
  case handOver = "hand_over"
  case error, expired, reset
  case refreshScreen = "refresh_screen"
  case startAgain = "start_again"
  case open, mail, sms, push, request, run, wait, check, use, either
  case repeated = "repeat"
  case refreshTokens = "refresh_tokens"
  case userinfo, revoke, logout

  /// How often steps may be repeated.
  static let repeatBounds = 1...mostRounds
  /// How many rounds there may be in all where rounds are repeated.
  static let mostRounds = 10_000

  /// Whether it stands without a value.
  package var mayBeBare: Bool {
    switch self {
    case .finish, .expired, .reset, .refreshScreen, .startAgain, .refreshTokens, .userinfo, .revoke, .logout: true
    case .screen, .handOver, .error, .open, .mail, .sms, .push, .request, .run, .wait, .check, .use, .either, .repeated: false
    }
  }

  /// Whether a branch of `either` may begin with it: what is shown decides whether it fits.
  package var mayBeginBranch: Bool {
    switch self {
    case .screen, .finish, .error, .expired, .handOver: true
    case .reset, .refreshScreen, .startAgain, .open, .mail, .sms, .push, .request, .run, .wait, .check, .use, .either: false
    case .repeated, .refreshTokens, .userinfo, .revoke, .logout: false
    }
  }

  /// Whether it may stand in `before` and `after`.
  package var mayPrepare: Bool {
    switch self {
    case .request, .run, .use, .mail: true
    case .screen, .finish, .handOver, .error, .expired, .reset, .refreshScreen, .startAgain, .open, .sms, .push, .wait: false
    case .check, .either, .repeated, .refreshTokens, .userinfo, .revoke, .logout: false
    }
  }

  /// The step as a person writes it, without what stands beside it.
  package var usage: String {
    switch self {
    case .screen: "screen: password"
    case .finish, .expired, .reset, .refreshScreen, .refreshTokens, .userinfo, .revoke, .logout: "\(rawValue):"
    case .handOver: "hand_over: present"
    case .error: "error: access_denied"
    case .startAgain: "start_again: {prompt: none}"
    case .open: "open: \"${link}\""
    case .mail: "mail: \"${account.email}\""
    case .sms: "sms: \"+15550100\""
    case .push: "push: accept"
    case .request: "request: GET https://acme.test/health"
    case .run: "run: [make, seed]"
    case .wait: "wait: 30m"
    case .check: "check: {code: present}"
    case .use: "use: _fragments/sign-in.yaml"
    case .either: "either: [[…], […]]"
    case .repeated: "repeat: 3"
    }
  }

  package var summary: String {
    switch self {
    case .screen: "this screen is shown now; check it, then answer it"
    case .finish: "the journey is complete; the code is exchanged, the tokens are checked"
    case .handOver: "the journey leaves for a web page"
    case .error: "the journey ends in this OAuth error"
    case .expired: "the session is refused as expired"
    case .reset: "post the form that starts the journey over"
    case .refreshScreen: "ask for the current screen again"
    case .startAgain: "begin a new journey in the same browser"
    case .open: "open a link from a message"
    case .mail: "wait for a mail and take a code or link out of it"
    case .sms: "wait for a text message and take a code or link out of it"
    case .push: "what the person does on their device: accept or reject"
    case .request: "any HTTP request"
    case .run: "a local command, without a shell"
    case .wait: "time passes"
    case .check: "variables match"
    case .use: "the steps of a fragment"
    case .either: "the first branch whose head fits what is shown"
    case .repeated: "the steps beside it, several times"
    case .refreshTokens: "ask for new tokens with the refresh token"
    case .userinfo: "ask the userinfo endpoint"
    case .revoke: "revoke the tokens"
    case .logout: "sign out"
    }
  }
}
