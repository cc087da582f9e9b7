import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyMock
import JourneyModel

/// Works out who gets tokens from two mocks: for each account of both, and for a person who registers.
struct AccountsComparison {
  /// One version, and what is asked of it for each person.
  private struct Side {
    let name: String
    let mock: MockTenant
    let judge: PromiseJudge
    /// The edges by which another provider says who a person is.
    let providers: Set<String>
    /// After how many wrong passwords it locks an account, as far as it does.
    let wrongPasswords: Int?

    init(_ version: Version) {
      (name, mock) = (version.name, version.mock)
      judge = PromiseJudge(project: version.project)
      (providers, wrongPasswords) = (mock.edgesOfProviders, mock.wrongPasswordsThatLock)
    }
  }

  /// A version of a tenant, by the name that its walks have, with what they are planned in.
  typealias Version = (name: String, mock: MockTenant, project: Project)

  private let before: Side
  private let now: Side

  init(_ before: Version, _ now: Version) { (self.before, self.now) = (Side(before), Side(now)) }

  func compared() async -> ComparedAccounts {
    let names = Set(now.mock.accounts.map(\.name))
    let both = before.mock.accounts.map(\.name).filter(names.contains)
    async let newcomer = comparedNewcomers()
    let people = await LongWork.results(of: both) { await compared($0) }
    return await ComparedAccounts(
      before.name, now.name, people, gone: before.mock.accounts.map(\.name).filter { !names.contains($0) },
      newcomer: newcomer, hasProviders: !before.providers.isEmpty || !now.providers.isEmpty,
      wrongPasswords: ComparedAccounts.LockCounts(
        before: before.mock.wrongPasswordsBeforeLock, now: now.mock.wrongPasswordsBeforeLock))
  }

  private func comparedNewcomers() async -> ComparedAccounts.Person {
    var person = await person("new users", await accessOfNewcomers(before), await accessOfNewcomers(now))
    guard case .reached = person.before, case .reached = person.now else { return person }
    person.hard[.chosen] = await hardReach(of: "a new user") { side, avoided in
      side.mock.tokenReachOfNewcomers(byPassword: true, avoiding: avoided)
    }
    return person
  }

  /// An account of both versions: as usual, and in hard cases. Of who is locked out anyway nothing more is asked.
  private func compared(_ account: String) async -> ComparedAccounts.Person {
    var person = await person(account, await access(of: account, before), await access(of: account, now))
    guard person.before.path != nil, person.now.path != nil else { return person }
    person.hard[.forgotten] = await hardReach(of: account, isForgetful: true) { side, avoided in
      side.mock.tokenReach(ofForgetful: account, avoiding: avoided)
    }
    if let forgotten = person.hard[.forgotten], forgotten.before == .never, forgotten.now == .never,
      !before.providers.isEmpty || !now.providers.isEmpty
    {
      person.hard[.forgottenElsewhere] = await hardReach(of: account, isForgetful: true, byProviders: true) { side, avoided in
        side.mock.tokenReach(ofForgetful: account, avoiding: avoided)
      }
    }
    // Whose password does not work in one of them is reported for that.
    guard case (.stops(let oldStops), .stops(let newStops)) = person.ways else { return person }
    person.hard[.locked] = await reachAfterLock(of: account)
    if let locked = person.hard[.locked], locked.before.path != nil, locked.now.path != nil, locked.waits != ComparedAccounts.Waits(),
      let atOnce = await reachAfterLock(of: account, waiting: false), atOnce.isKnown
    {
      person.hard[.lockedAtOnce] = atOnce
    }
    // A person who gets in at once by the screens of an ordinary sign-in is not locked at all.
    let reaches = [person.hard[.locked], person.hard[.lockedAtOnce]].compactMap(\.self)
    if before.wrongPasswords != nil && reaches.contains(where: { $0.before.leads(overNothingBut: oldStops) })
      || now.wrongPasswords != nil && reaches.contains(where: { $0.now.leads(overNothingBut: newStops) })
    {
      (person.hard[.locked], person.hard[.lockedAtOnce]) = (nil, nil)
    }
    return person
  }

