import Encodings
import JourneyClient
import JourneyModel

/// The exchanges of one journey as the passive checks read them: it takes what went over the wire, and says what is wrong.
struct FlowTrace: Sendable {
  private var cookies = CookieTrace()
  private var kept = KeptSignIn()
  private var memory = SignInMemory()
  /// How the sign-in of the last turn was lost, as the check of it says.
  private var unkept: String?
  /// What the check of it could not tell by the exchanges of the last turn alone.
  private(set) var doubt: KeptSignIn.Doubt?
  /// What a person typed that must not be seen.
  private var typed = TypedSecrets()
  /// Whether anything of that kind was typed since the last exchanges.
  private var hasTyped = false
  private var found: Set<FlowFinding> = []
  /// Where a sign-in form was filled in last; `nil` where none was.
  private(set) var signInPage: WebURL?
  /// The page that scripts work on.
  private var document: SeenExchange?

  /// Why the sign-in may be lost: browsers drop cookies of it; `nil` if they keep them all.
  var loss: String? { cookies.loss }

  /// Why the last page does not know the person although a password was accepted before; `nil` where nothing shows that.
  var lostSignIn: String? { unkept ?? memory.loss }

  /// Whether a password was sent in the last turn, and no answer set a cookie from then on.
  var lacksCookie: Bool { cookies.lacksCookie }

  /// A new journey.
  ///
  /// - Parameter keepsCookies: whether its browser is that of the one before.
  mutating func begin(keepsCookies: Bool) {
    if keepsCookies { cookies.begin() } else { cookies = CookieTrace() }
    typed = TypedSecrets()
    kept = KeptSignIn()
    (memory, unkept) = (SignInMemory(), nil)
    hasTyped = false
    found = []
  }

  /// - Parameter page: that of the form, if it is a sign-in form.
  mutating func type(_ secrets: [Secret], signingInOn page: WebURL? = nil) {
    kept.answer()
    for secret in secrets { typed.add(secret) }
    hasTyped = hasTyped || !secrets.isEmpty
    guard let page else { return }
    signInPage = page
    // What a scenario types in clear may well be wrong.
    if secrets.contains(where: { [.caller, .account].contains($0.source) }) { kept.type(on: page) }
  }

  /// What a doubt turned out to be; `nil` if it was said before.
  mutating func settle(_ finding: FlowFinding) -> FlowFinding? {
    doubt = nil
    if finding.severity == .error { unkept = finding.problem }
    return found.insert(finding).inserted ? finding : nil
  }

  /// What is wrong with these exchanges; each finding is reported once in a journey.
  ///
  /// - Parameters:
  ///   - verifier: that of the present authorization request.
  ///   - isAccepted: whether what was typed was accepted, as far as the page shows.
  ///   - hasCode: whether they led to the app, with a code.
  ///   - page: the page of a site that they led to; `nil` where an app asks for the sign-in.
  ///   - isDrawn: whether scripts may have drawn the fields of the page that they led to.
  mutating func read(
    _ exchanges: [SeenExchange], verifier: Secret?, isAccepted: Bool = true, hasCode: Bool, page: SiteSignIn.Page? = nil,
    isDrawn: Bool = false
  ) -> [FlowFinding] {
    var findings: [FlowFinding] = []
    for exchange in exchanges {
      if exchange.isPage { document = exchange }
      let isCredential = exchange.hasCredential || hasTyped && exchange.isOfScript
      findings += cookies.read(exchange, isCredential: isCredential)
      kept.read(exchange, isCredential: isCredential)
      memory.read(exchange, isCredential: isCredential)
      findings += exchange.addressFindings(typed: typed, verifier: verifier) + exchange.challengeFindings + exchange.headerFindings
    }
    if isDrawn, let document { findings += document.pageFindings }
    if !exchanges.isEmpty { hasTyped = false }
    findings += cookies.end(isAccepted: isAccepted, hasCode: hasCode, page: page)
    (unkept, doubt) = (nil, nil)
    switch kept.end(page, isAccepted: isAccepted, isIn: cookies.isIn) {
    case .lost(let loss):
      findings.append(loss)
      unkept = loss.problem
    case .depends(let doubt): self.doubt = doubt
    case nil: break
    }
    memory.end(page, isAccepted: isAccepted)
    return findings.filter { found.insert($0).inserted }
  }
}
