import Diagnostics
import JourneyModel
import JourneyRecording
import JourneyReports
import JourneyRunner
import JourneyScenario

/// A person walks a journey, question by question, and every step of theirs is added to a recording.
struct RecordingSession {
  let dialogue: any RecordingDialogue
  let site: TenantSite
  let account: String?
  let makeContext: (Project) -> RunContext
  var planner: RecordingPlanner
  /// What is written in the end.
  var recording: Recording
  /// What is walked: the same, but for codes that the person read elsewhere and typed, which are nowhere written.
  private var walked: Recording
  /// The recordings before each thing that the person did, the latest last.
  private(set) var history: [Recording] = []
  var walk: GrowingWalk
  /// How long the next step waits, after a push or a pause.
  var nextWithin: String?
  /// What more the person wants to expect of this screen.
  var expectations = Expectations()
  var isOver = false
  /// Whether whatever came is taken before anything is pressed, also where it is not used.
  var takesUnread = false
  /// Why the inbox could not be asked, as it was said last; `nil` as long as nothing was.
  var inboxProblem: String?
  /// What the person typed unseen and gave a name.
  var typed: [Secret] = []
  /// What was learned in walks before an undo.
  private var learned: [Secret] = []
  let seed: UInt64

  private init(
    _ recording: Recording, _ walk: GrowingWalk, _ planner: RecordingPlanner, _ site: TenantSite, account: String?, seed: UInt64,
    _ dialogue: any RecordingDialogue, _ makeContext: @escaping (Project) -> RunContext
  ) {
    (self.recording, walked) = (recording, recording)
    (self.walk, self.planner, self.site, self.account, self.seed) = (walk, planner, site, account, seed)
    (self.dialogue, self.makeContext) = (dialogue, makeContext)
  }

  struct Expectations: Sendable, Hashable {
    /// The type and the label of every field of the form, not only of those that are answered.
    var labels = false
    var messages = false
    var onlyWidgets = false
    var wholeScreen = false
  }

  /// Opens the tenant and begins the journey.
  static func opened(
    _ recording: Recording, _ planner: RecordingPlanner, _ site: TenantSite, account: String?, seed: UInt64,
    _ dialogue: any RecordingDialogue, _ makeContext: @escaping (Project) -> RunContext
  ) async throws -> RecordingSession {
    let walk = try await begun(recording, planner, account: account, seed: seed, makeContext(planner.project))
    return RecordingSession(recording, walk, planner, site, account: account, seed: seed, dialogue, makeContext)
  }

  /// A walk that is where a recording leads.
  static func begun(
    _ recording: Recording, _ planner: RecordingPlanner, account: String?, seed: UInt64, _ context: RunContext
  ) async throws -> GrowingWalk {
    var first = recording
    first.steps = recording.steps.map(\.withoutSnapshot)
    let isEmpty = recording.steps.isEmpty && recording.leading.isEmpty
    if isEmpty { first.leading = RecordingPlanner.anyScreen }
    let (planned, errors) = planner.plan(first.text)
    guard var planned else { throw ProjectRefusal(diagnostics: errors) }
    if isEmpty { planned.main.instructions = [] }
    let attempt = try await context.open(planned, attempt: 1, account: account)
    var walk = GrowingWalk(planned, attempt: attempt, account: account, limits: RunLimits(seed: seed))
    switch await walk.begin() {
    case .waits: return walk
    case .stuck(let mismatches, _):
      await walk.close()
      throw RunFailure.cannotRead("the journey does not get there: " + mismatches.map(\.sentence).joined(separator: "; "))
    case .broken(let reason):
      await walk.close()
      throw RunFailure.cannotRead("the journey cannot be begun: \(reason)")
    }
  }

  /// Walks until the journey or the person ends it.
  mutating func run() async throws {
    while !isOver {
      do throws(Interjection) {
        switch walk.shown {
        case .screen(let screen)?: try await turn(on: screen)
        case .ended(let end)?: try await turn(at: end)
        case .handover(let handover)?: await keep(handover)
        case nil:
          say("Nothing is shown: the journey ends here.")
          isOver = true
        }
      } catch {
        switch error {
        case .quit: await end()
        case .undo: try await undo()
        }
      }
    }
  }

  /// Ends before the journey does: what is shown then is expected, so that the last answer is seen to lead there.
  mutating func end() async {
    isOver = true
    guard case .screen(let screen)? = walk.shown, !recording.steps.isEmpty else { return }
    if case .screen(let last)? = recording.steps.last, last.id == screen.id.text, last.answers.isEmpty, last.press == nil { return }
    var look = RecordedScreen(screen, volatile: volatile)
    look.within = nextWithin
    await take([.screen(look)], force: true)
  }

  /// Goes back to before the last thing that the person did, by walking again what was before it.
  mutating func undo() async throws {
    guard !site.isLive else { return say("A live tenant remembers: nothing can be undone there.") }
    guard let before = history.popLast() else { return say("This is the beginning.") }
    isOver = false
    try await walkAgain(before)
  }

  /// Goes back to before the n-th thing that the person did, counted from 0.
  mutating func goBack(to number: Int) async throws {
    guard history.indices.contains(number) else { return }
    history.removeSubrange((number + 1)...)
    try await undo()
  }