  /// A person in both versions. Where the paths differ, each is walked on the other version: of paths of one length any may be found.
  private func person(_ name: String, _ old: WalkedAccess, _ new: WalkedAccess) async -> ComparedAccounts.Person {
    var person = ComparedAccounts.Person(name: name, before: old.access, now: new.access)
    guard let oldWay = old.way, let newWay = new.way, oldWay.stops != newWay.stops else { return person }
    person.oldPathStays = await leads(oldWay, on: now)
    person.newPathWasThere = await leads(newWay, on: before)
    return person
  }

  /// Whether a path of the other version leads to tokens on this one; the place of an account means nothing where the lists differ.
  ///
  /// - Parameter withoutPassword: whether the person must not use the password of the file.
  private func leads(_ way: BreakingWay, on side: Side, withoutPassword: Bool = false) async -> Bool {
    guard before.mock.accounts.map(\.name) == now.mock.accounts.map(\.name) else { return false }
    if withoutPassword {
      let promise = Promise.noTokens(for: "a user", at: side.mock.definition.name.range)
      let scenario = side.judge.scenario(way, of: promise, on: side.name, side.mock)
      if scenario.text.contains("${account.password}") { return false }
    }
    return await Self.stop(of: way, breaking: Promise.noTokens(for: "a user", at: side.mock.definition.name.range), side) == nil
  }

  /// How a person gets tokens, with the path by which they do so as usual, if there is one.
  private struct WalkedAccess {
    var access: ComparedAccounts.Access
    var way: BreakingWay?

    init(_ reach: ComparedAccounts.Reach, _ way: ComparedAccounts.Way) { access = ComparedAccounts.Access(reach, way) }

    init(_ way: BreakingWay) {
      access = ComparedAccounts.Access(.reached(path: way.line), .stops(way.stops))
      self.way = way
    }
  }

  /// How an account gets tokens: with its password, else by another path on which it keeps that, else by any. Each path is walked.
  private func access(of account: String, _ side: Side) async -> WalkedAccess {
    let byPassword = await Self.path(of: account, side) { side.mock.tokenReach(byPasswordOf: account, avoiding: $0.union(side.providers)) }
    if case .found(let way) = byPassword { return WalkedAccess(way) }
    let isKnown = byPassword == .never
    func access(_ reach: ComparedAccounts.Reach) -> WalkedAccess { WalkedAccess(reach, isKnown ? .never : .unknown) }
    let usual = await Self.path(of: account, side) { side.mock.tokenReach(of: account, keepingPassword: true, avoiding: $0) }
    if case .found(let way) = usual { return access(.reached(path: way.line)) }
    let any = await Self.path(of: account, side) { side.mock.tokenReach(of: account, keepingPassword: false, avoiding: $0) }
    if case .found(let way) = any {
      return access(usual == .never ? .byNewPassword(path: way.line) : .perhapsByNewPassword(path: way.line))
    }
    return access((usual.reason ?? any.reason).map { .unknown($0) } ?? .never)
  }

  /// Whether an account gets tokens after wrong passwords; `nil` where neither version locks it for them.
  ///
  /// - Parameter waits: whether they may let time pass.
  private func reachAfterLock(of account: String, waiting waits: Bool = true) async -> ComparedAccounts.HardReach? {
    let counts = (before.wrongPasswords, now.wrongPasswords)
    guard let other = counts.0 ?? counts.1, !before.mock.locksInSession, !now.mock.locksInSession else { return nil }
    func search(_ side: Side, _ avoided: Set<String>, keepingPassword keepsPassword: Bool) -> TokenReach {
      side.mock.tokenReach(
        of: account, afterWrongPasswords: side.wrongPasswords ?? other, waiting: waits, keepingPassword: keepsPassword, avoiding: avoided)
    }
    var reach = await hardReach(of: account, isSame: counts.0 ?? other == counts.1 ?? other) { search($0, $1, keepingPassword: true) }
    guard waits else { return reach }
    // Who chooses another password gets back in as well.
    func byNewPassword(_ side: Side) async -> (reach: ComparedAccounts.Reach, wait: ComparedAccounts.Wait?) {
      let path = await Self.path(of: account, side) { search(side, $0.union(side.providers), keepingPassword: false) }
      return (path.way.map { .byNewPassword(path: $0.line) } ?? path.reach, path.way?.wait)
    }
    if reach.before == .never { (reach.before, reach.waits.before) = await byNewPassword(before) }
    if reach.now == .never { (reach.now, reach.waits.now) = await byNewPassword(now) }
    return reach
  }

