internal import Diagnostics
public import JourneyModel

/// One event of a run: what happened, and in which case, attempt and step.
///
/// The event log writes each as a line; every report is made from those lines. So an event contains only values,
/// no place in memory: a place in a file is an `Excerpt`.
public struct RunEvent: Sendable, Hashable {
  /// Counts from 1 without gaps.
  public var sequence: Int
  /// Since the run began.
  public var time: Duration
  /// The id of the case; `nil` for what concerns the run.
  public var scenario: String?
  /// Counts from 1.
  public var attempt: Int?
  /// The step's id in its program, e.g. `2/use/0`, `before/1`.
  public var step: String?
  public var kind: Kind

  public init(sequence: Int, time: Duration, scenario: String?, attempt: Int?, step: String?, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.scenario = scenario
    self.attempt = attempt
    self.step = step
    self.kind = kind
  }

  public enum Kind: Sendable, Hashable {
    case runStarted(RunStart)
    /// A file that cannot be run: its diagnostics, rendered; nothing runs then.
    case fileRefused(RefusedFile)
    case scenarioPlanned(PlannedScenario)
    /// The walk begins; `account` is the name of the account it signs in as, `nil` for none.
    case attemptStarted(account: String? = nil)
    case stepStarted(StepFacts)
    case exchange(Exchange)
    case screenShown(Screen)
    /// The person answered: which form, and where each answer comes from, never what it is.
    case answered(AnsweredForm)
    /// A mail or text message that a step waited for was taken.
    case messageTaken(TakenMessage)
    case handedOver(Handover)
    case journeyEnded(JourneyEnd)
    /// An edge of a mock's graph, by its id.
    case edgeTaken(String)
    /// The server deviated from its protocol without harm.
    case warning(String)
    /// Something about the walk itself that its reader should know, such as why it waits.
    case note(String)
    case mismatch(Mismatch)
    case stepEnded(StepOutcome)
    case attemptEnded(AttemptOutcome)
    case scenarioEnded(ScenarioResult)
    case runEnded(RunEnd)
  }
}

/// What a run began with.
public struct RunStart: Sendable, Hashable {
  /// Of `journey` itself.
  public var version: String
  public var seed: UInt64
  public var jobs: Int
  /// By the clock of the machine.
  public var startedAt: Instant
  public var host: String
  /// Which shard of the cases this run is; `nil` if it ran all.
  public var shard: Shard?
  /// What was selected before the cases were split into shards, as words of a command, e.g. `journeys`, `--tag smoke`; `nil` if the log does
  /// not say.
  public var selection: [String]?
  /// The caller's name for this run, to distinguish it from other runs of the same scenarios.
  public var label: String?
  /// Whether it may have no case: its caller allows that, or other shards have them all.
  public var mayBeEmpty = false
  /// Whether a case that passes after a failure makes the run fail.
  public var failsOnFlaky = false
  /// What a command that repeats one of its cases needs in addition to the case's place, e.g. `--tenant acme=acme-staging`.
  public var again: [String] = []
  /// The tenants that its cases are walked on, by name.
  public var tenants: [WalkedTenant] = []
  /// Digests of all that the selected cases read, before several runs split them; empty for a run that has all cases.
  public var inputs: [RunInput: String] = [:]

  /// One of several runs that split the cases.
  public struct Shard: Sendable, Hashable {
    /// From 1.
    public var number: Int
    public var count: Int

    public init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  public init(version: String, seed: UInt64, jobs: Int, startedAt: Instant, host: String, shard: Shard? = nil) {
    self.shard = shard
    self.version = version
    self.seed = seed
    self.jobs = jobs
    self.startedAt = startedAt
    self.host = host
  }
}

/// A wrong file and what is wrong with it.
public struct RefusedFile: Sendable, Hashable {
  public var file: String
  /// One for each error: its place, its id and its text as the console shows it.
  public var problems: [Problem]

  public struct Problem: Sendable, Hashable {
    public var id: String
    public var message: String
    public var place: Excerpt?
    /// The whole diagnostic with source line and caret, plain.
    public var rendered: String

    public init(id: String, message: String, place: Excerpt?, rendered: String) {
      self.id = id
      self.message = message
      self.place = place
      self.rendered = rendered
    }
  }

  public init(file: String, problems: [Problem]) {
    self.file = file
    self.problems = problems
  }

  /// How many secrets and variables it uses that are not set.
  public var unsetValues: Int { problems.count(where: Self.isUnset) }

  /// Whether it has an error at some place in it; values that are not set are none.
  public var hasErrors: Bool { problems.contains { $0.place != nil && !Self.isUnset($0) } }

  /// How many errors are at no place of a file, such as an option that names a tenant that is not there.
  public var errorsWithoutPlace: Int { problems.count { $0.place == nil && !Self.isUnset($0) } }

  /// Whether the file itself has no error: it only uses values that are not set.
  public var isRight: Bool { unsetValues == problems.count }

  private static func isUnset(_ problem: Problem) -> Bool { problem.id == DiagnosticID.notSet.rawValue }
}

/// One case that will run or be skipped.
public struct PlannedScenario: Sendable, Hashable {
  /// The scenario's title, with the case's label; unique in its file.
  public var name: String
  /// Repository-relative, with `/`.
  public var file: String
  /// Of the `journey` key, from 1.
  public var line: Int
  public var description: String?
  public var tags: [String]
  public var owner: String?
  public var ticket: String?
  public var tenant: String
  public var dialect: String
  public var app: String?
  public var knownIssue: String?
  /// Set if the plan already knows that it does not run.
  public var skipped: String?
  /// The caller's name for its run; `nil` for none.
  public var label: String?
  /// Its place among all cases that were selected, from 0, if several runs split them; else `nil`.
  public var place: Int?
  /// A digest of all that the scenario says but for its names, fragments and rows included; two runs with the same one walked the same.
  public var content: String?
  /// Digests of what else it reads; empty if they are not known.
  public var inputs: [RunInput: String] = [:]

  public init(
    name: String, file: String, line: Int, description: String? = nil, tags: [String] = [], owner: String? = nil,
    ticket: String? = nil, tenant: String, dialect: String, app: String? = nil, knownIssue: String? = nil,
    skipped: String? = nil
  ) {
    self.name = name
    self.file = file
    self.line = line
    self.description = description
    self.tags = tags
    self.owner = owner
    self.ticket = ticket
    self.tenant = tenant
    self.dialect = dialect
    self.app = app
    self.knownIssue = knownIssue
    self.skipped = skipped
  }
}

/// What a step is, for people.
public struct StepFacts: Sendable, Hashable {
  /// The head in words, e.g. `screen password`.
  public var head: String
  public var place: Excerpt

  public init(head: String, place: Excerpt) {
    self.head = head
    self.place = place
  }
}

/// How a run ended.
public struct RunEnd: Sendable, Hashable {
  public enum Interruption: String, Sendable, Hashable {
    case interrupted, terminated
  }

  /// `nil` if it was completed.
  public var interruption: Interruption?
  public var duration: Duration

  public init(interruption: Interruption? = nil, duration: Duration) {
    self.interruption = interruption
    self.duration = duration
  }
}
