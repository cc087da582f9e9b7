public import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyReports
public import JourneyRunner
import JourneyScenario
import SystemCalls
import TenantDecisions

/// Walks scenarios on two versions of a tenant, and finds what differs for users on the second.
///
/// A scenario is then a script of answers: what it expects does not count.
public struct DiffRun: Sendable {
  /// Errors of files whose scenarios are left out, where the rest is to be compared all the same.
  public private(set) var wrongFiles: [Diagnostic] = []
  /// Everything else found wrong before anything is walked.
  public private(set) var diagnostics: [Diagnostic]
  /// Whether any file or argument is wrong, so that nothing is walked.
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }

  private let settings: DiffSettings
  private let before: JourneyRun
  private let now: JourneyRun
  /// The tenants on which the first side walks, where scenarios name others.
  private let oldTenants: [TenantOverride]
  private var script = AnswerScript()
  private var allowed = AllowedList()
  private var population: Population?
  private var ids: Set<String> = []
  /// How many cases are left out because they lock accounts of a live tenant.
  public private(set) var leftOut = 0

  /// Reads the project twice, with the tenants that scenarios name and with those of the settings, and plans.
  public init(_ settings: DiffSettings) {
    var settings = settings
    settings.run.seed = settings.run.seed ?? UInt64.random(in: 0...UInt64.max)
    // Both sides begin at one moment, at the start of a minute, so that texts with the time are the same.
    settings.run.mockStart = Instant(milliseconds: Instant.machine.milliseconds / 60_000 * 60_000)
    self.settings = settings
    var first = settings.run
    first.tenants = []
    let own = JourneyRun(first)
    let moves = MovedScenarios.Moves(settings.run.tenants, scenarios: own, isOfLog: settings.before != nil)
    oldTenants = moves.before
    (first.tenants, first.checksInventories) = (moves.before, false)
    before = moves.before.isEmpty ? own : JourneyRun(first)
    // Scenarios are held against the tenant that they are written for; a version of it need not have what they expect.
    var second = settings.run
    second.tenants = moves.now
    second.drafts.merge(settings.drafts) { _, new in new }
    second.checksInventories = !moves.now.allSatisfy(own.project.isVersion)
    now = JourneyRun(second)
    diagnostics = MovedScenarios(before, now, settings.run).diagnostics
    if settings.run.keepsGoing, !before.isRefused, !now.isRefused {
      wrongFiles = diagnostics.filter { $0.severity == .error && $0.range != nil }
      diagnostics.removeAll(where: wrongFiles.contains)
    }
    // Rules and accounts are compared without any scenario.
    if !mockPairs.isEmpty { diagnostics.removeAll { $0.id == .nothingFound && $0.severity == .error } }
    readPassages()
    readPromises()
    readPeople()
    if let path = settings.allowed {
      allowed = AllowedList(
        path, of: "changes", reason: AllowedList.reasonToCome, holdsTexts: true, in: now.project.files, diagnostics: &diagnostics)
    }
    select()
  }

  /// Walks cases, as one of the versions asks for it.
  private func met(
    _ run: JourneyRun, _ script: AnswerScript, _ ids: Set<String>, _ interruption: @escaping @Sendable () -> RunEnd.Interruption
  ) async throws -> MetRun {
    var listener = MeetingListener(people: run.project.addresses)
    _ = try await run.following(script, only: ids).walk(log: nil, into: &listener, interruption: interruption)
    return listener.met
  }

  /// Walks cases of mocks again on whose screens one version asks for something that the other one does not, with that filled in.
  private func leadOn(
    _ first: inout MetRun, _ second: inout MetRun, _ interruption: @escaping @Sendable () -> RunEnd.Interruption
  ) async throws -> (before: ScriptLeads, now: ScriptLeads) {
    var leads = (before: ScriptLeads(), now: ScriptLeads())
    for _ in 0..<Self.mostRounds {
      var found = leads
      if settings.before == nil { found.before.add(ScriptLeads(from: second, to: first)) }
      found.now.add(ScriptLeads(from: first, to: second))
      if found.before != leads.before {
        let ids = first.cases(showing: found.before.screens).intersection(casesOfMocks(before))
        first.replace(with: try await met(before, script.led(by: found.before), ids, interruption))
      }
      if found.now != leads.now {
        let ids = second.cases(showing: found.now.screens).intersection(casesOfMocks(now))
        second.replace(with: try await met(now, script.led(by: found.now), ids, interruption))
      }
      guard found != leads else { break }
      leads = found
    }
    return leads
  }

  /// One round for each further screen that asks for something else.
  private static let mostRounds = 4

  private func casesOfMocks(_ run: JourneyRun) -> Set<String> {
    Set(run.plan.cases.filter { run.project.sites[$0.tenant.name]?.isInProcess ?? false }.map(\.id))
  }

  private mutating func select() {
    let tenants = Dictionary(before.plan.cases.map { ($0.id, $0.tenant.name) }) { first, _ in first }
    let compared = now.plan.cases.filter { settings.before != nil || isOfTwoVersions($0, tenants) }
    // A live tenant may be on the first side only because scenarios of another one are walked on it.
    let moved = oldTenants.isEmpty ? [] : Set(before.plan.cases.filter(\.tenant.sharesAccounts).map(\.id))
    let locking =
      settings.locksAccounts
      ? [] : compared.filter { ($0.tenant.sharesAccounts || moved.contains($0.id)) && locksAccounts($0) }.map(\.id)
    leftOut = locking.count
    ids = Set(compared.map(\.id)).subtracting(locking)
    guard ids.isEmpty, ruledPairs.isEmpty, !isRefused else { return }
    if settings.drafts.isEmpty, let same = settings.run.tenants.first(where: { $0.tenant == $0.target }) {
      diagnostics.append(
        Diagnostic(
          .badSelection, "\(settings.run.spelling[.tenants]): '\(same.target)' is compared with itself", at: nil,
          suggestion: "name two versions of a tenant, e.g. \(same.target)=\(same.target)-next"))
      return
    }
    guard mockPairs.isEmpty else { return }
    let advice = "\(settings.run.spelling[.tenants]) names two versions of a tenant, e.g. acme=acme-next"
    diagnostics.append(
      Diagnostic(.nothingFound, "no scenario is walked on two tenants", at: nil, suggestion: settings.run.tenants.isEmpty ? advice : nil))
  }

  /// Whether the case expects a screen that only locked accounts see: as the mock shows it that its tenant is like, else by the screen's
  /// id.
  private func locksAccounts(_ planned: PlannedCase) -> Bool {
    let mock = now.project.likeness(of: planned.tenant.name).flatMap { now.project.sites[$0]?.mock }
    let screens = mock?.lockScreens
    return planned.expectedScreens.contains { id in
      guard let screens else { return id.lowercased().contains("lock") && !id.lowercased().contains("unlock") }
      return screens.contains { $0 == id || $0.hasPrefix(id + "/") }
    }
  }

  /// Whether a case is walked on two versions of a tenant.
  ///
  /// - Parameter tenants: those of the first side, by case.
  private func isOfTwoVersions(_ planned: PlannedCase, _ tenants: [String: String]) -> Bool {
    guard let first = tenants[planned.id] else { return false }
    return first != planned.tenant.name || !settings.drafts.isEmpty && settings.run.tenants.contains { $0.target == first }
  }

  private mutating func readPassages() {
    guard let path = settings.through else { return }
    let files = now.project.files
    guard let folder = files.name(ofArgument: path), files.isFolder(folder) else {
      diagnostics.append(Diagnostic(.unreadableFile, "'\(path)' is not a folder of the project", at: nil))
      return
    }
    var reader = ScenarioReader(files: files)
    do throws(ScenarioFileError) {
      for entry in try files.entries(of: folder) where entry.name.hasSuffix(".yaml") || entry.name.hasSuffix(".yml") {
        let name = "\(folder)/\(entry.name)"
        let steps = reader.fragment(try files.bytes(of: name), named: name, diagnostics: &diagnostics)
        guard !steps.isEmpty else { continue }
        if let passage = AnswerScript.Passage(steps, in: name) {
          script.passages.append(passage)
        } else {
          diagnostics.append(
            Diagnostic(
              .badSelection, "'\(name)' leads past no screen: its first step is '\(steps[0].kind.head.rawValue)'", at: steps[0].range))
        }
      }
    } catch {
      diagnostics.append(Diagnostic(.unreadableFile, "'\(path)' cannot be read: \(error.reason)", at: nil))
    }
  }

  private mutating func readPromises() {
    guard settings.judgesPromises else { return }
    let check = PromiseCheck(now)
    diagnostics += check.diagnostics.filter { $0.severity == .error && !diagnostics.contains($0) }
    guard check.file == nil else { return }
    diagnostics.append(Diagnostic(.nothingFound, "--promises: no promises.yaml was found next to tenants.yaml", at: nil))
  }

  private mutating func readPeople() {
    guard let path = settings.people else { return }
    let rules = mockPairs.filter { $0.before.mock.ruleSet != nil && $0.now.mock.ruleSet != nil }
      .flatMap { [$0.before.mock.ruleSet, $0.now.mock.ruleSet].compactMap(\.self) }
    guard !rules.isEmpty else {
      let message = "--people counts people who are affected by changes of rules, and no two tenants with rules are compared"
      diagnostics.append(Diagnostic(.nothingFound, message, at: nil))
      return
    }
    let file = PeopleFile(path, for: rules)
    diagnostics += file.diagnostics
    population = file.population
  }

  /// Which promises each two mocks keep.
  private func judgedPromises() async -> [ComparedPromises] {
    guard settings.judgesPromises, !mockPairs.isEmpty else { return [] }
    var (first, second) = (PromiseCheck(before), PromiseCheck(now))
    await first.judge(only: Set(mockPairs.map(\.before.name)))
    await second.judge(only: Set(mockPairs.map(\.now.name)))
    return mockPairs.map { pair in
      let rows = second.judged.filter { $0.tenant == pair.now.name }.compactMap { judged -> ComparedPromises.Row? in
        let old = first.judged.first { $0.tenant == pair.before.name && $0.promise == judged.promise }
        return old.map { ComparedPromises.Row(id: judged.promise, before: $0.judgement, now: judged.judgement) }
      }
      return ComparedPromises(pair.before.name, pair.now.name, rows)
    }
  }

  /// Walks both sides, or the second where the first is a log, and compares.
  ///
  /// Throws as `JourneyRun.walk` does, and if the log cannot be read.
  public func walk(interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted }) async throws -> TenantDifference {
    var first: MetRun
    if let log = settings.before { first = try MetRun(log: log) } else { first = try await met(before, script, ids, interruption) }
    var second = try await met(now, script, ids, interruption)
    let leads = try await leadOn(&first, &second, interruption)
    let sides = settings.sides ?? (names(of: before, \.before.name), names(of: now, \.now.name))
    var difference = RunDifference(
      first, as: RunDifference.Side(name: settings.before ?? sides.before, seed: first.start?.seed), second,
      as: RunDifference.Side(name: sides.now, seed: now.seed), again: try await controls(leads.before, interruption),
      isExact: settings.before == nil)
    difference.rules = ruledPairs.map { before, now in
      var rules = ComparedRules((before.name, before.mock.ruleSet), (now.name, now.mock.ruleSet), counting: population)
      if before.mock.ruleSet != nil, now.mock.ruleSet != nil {
        let accounts = RuledAccounts(before.mock, now.mock)
        // Of an account that scenarios walk as, the walks say it.
        rules.add(gone: accounts.gone, others: accounts.others.filter { !difference.met.contains("account \($0.name)") })
      }
      if let sides = settings.sides { rules.call(sides.before, sides.now) }
      return rules
    }
    // Where both have rules, these say of everybody who can sign in.
    for (old, new) in mockPairs where old.mock.ruleSet == nil || new.mock.ruleSet == nil {
      let comparison = AccountsComparison((old.name, old.mock, before.project), (new.name, new.mock, now.project))
      difference.accounts.append(await comparison.compared())
    }
    difference.promises = await judgedPromises()
    difference.leaveOutTold(ruled: ruledCases(second))
    difference.leading = settings.through.map { .given($0, heads: script.heads) } ?? .possible
    if settings.before == nil { explain(&difference) }
    var diagnostics: [Diagnostic] = []
    allowed.apply(to: &difference, diagnostics: &diagnostics)
    return TenantDifference(difference, diagnostics: diagnostics, hiding: [before.redactor, now.redactor])
  }

  /// Further walks of the first version: those of logs, and one more of each mock in this process, with another seed and at another time.
  private func controls(
    _ leads: ScriptLeads, _ interruption: @escaping @Sendable () -> RunEnd.Interruption
  ) async throws -> [MetRun] {
    guard settings.before == nil else { return try settings.again.map { log throws(EventLogError) in try MetRun(log: log) } }
    let mocks = ids.intersection(casesOfMocks(before))
    guard !mocks.isEmpty else { return [] }
    var other = settings.run
    (other.tenants, other.checksInventories) = (oldTenants, oldTenants.isEmpty)
    other.seed = other.seed.map { $0 ^ Self.otherSeed }
    other.mockStart = other.mockStart.map { $0 + Self.otherTime }
    return [try await met(JourneyRun(other), script.led(by: leads), mocks, interruption)]
  }

  private static let otherSeed: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// 431 days, 5 hours, 17 minutes and 31 seconds: year, month, day of the week, hour, minute and second are others.
  private static let otherTime = Duration.seconds(37_257_451)

  private typealias MockPair = (before: (name: String, mock: MockTenant), now: (name: String, mock: MockTenant))

  /// The tenants of one side: those of which cases are walked, and without cases those of which the mocks are compared.
  private func names(of run: JourneyRun, _ compared: (MockPair) -> String) -> String {
    let walked = Set(run.plan.cases.filter { ids.contains($0.id) }.map(\.tenant.name))
    return (walked.isEmpty ? Set(mockPairs.map(compared)) : walked).sorted().joined(separator: ", ")
  }

  /// Each two mocks of which one has rules.
  private var ruledPairs: [MockPair] { mockPairs.filter { $0.before.mock.ruleSet != nil || $0.now.mock.ruleSet != nil } }

  /// The cases that walk on two versions of rules in the same situation, by their ids.
  private func ruledCases(_ walked: MetRun) -> [String: RuledCase] {
    let tenants = Dictionary(before.plan.cases.map { ($0.id, $0.tenant.name) }) { first, _ in first }
    var known: [String: RuledCases] = [:]
    var found: [String: RuledCase] = [:]
    for planned in now.plan.cases where ids.contains(planned.id) {
      guard let name = tenants[planned.id], let account = walked.walks[planned.id]?.account,
        let old = before.project.sites[name], let new = now.project.sites[planned.tenant.name],
        let oldRules = old.mock?.ruleSet, let newRules = new.mock?.ruleSet, old.clientID == new.clientID,
        let situation = old.mock?.situation(planned.given ?? old.given), situation == new.mock?.situation(planned.given ?? new.given)
      else { continue }
      let pair = "\(name)=\(planned.tenant.name)"
      let cases = known[pair] ?? RuledCases(oldRules, newRules)
      known[pair] = cases
      found[planned.id] = cases.walk(app: new.clientID, person: account, situation: situation)
    }
    return found
  }

  /// Each two mocks that are compared, as the settings name them.
  private var mockPairs: [MockPair] {
    guard settings.before == nil else { return [] }
    var pairs: Set<[String]> = []
    return settings.run.tenants.compactMap { override in
      let name = override.tenant ?? before.project.likeness(of: override.target) ?? before.project.defaultTenant
      guard let name, name != override.target || !settings.drafts.isEmpty, pairs.insert([name, override.target]).inserted,
        let old = before.project.sites[name]?.mock, let new = now.project.sites[override.target]?.mock
      else { return nil }
      return ((name, old), (override.target, new))
    }
  }

  /// Names the places in the mocks' files that changes come from.
  private func explain(_ difference: inout RunDifference) {
    // Without a scenario, everything that differs in the files is listed as not exercised; where both have rules, these are compared with
    // the accounts, and policies are left.
    if ids.isEmpty {
      for (old, new) in mockPairs {
        let known = difference.unexercised
        DefinitionDifference(old.mock.definition, new.mock.definition, of: old.name).explain(&difference)
        guard old.mock.ruleSet != nil, new.mock.ruleSet != nil else { continue }
        difference.unexercised.removeAll { !known.contains($0) && !$0.cause.element.hasPrefix("policy ") }
      }
    }
    let tenants = Dictionary(before.plan.cases.map { ($0.id, $0.tenant.name) }) { first, _ in first }
    var explained: Set<String> = []
    for planned in now.plan.cases where ids.contains(planned.id) {
      guard let name = tenants[planned.id], explained.insert("\(name)=\(planned.tenant.name)").inserted,
        let old = before.project.sites[name]?.mock, let new = now.project.sites[planned.tenant.name]?.mock
      else { continue }
      DefinitionDifference(old.definition, new.definition, of: name).explain(&difference)
    }
  }
}