  /// Whether an account gets tokens in a hard case, by paths that are walked. A path of the first version that leads to tokens in the
  /// second one, too, is enough there: walking takes less than another search.
  ///
  /// - Parameters:
  ///   - isSame: whether a path of one version means the same in the other.
  ///   - isForgetful: whether the person does not know the password of the file.
  ///   - byProviders: whether paths through another provider count.
  private func hardReach(
    of account: String, isSame: Bool = true, isForgetful: Bool = false, byProviders: Bool = false,
    _ search: (_ side: Side, _ avoided: Set<String>) -> TokenReach
  ) async -> ComparedAccounts.HardReach {
    let old = await Self.path(of: account, before) { search(before, byProviders ? $0 : $0.union(before.providers)) }
    if isSame, case .found(let way) = old, way.waitsAsLong(on: now.mock), await leads(way, on: now, withoutPassword: isForgetful) {
      return ComparedAccounts.HardReach(before: old.reach, now: old.reach, waits: ComparedAccounts.Waits(before: way.wait, now: way.wait))
    }
    let new = await Self.path(of: account, now) { search(now, byProviders ? $0 : $0.union(now.providers)) }
    return ComparedAccounts.HardReach(
      before: old.reach, now: new.reach, waits: ComparedAccounts.Waits(before: old.way?.wait, now: new.way?.wait))
  }

  /// Whether a person who is not in the mock's file gets tokens by registering, by a path that is walked: by themselves, else through
  /// another provider.
  private func accessOfNewcomers(_ side: Side) async -> WalkedAccess {
    let own = await Self.path(of: "a new user", side, { side.mock.tokenReachOfNewcomers(avoiding: $0.union(side.providers)) })
    if case .found(let way) = own { return WalkedAccess(way) }
    let isKnown = own == .never
    let any = side.providers.isEmpty ? own : await Self.path(of: "a new user", side, { side.mock.tokenReachOfNewcomers(avoiding: $0) })
    return WalkedAccess(isKnown ? any.reach : any == .never ? own.reach : any.reach, isKnown ? .never : .unknown)
  }

  /// A path to tokens that was looked for, and walked.
  private enum Path: Equatable {
    case found(BreakingWay)
    case never
    case unknown(String)

    var way: BreakingWay? { if case .found(let way) = self { way } else { nil } }
    var reason: String? { if case .unknown(let reason) = self { reason } else { nil } }

    var reach: ComparedAccounts.Reach {
      switch self {
      case .found(let way): .reached(path: way.line)
      case .never: .never
      case .unknown(let reason): .unknown(reason)
      }
    }
  }

  /// How many paths are walked at most to find one that leads to tokens.
  private static let mostPaths = 4

  /// - Parameter search: for a path without some edges.
  private static func path(of person: String, _ side: Side, _ search: (_ avoided: Set<String>) -> TokenReach) async -> Path {
    let promise = Promise.noTokens(for: person, at: side.mock.definition.name.range)
    var avoided: Set<String> = []
    var failure: String?
    for _ in 0..<mostPaths {
      await Task.yield()
      switch search(avoided) {
      // No other path is left: the one that could not be walked may be one all the same.
      case .never: return failure.map { .unknown($0) } ?? .never
      case .unknown(let reason): return .unknown(failure ?? "\(side.name): \(reason)")
      case .reached(let way):
        guard let stop = await Self.stop(of: way, breaking: promise, side) else { return .found(way) }
        // No path leads through a form that a person cannot send; one with a passkey is sent once there is a passkey.
        if let screen = stop.buttonless, let form = way.form(on: screen.id.text), !screen.asksForCredential(in: form.form),
          !side.mock.hasConditions(form),
          case let edges = side.mock.edges(of: form), !edges.isSubset(of: avoided)
        {
          avoided.formUnion(edges)
          continue
        }
        let reason = stop.reason
        failure = failure ?? reason
        guard let edge = way.lastEdge, avoided.insert(edge).inserted else { return .unknown(failure ?? reason) }
      }
    }
    return .unknown(failure ?? "")
  }

