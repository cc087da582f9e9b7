import Encodings
import JourneyLanguage
import JourneyMock
import JourneyModel

/// What a person did in one journey of a served mock, from its beginning to where it ended or was left.
struct JourneyTrail: Sendable {
  enum Moment: Sendable {
    case answered(JourneyAct.Reply)
    /// The link of a message was opened, and the journey went on there.
    case openedLink
    case push(isAccepted: Bool)
    case cameBack
    /// The next journey of the same person began.
    case startedAgain(JourneyAct.Beginning)
    /// The world's clock was moved on by this time.
    case clockMoved(Duration)
  }

  let id: String
  /// The name of its world.
  let world: String
  let beginning: JourneyAct.Beginning
  private(set) var moments: [Moment] = []
  /// The last person that it was about, by the name in the tenant's file; `nil` for none, or for a new person.
  private(set) var account: String?
  private(set) var isOfNewPerson = false
  /// The same by the account's `sub`.
  private(set) var person: String?
  /// How it ended; `nil` for one that was left.
  private(set) var end: JourneyAct.End?
  /// The world's clock when it began, and when something was done last.
  let firstClock: MockClock
  private var lastClock: MockClock
  /// How much of a journey is kept; one that needs more goes in circles.
  private static let limit = 200

  init(_ id: String, in world: String, _ beginning: JourneyAct.Beginning, at clock: MockClock) {
    self.id = id
    self.world = world
    self.beginning = beginning
    (firstClock, lastClock) = (clock, clock)
  }

  /// One that a link of another journey's message began.
  init(_ id: String, after sender: JourneyTrail, at clock: MockClock) {
    self = JourneyTrail(id, in: sender.world, sender.beginning, at: sender.firstClock)
    moments = sender.moments + Self.moves(from: sender.lastClock, to: clock) + [.openedLink]
    lastClock = clock
    (account, person, isOfNewPerson) = (sender.account, sender.person, sender.isOfNewPerson)
  }

  /// This journey after an earlier one of the same person.
  func after(_ earlier: JourneyTrail) -> JourneyTrail {
    var both = JourneyTrail(id, in: world, earlier.beginning, at: earlier.firstClock)
    both.moments = earlier.moments + Self.moves(from: earlier.lastClock, to: firstClock) + [.startedAgain(beginning)] + moments
    both.lastClock = lastClock
    (both.account, both.person, both.end) = (account ?? earlier.account, person, end)
    both.isOfNewPerson = isOfNewPerson || earlier.isOfNewPerson
    return both
  }

  /// Whether nothing was done in it that could be written.
  var isEmpty: Bool {
    !moments.contains { moment in
      if case .answered(let reply) = moment { !reply.isPoll } else { false }
    }
  }

  /// Whether nothing can follow.
  var isOver: Bool { end != nil && end != .away }

  mutating func add(_ act: JourneyAct) {
    guard moments.count < Self.limit else { return }
    moments += Self.moves(from: lastClock, to: act.clock)
    lastClock = act.clock
    switch act.kind {
    case .began: break
    case .answered(let reply):
      if let name = reply.account { account = name }
      if let sub = reply.person { person = sub }
      isOfNewPerson = isOfNewPerson || reply.isOfNewPerson
      end = reply.end
      // What an app asks for again and again has no meaning until it leads on.
      if !reply.isPoll || reply.leadsOn { moments.append(.answered(reply)) }
    case .push(let isAccepted): moments.append(.push(isAccepted: isAccepted))
    case .cameBack:
      end = nil
      moments.append(.cameBack)
    }
  }

  /// How a person moved a clock; the time that passed on its own does not count.
  private static func moves(from earlier: MockClock, to clock: MockClock) -> [Moment] {
    let seconds = Duration.seconds(clock.moved(since: earlier).components.seconds)
    return seconds == .zero ? [] : [.clockMoved(seconds)]
  }

  /// How far the clock was moved on the way, each move separately; below zero where it was set back.
  var clockMoves: [Duration] {
    moments.compactMap { moment in
      if case .clockMoved(let time) = moment { time } else { nil }
    }
  }

  /// What was special about the person's clock; `nil` where it showed the machine's time, and it was not moved.
  var clockTold: String? {
    if let back = clockMoves.first(where: { $0 < .zero }) {
      return "the mock's clock was set back by \(DurationText.format(.zero - back)) on the way, which no scenario can do"
    }
    let moved = clockMoves.reduce(.zero, +)
    guard moved == .zero else { return "the mock's clock was moved on by \(DurationText.format(moved)) on the way" }
    guard !(Duration.seconds(-60) ... .seconds(60)).contains(firstClock.lead) else { return nil }
    let time = DateText.rfc3339(millisecondsSinceEpoch: firstClock.now.milliseconds).prefix(16).replacing("T", with: " ")
    return "the mock's clock showed \(time) when the journey began, and a run begins with the machine's time"
  }

  /// The codes that were sent on the way.
  var codes: [String] {
    moments.flatMap { moment -> [String] in
      guard case .answered(let reply) = moment else { return [] }
      return reply.codes
    }
  }

  /// The place of the dialect in which it was walked first.
  var dialect: Int {
    for case .answered(let reply) in moments { return reply.dialect }
    return beginning.dialect
  }
}
