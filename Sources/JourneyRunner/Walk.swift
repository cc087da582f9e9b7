internal import Encodings
internal import JourneyLanguage
package import JourneyModel
internal import JourneyScenario

/// One attempt at a case as a value: given what happened, it returns what to do next.
///
/// It is a program counter, scopes, a deadline and an inbox mark. It touches nothing outside itself, so everything
/// that it decides is tested with hand-made input. Its programs run in turn: `before`, the steps, and
/// `after`, which always runs.
package struct Walk: Sendable {
  /// Which program is running.
  package enum Phase: Sendable, Hashable {
    case before, journey, cleanUp, over
  }

  /// Where the journey is, as far as the walk knows.
  enum Shown: Sendable, Hashable {
    case nothing
    case now(Turn.Now)

    /// Where the journey leaves for; `nil` if it does not leave.
    var handover: Handover? {
      guard case .now(.handover(let handover)) = self else { return nil }
      return handover
    }
  }

  package internal(set) var planned: PlannedCase
  let limits: WalkLimits
  package internal(set) var phase = Phase.before
  /// Index of the instruction that is executed next, in the phase's program.
  var counter = 0
  var bindings: Bindings
  var frames: [Frame] = []

  var shown = Shown.nothing
  /// Of the journey; the one that `response` is matched against.
  var exchange: Exchange?
  /// Indices of messages on what is shown that some step expected.
  var expectedMessages: Set<Int> = []
  /// Whether the journey is on a web page that the app opened.
  var isOnPage = false
  /// What is wrong with the exchanges of the journey, whatever was shown: it fails the case once all steps are taken.
  private(set) var findings: [Mismatch] = []
  /// What is wrong unless a step looks at more of what is shown than its name.
  var doubts: [Mismatch] = []
  /// Why what is shown may be a refusal without a message, until a step states which messages it expects.
  var silentRefusal: String?
  /// Why the name of what is shown does not show what an answer led to, until a step expects more than the name.
  var sharedName: String?
  /// What likely led to what is shown, for failures on it.
  var likelyCause: String?
  /// The request by which the site refused what was sent, for failures on what is shown.
  var refusedRequest: String?
  /// What is new on what is shown, and is not known as a message.
  var unmarkedText: UnmarkedText?
  /// What rules lack on what is shown, by the name that they give.
  var unmetRules: [String: String] = [:]
  /// The status 4xx of the page that is shown, until a step names the page, its status or its messages.
  var errorStatus: Int?
  /// Whether a step matched what is shown.
  var isLookedAt = true
  /// Whether the completed end that is shown was already followed to its tokens or its error.
  var isEndFollowed = false
  /// Whether any step of the journey looked at the tenant, or its end was checked.
  var hasLooked = false
  /// Whether any step of the journey was passed over.
  var hasPassedOver = false

  /// How many steps and rounds were begun, of the journey or of the clean-up.
  var stepsTaken = 0

  /// Whether more steps may come once all are taken: the walk then pauses instead of ending.
  var mayGrow = false

  /// What the last action was for.
  var pending = Pending.nothing
  var current: CurrentStep?
  /// Until when the current step may ask again; `nil` before it had to.
  var deadline: Instant?
  /// How often it asked.
  var asked = 0

  /// Messages from then on count.
  var mark = Instant(milliseconds: 0)
  var takenMessages: Set<String> = []
  /// Where the values of variables come from; those that are made up are missing.
  var sources: [String: AnswerSource] = [:]
  /// A passage that is being walked; `nil` while the scenario itself is.
  var detour: Detour?
  /// Where passages were walked.
  var passed: Set<PassedPlace> = []
  /// A code of an authenticator app that the walk waits for; `nil` while it needs none.
  var passcodeWait: PasscodeWait?
  /// Who knows of the codes that were leased that they were not used before.
  var leaseExtent = PasscodeLease.Extent.machine
  /// The codes of authenticator apps that were posted.
  var postedCodes: Set<String> = []
  /// The code of the form that was posted last, on a tenant that takes each code once; `nil` if it had none.
  var sentCode: SentCode?
  /// What a script types for texts that are too short on one of two versions, by what is written.
  var longer: [String: String] = [:]
  /// What is said once the form that the step fills in is posted.
  var answering: AnsweredForm?

  /// Whether the journey began, which it does not where a step of `before` fails.
  var hasBegun = true
  /// The outcome of the journey; `nil` while it goes on.
  var verdict: AttemptOutcome.Result?
  var stepsLeft: [String] = []
  var cleanUpProblems: [String] = []

  private var events: [WalkEvent] = []
  /// What must not be seen, learned since the last call.
  private var learnedSecrets: [Secret] = []
  /// What the walk looked like from outside, for rows that must not differ; `nil` if they are not compared.
  package internal(set) var trace: WalkTrace?

  /// - Parameters:
  ///   - values: the names that every scope sees: `account`, `secret`, `env`.
  ///   - seed: of the run; random values are drawn from it, for each case and attempt their own.
  ///   - salt: unique to this run, if the tenant remembers other runs; `nil` if every attempt finds it new.
  package init(
    _ planned: PlannedCase, attempt: Int = 1, values: [String: Value], seed: UInt64, salt: String? = nil, limits: WalkLimits
  ) {
    self.planned = planned
    self.limits = limits
    let generator = SeededGenerator(seed: seed, labels: [planned.id, String(attempt)])
    bindings = Bindings(values: values, generator: generator, now: Instant(milliseconds: 0))
    bindings.passcodeSteps = limits.leasesPasscodes ? PasscodeSteps() : nil
    bindings.uniqueGenerator = salt.map { SeededGenerator(seed: seed, labels: [$0, planned.id, String(attempt)]) }
    trace = planned.indistinguishableFrom == nil ? nil : WalkTrace()
    bindings.learn(values["account"]?.secrets ?? [])
    bindings.learn(values["secret"]?.secrets ?? [])
    events.reserveCapacity(16)
  }

  /// What to do after this input, at `now` by the tenant's clock.
  package mutating func next(_ input: WalkInput, at now: Instant) -> WalkAction {
    bindings.now = now
    bindings.learn(input.learned)
    var course = hear(input)
    var executed = 0
    while true {
      switch course {
      case .ask(let action):
        bindings.learn(action.secrets)
        return action
      case .goOn:
        guard executed < WalkLimits.instructionsAtOnce else { return .pause }
        executed += 1
        course = leasing(again: nil) { walk in walk.execute() }
      case .stop(let result): course = conclude(result)
      }
    }
  }

  /// The events since the last call, oldest first.
  package mutating func takeEvents() -> [WalkEvent] {
    let taken = events
    events.removeAll(keepingCapacity: true)
    return taken
  }

  /// What was learned since the last call and must not be seen: what was captured, made, or shown as a secret.
  package mutating func takeLearnedSecrets() -> [Secret] {
    defer { learnedSecrets = [] }
    return learnedSecrets + bindings.takeLearned()
  }

  /// Treats what contains any of these as a secret, here and in all output.
  mutating func learn(_ secrets: [Secret]) {
    guard !secrets.isEmpty else { return }
    learnedSecrets += secrets
    bindings.learn(secrets)
  }

  /// Keeps what is wrong with the exchanges of a turn for the end of the case, each once; scripts are followed in spite of it.
  mutating func hold(_ found: [TokenCheck]) {
    guard limits.script == nil else { return }
    let place = placeOfFinding
    hold(found.filter { !$0.isOfScreen }.compactMap { Mismatch($0, place: place) })
    doubts += found.filter(\.isOfScreen).compactMap { Mismatch($0, place: place) }
  }

  /// Counts what is wrong with what is shown, because no step says what else is there.
  mutating func holdDoubts() {
    hold(doubts)
    doubts = []
  }

  private mutating func hold(_ found: [Mismatch]) {
    for mismatch in found where !findings.contains(where: { $0.subject == mismatch.subject && $0.actual == mismatch.actual }) {
      if phase == .cleanUp { cleanUpProblems.append(mismatch.found) } else { findings.append(mismatch) }
    }
  }

  mutating func emit(_ kind: RunEvent.Kind) {
    events.append(WalkEvent(step: current?.id, kind: kind))
  }

  var program: Program {
    switch phase {
    case .before: planned.before
    case .journey: detour?.program ?? planned.main
    case .cleanUp: planned.after
    case .over: Program()
    }
  }

  var now: Instant { bindings.now }

  /// The tenant in the dialect of what is shown.
  var tenant: CaseTenant { isOnPage ? planned.tenant.onPages : planned.tenant }
}

extension Walk {
  /// The consequence of an input or an instruction.
  enum Course {
    case goOn
    case ask(WalkAction)
    /// The phase's program ends here.
    case stop(AttemptOutcome.Result)
  }

  /// The current step.
  struct CurrentStep: Sendable, Hashable {
    var id: String
    var head: String
  }

  /// A scope or a loop that is open.
  enum Frame: Sendable {
    /// What the names meant outside, and what was captured inside.
    case scope(outer: [String: Value], captured: [String: Value])
    /// The round, from 1, and what `index` meant outside.
    case loop(round: Int, outer: Value?)
  }

  /// What an action was for, so that its result goes to the right place.
  enum Pending: Sendable {
    case nothing
    case start
    /// The step passes with the next turn.
    case turnOfStep
    /// The time before asking again.
    case interval
    /// The instruction is executed again with the next turn.
    case askedAgain
    case finish
    case token
    /// The page of a logout that asks first was answered.
    case tokenAnswered
    case snapshot(Submission?, [Mismatch])
    case mails(InboxQuestion)
    case mailInterval(InboxQuestion)
    /// A `wait` or a `push`, which passes once it is done.
    case passage
    case request(HTTPCall)
    case requestInterval(HTTPCall)
    case command
  }
}