  /// Why a path could not be walked to tokens; `nil` if it could.
  ///
  /// - Parameter buttonless: the screen on which a person can press nothing that sends the form.
  private static func stop(of way: BreakingWay, breaking promise: Promise, _ side: Side) async -> (reason: String, buttonless: Screen?)? {
    let scenario = side.judge.scenario(way, of: promise, on: side.name, side.mock)
    switch await side.judge.walked(scenario, on: side.name, side.mock) {
    case .asPredicted: return nil
    case .otherwise: return ("\(side.name): walking the path \(way.line) did not lead to tokens", nil)
    case .notToItsEnd(let reason, let buttonless):
      let line = "\(side.name): the path \(way.line) was found and could not be walked\(reason.map { ": \($0)" } ?? "")"
      return (line, buttonless)
    }
  }
}

extension Screen {
  /// Whether a passkey or a security key is made or used in one of its forms.
  fileprivate func asksForCredential(in form: String) -> Bool {
    self.form(FormID(form))?.widgets.contains { if case .credential = $0.kind { true } else { false } } ?? false
  }
}

extension ComparedAccounts.Reach {
  /// Whether its path has no other stops than these.
  fileprivate func leads(overNothingBut others: [String]) -> Bool { stops.map { Set($0).isSubset(of: others) } ?? false }
}

extension MockTenant {
  /// Whether anything of the form is there only under a condition, so that it may be there for who comes in another way.
  fileprivate func hasConditions(_ form: BreakingWay.SentForm) -> Bool {
    let forms = definition.screens.first { $0.id.value == form.owner }?.forms ?? []
    return forms.contains { $0.id.value == form.form && ($0.condition != nil || $0.widgets.contains { $0.condition != nil }) }
  }

  /// All edges of a form.
  fileprivate func edges(of form: BreakingWay.SentForm) -> Set<String> {
    let states = graph.states.filter { $0.screen.map { screens[$0].id } == form.owner }
    return Set(states.flatMap { $0.form(form.form)?.edges.map(\.id) ?? [] })
  }
}

extension BreakingWay {
  /// The form that is sent on a screen for the first time.
  fileprivate func form(on screen: String) -> SentForm? {
    acts.lazy.compactMap { if case .send(let form) = $0 { form } else { nil } }.first { $0.screen == screen }
  }

  /// Whether its timers last as long on another version.
  fileprivate func waitsAsLong(on mock: MockTenant) -> Bool {
    acts.allSatisfy { act in
      guard case .wait(let timer, let lasts) = act else { return true }
      return mock.graph.tables.timers.contains { $0.name == timer && $0.lasts == lasts }
    }
  }

  /// How long a person waits on it in all; `nil` where they do not.
  fileprivate var wait: ComparedAccounts.Wait? {
    let lengths = acts.compactMap { if case .wait(_, let lasts) = $0 { lasts } else { nil } }
    guard !lengths.isEmpty else { return nil }
    guard lengths.count > 1, let longest = lengths.max() else {
      return ComparedAccounts.Wait(lengths[0], text: DurationText.format(lengths[0]))
    }
    return ComparedAccounts.Wait(longest, text: "\(DurationText.format(longest)) or more", isExact: false)
  }

  /// The edge by which it comes to its end; `nil` where no form is sent on it.
  fileprivate var lastEdge: String? {
    for act in acts.reversed() { if case .send(let form) = act, let edge = form.edges.last { return edge } }
    return nil
  }
}
