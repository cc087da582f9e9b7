internal import Encodings
internal import JourneyLanguage
package import JourneyModel
internal import JourneyScenario

/// One attempt at a case as a value: told what happened, it says what is to be done next.
///
/// It is a program counter, scopes, a deadline and an inbox mark. It touches nothing outside of itself, so everything
/// that it decides is tested with happenings made by hand. Its programs are walked in turn: `before`, the steps, and
/// `after`, which is walked whatever became of the others.
package struct Walk: Sendable {
  /// Which program is walked.
  package enum Phase: Sendable, Hashable {
    case before, journey, cleanUp, over
  }

  /// Where the journey is, as far as the walk was told.
  enum Shown: Sendable, Hashable {
    case nothing
    case now(Turn.Now)
  }

  let planned: PlannedCase
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
  /// Whether a step fitted what is shown.
  var isLookedAt = true
  /// Whether the completed end that is shown was already followed to its tokens or its error.
  var isEndFollowed = false
  /// Whether any step of the journey was taken, rather than passed over.
  var hasTakenStep = false
  /// Whether any step of the journey was passed over.
  var hasPassedOver = false

  /// How many steps and rounds were begun, of the journey or of the clean-up.
  var stepsTaken = 0

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

  /// What became of the journey; `nil` while it is walked.
  var verdict: AttemptOutcome.Result?
  var stepsLeft: [String] = []
  var cleanUpProblems: [String] = []

  private var events: [WalkEvent] = []
  /// What must not be seen, since it was last taken.
  private var learnedSecrets: [Secret] = []
  /// What the walk looked like from outside, for rows that must not differ; `nil` where nobody asks.
  package internal(set) var trace: WalkTrace?

  /// - Parameters:
  ///   - values: the names that every scope sees: `account`, `secret`, `env`.
  ///   - seed: of the run; random values are drawn from it, for each case and attempt their own.
  ///   - salt: no other run's, where the tenant remembers what other runs left; `nil` where every attempt finds it new.
  package init(
    _ planned: PlannedCase, attempt: Int = 1, values: [String: Value], seed: UInt64, salt: String? = nil, limits: WalkLimits
  ) {
    self.planned = planned
    self.limits = limits
    let generator = SeededGenerator(seed: seed, labels: [planned.id, String(attempt)])
    bindings = Bindings(values: values, generator: generator, now: Instant(milliseconds: 0))
    bindings.uniqueGenerator = salt.map { SeededGenerator(seed: seed, labels: [$0, planned.id, String(attempt)]) }
    trace = planned.indistinguishableFrom == nil ? nil : WalkTrace()
    bindings.learn(values["account"]?.secrets ?? [])
    bindings.learn(values["secret"]?.secrets ?? [])
    events.reserveCapacity(16)
  }

  /// What to do, now that this happened; at `now` by the tenant's clock.
  package mutating func next(_ happening: Happening, at now: Instant) -> WalkAction {
    bindings.now = now
    bindings.learn(happening.learned)
    var course = take(happening)
    var executed = 0
    while true {
      switch course {
      case .ask(let action):
        bindings.learn(action.secrets)
        return action
      case .goOn:
        guard executed < WalkLimits.instructionsAtOnce else { return .pause }
        executed += 1
        course = execute()
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

  /// Takes what holds any of these for a secret, here and in everything that is put out.
  mutating func learn(_ secrets: [Secret]) {
    guard !secrets.isEmpty else { return }
    learnedSecrets += secrets
    bindings.learn(secrets)
  }

  mutating func emit(_ kind: RunEvent.Kind) {
    events.append(WalkEvent(step: current?.id, kind: kind))
  }

  var program: Program {
    switch phase {
    case .before: planned.before
    case .journey: planned.main
    case .cleanUp: planned.after
    case .over: Program()
    }
  }

  var now: Instant { bindings.now }
}

extension Walk {
  /// What follows from a happening or an instruction.
  enum Course {
    case goOn
    case ask(WalkAction)
    /// The phase's program ends here.
    case stop(AttemptOutcome.Result)
  }

  /// The step that is under way.
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

  /// What an action was for, so that its answer finds the way back.
  enum Pending: Sendable {
    case nothing
    case start
    /// The step passes with the turn that comes.
    case turnOfStep
    /// The time before asking again.
    case interval
    /// The instruction is executed again with the turn that comes.
    case askedAgain
    case finish
    case token
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
