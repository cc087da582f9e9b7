import JourneyClient
import JourneyModel

/// The exchanges of one journey as the passive checks read them: told what went over the wire, it says what is wrong.
struct FlowTrace: Sendable {
  private var cookies = CookieTrace()
  /// What a person typed that must not be seen.
  private var typed = TypedSecrets()
  private var found: Set<FlowFinding> = []

  /// A new journey.
  ///
  /// - Parameter keepsCookies: whether its browser is that of the one before.
  mutating func begin(keepsCookies: Bool) {
    if keepsCookies { cookies.begin() } else { cookies = CookieTrace() }
    typed = TypedSecrets()
    found = []
  }

  mutating func type(_ secrets: [Secret]) { for secret in secrets { typed.add(secret) } }

  /// What is wrong with these exchanges; each finding is told once in a journey.
  ///
  /// - Parameters:
  ///   - verifier: that of the present authorization request.
  ///   - hasCode: whether they led to the app, with a code.
  mutating func read(_ exchanges: [SeenExchange], verifier: Secret?, hasCode: Bool) -> [FlowFinding] {
    var findings: [FlowFinding] = []
    for exchange in exchanges {
      findings += cookies.read(exchange, isCredential: exchange.hasCredential)
      findings += exchange.addressFindings(typed: typed, verifier: verifier) + exchange.challengeFindings + exchange.headerFindings
    }
    findings += cookies.end(hasCode: hasCode)
    return findings.filter { found.insert($0).inserted }
  }
}
