/// How a journey ends.
public enum JourneyEnd: Sendable, Hashable {
  /// The flow is done and its code waits to be fetched; `finish` fetches it.
  case completed
  /// The code is exchanged and the tokens are looked at.
  case finished(Finish)
  /// An OAuth error, e.g. `access_denied`.
  case refused(OAuthErrorResponse)
  /// The session is refused as expired or unknown, with this HTTP status and the messages that came with it.
  case expired(status: Int, messages: [Message] = [])
}

/// An OAuth error as a server gives it.
public struct OAuthErrorResponse: Sendable, Hashable {
  /// The error's code, e.g. `invalid_grant`.
  public var error: String
  /// `nil` if the server gave none.
  public var description: String?

  public init(error: String, description: String? = nil) {
    self.error = error
    self.description = description
  }
}

/// The result of the end of a journey: tokens and their checks.
public struct Finish: Sendable, Hashable {
  /// What a scenario may match, by the names of the `finish` step: `claims`, `scope`, `expires_in`, `refresh_token`, …
  public var facts: [Value.Member]
  /// Everything that was verified, in the order of verification; the first that does not hold ends it.
  public var checks: [TokenCheck]
  /// Extra attempts that the server had to refuse, in the order listed.
  public var probes: [ProbeResult]

  public init(facts: [Value.Member], checks: [TokenCheck], probes: [ProbeResult] = []) {
    self.facts = facts
    self.checks = checks
    self.probes = probes
  }

  /// The member of the fact `access_token` that says why the issuer does not vouch for its `claims`; it is missing if the issuer does.
  public static let doubtName = "unverified"

  /// Whether there are tokens.
  public var hasTokens: Bool { facts.contains { $0.name == "access_token" } }
}

/// One thing verified about the callback or a token.
public struct TokenCheck: Sendable, Hashable {
  /// What was verified, e.g. `state`, `signature`, `iss`.
  public var name: String
  /// `nil` if it holds; else what was expected and what was there, in a sentence without secrets.
  public var problem: String?
  /// The line below a tenant that switches the check off, e.g. `checks: {headers: {skip: why}}`; `nil` for one that always counts.
  public var switchedOffBy: String?
  /// Whether it is void where a step looks at more of the screen than its name.
  public var isOfScreen: Bool

  public init(_ name: String, problem: String? = nil, switchedOffBy: String? = nil, isOfScreen: Bool = false) {
    self.name = name
    self.problem = problem
    self.switchedOffBy = switchedOffBy
    self.isOfScreen = isOfScreen
  }

  /// The check of a logout that leads to another site, which a step accepts by naming the address with `redirect`.
  public static let logoutElsewhere = "logout-elsewhere"

  /// The way back to the app brings no code, as where a journey ends without tokens.
  public static let noCode = TokenCheck("code", problem: "the callback has no 'code'")
}

/// The result of an attempt that a server must refuse.
public struct ProbeResult: Sendable, Hashable {
  /// The probe's name, e.g. `code_replay`.
  public var name: String
  /// `nil` if the server refused it; else what it did instead.
  public var problem: String?

  public init(_ name: String, problem: String? = nil) {
    self.name = name
    self.problem = problem
  }
}

/// The journey leaves for a web page, or comes back from one.
public struct Handover: Sendable, Hashable {
  /// Why it leaves.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The server sent it there.
    case server
    /// The app cannot show what the server sent.
    case app
    /// An identity provider was chosen.
    case provider
    /// The web page that it left for leads back to the app.
    case back

    /// Why a journey leaves, as scenarios write it.
    public static var allCases: [Reason] { [.server, .app, .provider] }
  }

  public var url: String
  public var reason: Reason
  /// What the app could not show, in a sentence; `nil` for the other reasons.
  public var cause: String?

  public init(url: String, reason: Reason, cause: String? = nil) {
    self.url = url
    self.reason = reason
    self.cause = cause
  }
}
