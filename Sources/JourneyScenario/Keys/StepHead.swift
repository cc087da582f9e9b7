package import JourneyModel

/// The heads that a step can have: each names its kind.
///
/// A head is described once, in its row of `specification`: the decoder, the checks, the editors' schema, the reference and the runner
/// draw on it.
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
  static let repeatBounds = 1...maxRounds
  /// How many rounds there may be in all where rounds are repeated.
  static let maxRounds = 10_000

  /// What is known of a head before any step has it.
  package struct Specification: Sendable {
    /// The step as it is written, without the keys next to the head.
    package let usage: String
    package let summary: String
    package let shape: ValueShape
    package let role: Role
    /// The keys that are allowed next to it.
    package let keys: Set<StepKey>
    /// What can be captured next to it; `nil` for nothing.
    package let captures: CaptureSources?
    /// Whether it is allowed in `before` and `after`.
    package let prepares: Bool
    /// Whether it checks something of the tenant; waiting, going elsewhere and comparing variables does not.
    package let isAssertion: Bool
    /// What a dialect has to be able to do for it; `nil` if every dialect can.
    package let capability: DialectDescription.Capability?

    init(
      _ usage: String, _ summary: String, _ shape: ValueShape, _ role: Role, beside keys: Set<StepKey> = [],
      captures: CaptureSources? = nil, prepares: Bool = false, isAssertion: Bool = true,
      needs capability: DialectDescription.Capability? = nil
    ) {
      self.usage = usage
      self.summary = summary
      self.shape = shape
      self.role = role
      self.keys = keys.union(captures == nil ? [.name, .when] : [.name, .when, .capture])
      self.captures = captures
      self.prepares = prepares
      self.isAssertion = isAssertion
      self.capability = capability
    }
  }

  /// What a step does to the journey.
  package enum Role: Sendable, Hashable {
    /// It describes the screen that is shown.
    case screen
    /// It describes how the journey ends or leaves.
    case end
    /// It acts on a journey that has begun.
    case action
    /// It begins a journey.
    case start
    /// It uses the tokens of a journey that has ended.
    case tokens
    /// It leaves the journey alone.
    case outside
    /// It consists of other steps.
    case group
  }

  /// What a capture may take next to a head.
  package struct CaptureSources: Sendable {
    /// Words that may stand alone, e.g. `code`.
    package let words: [String]
    /// Keys of which one names the source.
    package let keys: [CaptureKey]

    init(words: [String] = [], _ keys: [CaptureKey]) {
      self.words = words
      self.keys = keys
    }
  }
}

extension StepHead {
  private static let specifications = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  package var specification: Specification { Self.specifications[self] ?? row }

  package var summary: String { specification.summary }

  /// Whether a key is allowed next to it.
  package func allows(_ key: StepKey) -> Bool { specification.keys.contains(key) }

  /// The keys that are allowed next to it, in the order of their documentation.
  package var keys: [StepKey] { StepKey.allCases.filter(allows) }

  /// Whether a branch of `either` may begin with it: what is shown decides whether it fits.
  var beginsBranch: Bool { specification.role == .screen || specification.role == .end }

  /// Those of which something holds, each in single quotes.
  static func list(where condition: (StepHead) -> Bool) -> String {
    allCases.filter(condition).map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }

  private static let tokenFacts = ["access_token", "refresh_token", "id_token", "scope", "expires_in"]