extension JudgedPromise {
  fileprivate var judgement: ComparedPromises.Judgement {
    switch verdict {
    case .kept: ComparedPromises.Judgement(.kept, note: note)
    case .broken: ComparedPromises.Judgement(.broken, note: note)
    case .unknown: ComparedPromises.Judgement(.unknown, note: note)
    }
  }
}

extension AnswerScript {
  /// The ids of the screens on which its fragments begin, as far as they are written as ids.
  fileprivate var heads: Set<String> {
    Set(
      passages.flatMap { passage -> [String] in
        guard case .screen(let screen) = passage.head.kind, case .ids(let ids) = screen.id else { return [] }
        return ids.map(\.value)
      })
  }
}

extension Project {
  /// Whether a tenant is like the one whose scenarios are walked on it.
  fileprivate func isVersion(_ override: TenantOverride) -> Bool {
    likenesses(of: override.target).contains { $0 == override.tenant ?? defaultTenant }
  }

  /// The addresses of accounts, by tenant and account.
  fileprivate var addresses: [String: [String: String]] {
    sites.mapValues { site in
      site.accounts.compactMapValues { account in
        guard case .map(let members) = account, case .text(let address)? = members.first(where: { $0.name == "email" })?.value else {
          return nil
        }
        return address
      }
    }
  }
}

extension PlannedCase {
  /// The ids of the screens that its steps expect.
  fileprivate var expectedScreens: [String] {
    main.instructions.flatMap { instruction -> [String] in
      guard case .step(let step) = instruction, case .screen(let screen) = step.kind, case .ids(let ids) = screen.id else { return [] }
      return ids.map(\.value)
    }
  }
}
