import JourneyMock

/// What somebody did in one journey of a served mock, from its beginning to where it ended or was left.
struct JourneyTrail: Sendable {
  enum Moment: Sendable {
    case answered(JourneyAct.Reply)
    /// The link of a message was opened, and the journey went on there.
    case openedLink
    case push(isAccepted: Bool)
    case cameBack
    /// The next journey of the same person began.
    case startedAgain(JourneyAct.Beginning)
  }

  let id: String
  /// The name of its world.
  let world: String
  let beginning: JourneyAct.Beginning
  private(set) var moments: [Moment] = []
  /// Whom it was about last, as the tenant's file names them; `nil` for nobody, or for somebody new.
  private(set) var account: String?
  private(set) var isOfNewPerson = false
  /// The same by the account's `sub`.
  private(set) var person: String?
  /// How it ended; `nil` for one that was left.
  private(set) var end: JourneyAct.End?
  /// How much of a journey is kept; one that needs more goes in circles.
  private static let limit = 200

  init(_ id: String, in world: String, _ beginning: JourneyAct.Beginning) {
    self.id = id
    self.world = world
    self.beginning = beginning
  }

  /// One that a link of another journey's message began.
  init(_ id: String, after sender: JourneyTrail) {
    self = JourneyTrail(id, in: sender.world, sender.beginning)
    moments = sender.moments + [.openedLink]
    (account, person, isOfNewPerson) = (sender.account, sender.person, sender.isOfNewPerson)
  }

  /// This journey after an earlier one of the same person.
  func after(_ earlier: JourneyTrail) -> JourneyTrail {
    var both = JourneyTrail(id, in: world, earlier.beginning)
    both.moments = earlier.moments + [.startedAgain(beginning)] + moments
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

  mutating func add(_ kind: JourneyAct.Kind) {
    guard moments.count < Self.limit else { return }
    switch kind {
    case .began: break
    case .answered(let reply):
      if let name = reply.account { account = name }
      if let sub = reply.person { person = sub }
      isOfNewPerson = isOfNewPerson || reply.isOfNewPerson
      end = reply.end
      // What an app asks for again and again tells nothing until it leads on.
      if !reply.isPoll || reply.leadsOn { moments.append(.answered(reply)) }
    case .push(let isAccepted): moments.append(.push(isAccepted: isAccepted))
    case .cameBack:
      end = nil
      moments.append(.cameBack)
    }
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