  /// The table: one row for each head.
  private var row: Specification {
    switch self {
    case .screen:
      Specification(
        "screen: password", "this screen is shown now; check it, then answer it", .matcher, .screen,
        beside: [
          .within, .optional, .forms, .widgets, .onlyForms, .onlyWidgets, .messages, .branding, .response, .snapshot, .answers, .press,
          .force, .refuses,
        ], captures: CaptureSources([.widget, .message, .json, .header, .url, .fact]))
    case .finish:
      Specification(
        "finish:", "the journey is complete; the code is exchanged, the tokens are checked", .nothing, .end,
        beside: [.within, .tokens, .probes, .claims, .scope, .expiresIn, .refreshToken, .accessToken, .redirect],
        captures: CaptureSources(words: Self.tokenFacts, [.fact, .json, .header]))
    case .handOver:
      Specification(
        "hand_over: present", "the journey leaves for a web page", .matcher, .end, beside: [.within, .reason, .comesBack, .steps],
        captures: CaptureSources([.url]), needs: .handOver)
    case .error:
      Specification(
        "error: access_denied", "the journey ends in this OAuth error", .matcher, .end, beside: [.within, .description])
    case .expired:
      Specification("expired:", "the session is refused as expired", .nothing, .end, beside: [.within, .messages, .response])
    case .reset:
      Specification("reset:", "post the form that starts the journey over", .nothing, .action, isAssertion: false, needs: .reset)
    case .refreshScreen:
      Specification(
        "refresh_screen:", "request the current screen again", .nothing, .action, isAssertion: false, needs: .refreshScreen)
    case .startAgain:
      Specification(
        "start_again: {prompt: none}", "begin a new journey in the same browser", .either([.nothing, .named("start")]), .start,
        isAssertion: false)
    case .open:
      Specification(
        "open: \"${link}\"", "open a link from a message", .text, .start, beside: [.elsewhere], isAssertion: false, needs: .openLink)
    case .mail:
      Specification(
        "mail: \"${account.email}\"", "wait for a mail and take a code or link from it", .text, .outside,
        beside: [.within, .subject, .text, .absent], captures: CaptureSources(words: ["code", "link"], [.code, .link]), prepares: true)
    case .sms:
      Specification(
        "sms: \"+15550100\"", "wait for a text message and take a code or link from it", .text, .outside,
        beside: [.within, .subject, .text, .absent], captures: CaptureSources(words: ["code", "link"], [.code, .link]))
    case .push:
      Specification(
        "push: accept", "what the person does on their device: accept or reject",
        .word(PushAnswer.allCases.map(\.rawValue)), .action, needs: .push)
    case .request:
      Specification(
        "request: GET https://acme.test/health", "any HTTP request", .text, .outside,
        beside: [.within, .headers, .json, .form, .text, .response], captures: CaptureSources([.json, .header]), prepares: true)
    case .run:
      Specification(
        "run: [make, seed]", "a local command, without a shell", .list(.text), .outside,
        captures: CaptureSources(words: ["output"], [.json]), prepares: true)
    case .wait: Specification("wait: 30m", "time passes", .duration, .outside, isAssertion: false)
    case .check: Specification("check: {code: present}", "variables match", .matchers, .outside, isAssertion: false)
    case .use:
      Specification("use: _fragments/sign-in.yaml", "the steps of a fragment", .text, .group, beside: [.with], prepares: true)
    case .either:
      Specification(
        "either: [[…], […]]", "the first branch whose head matches what is shown", .list(.steps), .group, beside: [.within])
    case .repeated:
      Specification("repeat: 3", "the steps next to it, several times", .count(Self.repeatBounds), .group, beside: [.steps])
    case .refreshTokens:
      Specification(
        "refresh_tokens:", "request new tokens with the refresh token", .nothing, .tokens,
        beside: [.claims, .scope, .expiresIn, .refreshToken, .accessToken, .refused],
        captures: CaptureSources(words: Self.tokenFacts, [.fact, .json, .header]), needs: .refreshTokens)
    case .userinfo:
      Specification(
        "userinfo:", "call the userinfo endpoint", .nothing, .tokens, beside: [.claims, .refused],
        captures: CaptureSources(words: ["claims"], [.fact, .json, .header]), needs: .userinfo)
    case .revoke: Specification("revoke:", "revoke the tokens", .nothing, .tokens, beside: [.refused], needs: .revoke)
    case .logout: Specification("logout:", "sign out", .nothing, .tokens, beside: [.redirect, .press, .refused], needs: .logout)
    }
  }
}

/// What a person does with a push.
package enum PushAnswer: String, CaseIterable {
  case accept, reject
}