  /// Restarts and walks what a recording has.
  mutating func walkAgain(_ before: Recording) async throws {
    learned += walk.learned
    await walk.close()
    walk = try await Self.begun(before, planner, account: account, seed: seed, makeContext(planner.project))
    recording = before
    walked = before
    walked.steps = before.steps.map(\.withoutSnapshot)
    nextWithin = nil
    expectations = Expectations()
  }

  // MARK: Steps

  /// Takes steps as a walk of the scenario would, and keeps them if they hold; says whether they do.
  ///
  /// - Parameters:
  ///   - written: what is written in their place; `nil` for the steps themselves.
  ///   - force: whether they are kept even if they do not hold.
  @discardableResult
  mutating func take(
    _ steps: [RecordedStep], vars: [Recording.Variable] = [], written: [RecordedStep]? = nil, force: Bool = false
  ) async -> Bool {
    var longer = walked
    longer.vars += vars
    longer.steps += steps.map(\.withoutSnapshot)
    let (planned, errors) = planner.plan(longer.text)
    guard let planned else {
      for error in errors { say("This cannot be written: \(error.message)" + (error.suggestion.map { " (\($0))" } ?? "")) }
      return false
    }
    let secrets = planner.project.sites[site.name].map { ["secret": $0.secretsOfWalk()] } ?? [:]
    switch await walk.take(planned, values: secrets) {
    case .waits:
      keep(longer, written ?? steps)
      return true
    case .stuck(let mismatches, let wasSent):
      for mismatch in mismatches { say("  " + mismatch.sentence) }
      if force { keep(longer, written ?? steps) } else if wasSent { await recover(from: "A step was carried out, and does not hold.") }
      return false
    case .broken(let reason):
      await recover(from: "It could not be walked: \(reason).")
      return false
    }
  }

  private mutating func keep(_ longer: Recording, _ written: [RecordedStep]) {
    history.append(recording)
    walked = longer
    recording.vars = longer.vars
    recording.steps += written
    nextWithin = nil
    expectations = Expectations()
  }

  /// After a step that failed half-way: back to before it, where the tenant is a mock.
  private mutating func recover(from problem: String) async {
    say(problem)
    guard !site.isLive else {
      say("The recording ends here, because a live tenant cannot go back.")
      isOver = true
      return
    }
    do { try await walkAgain(recording) } catch {
      say("The journey cannot be walked again: \(error)")
      isOver = true
    }
  }

  // MARK: Dialogue

  /// Says a line, with nothing secret in it.
  func say(_ line: String) { dialogue.say(redactor.redacted(line) + "\n") }

  /// Asks until the answer is not a request for help or for more expectations.
  mutating func ask(_ prompt: String, isHidden: Bool = false) throws(Interjection) -> RecordingReply {
    while true {
      let redactor = redactor
      let reply = RecordingReply(dialogue.answer(to: redactor.redacted(prompt), isHidden: isHidden, redactor), isHidden: isHidden)
      switch reply {
      case .text, .enter: return reply
      case .undo: throw .undo
      case .quit: throw .quit
      case .help: dialogue.say(RecordingReply.explanation)
      case .expect: expectMore()
      }
    }
  }

  private mutating func expectMore() {
    while true {
      let question = "  expect also: m messages, w no further widgets, s the whole screen, - nothing [s]: "
      switch RecordingReply(dialogue.answer(to: question, redactor)) {
      case .text("m"):
        expectations.messages = true
        return say("  Added: the messages of this screen.")
      case .text("w"):
        expectations.onlyWidgets = true
        return say("  Added: no further widgets.")
      case .enter, .text("s"):
        expectations.wholeScreen = true
        return say("  Added: the whole screen, as a snapshot.")
      case .text("-"), .undo, .expect, .help, .quit: return say("  Nothing was added.")
      case .text(let text): say("  No choice '\(text)'; type m, w, s or -.")
      }
    }
  }

  var redactor: Redactor {
    var redactor = Redactor()
    for secret in secrets { redactor.learnClosely(secret, isOfLiveTenant: false) }
    return redactor
  }

  /// What must not be seen: what is written down for the tenant or in the secrets file, what was learned on the way, and what the
  /// person typed unseen.
  var secrets: [Secret] { planner.project.secrets(ofTenants: [site.name]) + typed + learned + walk.learned }

  /// Whether a text holds what must not be seen, be it in groups as keys of authenticator apps are often typed.
  func isSecret(_ text: String) -> Bool {
    let redactor = redactor
    return [text, text.filter { $0 != " " && $0 != "-" }].contains { redactor.redacted($0) != $0 }
  }

  /// Texts that another walk has not: the account's own, and what was made up.
  var volatile: [String] {
    let made = recording.vars.compactMap { walk.value(of: $0.name)?.text }
    return made + accountTexts.map(\.text).filter { $0.contains("@") }
  }

  /// The texts among the account's attributes, passwords and keys not among them.
  var accountTexts: [(name: String, text: String)] {
    accountMembers.compactMap { member in member.value.text.map { (member.name, $0) } }
  }

  var accountMembers: [Value.Member] {
    guard let account, case .map(let members)? = site.accounts[account] else { return [] }
    return members
  }
}

extension Mismatch {
  /// E.g. `answer to 'email': expected an e-mail address, found 'x'`.
  var sentence: String {
    "\(subject.sentence): expected \(expected), found \(actual)" + (nearest.map { " (\($0))" } ?? "")
      + details.map { "\n    \($0)" }.joined()
  }
}
