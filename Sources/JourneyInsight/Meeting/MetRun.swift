import JourneyModel
package import JourneyRunner
import ModelCoding

/// What all cases of a run saw: gathered from its events, one after the other.
package struct MetRun: Sendable {
  package private(set) var start: RunStart?
  package private(set) var end: RunEnd?
  /// In the order of the plan.
  package private(set) var order: [String] = []
  package private(set) var walks: [String: MetWalk] = [:]
  /// Files that could not be run.
  package private(set) var refusedFiles: [String] = []
  /// Where the tenants were asked, each once.
  package private(set) var origins: Set<String> = []
  private var opened: [String: Opened] = [:]
  /// The addresses of accounts, by tenant and account.
  private let people: [String: [String: String]]

  /// What belongs to the next stop of a walk.
  private struct Opened {
    var statuses: [Int] = []
    var edges: [String] = []
    var journey = 0
    var isByLink = false
    var unanswerable: String?
    /// The last step that followed a journey to a page outside, below which its screens are.
    var pageStep: String?
    var isInFragment = false
  }

  /// - Parameter people: the addresses of accounts, by tenant and account, where they are known; a log does not have them.
  package init(people: [String: [String: String]] = [:]) { self.people = people }

  /// Takes the next event.
  package mutating func record(_ event: RunEvent) {
    switch event.kind {
    case .runStarted(let start): self.start = start
    case .runEnded(let end): self.end = end
    case .fileRefused(let file): refusedFiles.append(file.file)
    default:
      guard let id = event.scenario else { return }
      if case .scenarioPlanned(let planned) = event.kind {
        if walks[id] == nil { order.append(id) }
        walks[id] = MetWalk(planned: planned, id: id)
        return
      }
      guard !Self.isCleanUp(event.step) else { return }
      record(event, of: id)
    }
  }

  /// Takes cases that were walked once more.
  package mutating func replace(with other: MetRun) {
    for (id, walk) in other.walks where walks[id] != nil { walks[id] = walk }
    if other.end?.interruption != nil { end = other.end }
  }

  /// The names of the tenants that were walked.
  package var tenants: Set<String> { Set(walks.values.map(\.planned.tenant)) }

  /// The same with every screen in its canonical shape.
  func canonical(by canon: ScreenCanon) -> MetRun {
    var run = self
    var known: [Set<String>: [Screen: Screen]] = [:]
    for id in order {
      guard var walk = walks[id] else { continue }
      for index in walk.stops.indices {
        guard let screen = walk.stops[index].screen else { continue }
        let shape = known[walk.addresses]?[screen] ?? canon.screen(screen, of: walk.addresses)
        known[walk.addresses, default: [:]][screen] = shape
        walk.stops[index].kind = .screen(shape)
      }
      walk.warnings = walk.warnings.map { canon.sentence($0, of: walk.addresses) }
      run.walks[id] = walk
    }
    return run
  }

  /// Words with digits that a screen has on several walks, by the key of the stop.
  var constantWords: [String: Set<String>] {
    var counts: [String: [String: Int]] = [:]
    for walk in walks.values {
      var met: [String: Set<String>] = [:]
      for stop in walk.stops {
        guard let screen = stop.screen else { continue }
        met[stop.key, default: []].formUnion(MovingWords.withDigits(in: screen.readText))
      }
      for (key, words) in met { for word in words { counts[key, default: [:]][word, default: 0] += 1 } }
    }
    return counts.mapValues { Set($0.filter { $0.value > 1 }.keys) }
  }

  private static func isCleanUp(_ step: String?) -> Bool { step == "after" || step?.hasPrefix("after/") ?? false }

  private mutating func record(_ event: RunEvent, of id: String) {
    guard walks[id] != nil else { return }
    switch event.kind {
    case .attemptStarted(let account): begin(id, account)
    case .exchange(let exchange): take(exchange, id)
    case .edgeTaken(let edge): opened[id]?.edges.append(edge)
    case .screenShown(let screen):
      walks[id]?.addresses.formUnion(screen.typedAddresses)
      add(.screen(screen), to: id)
      if let last = walks[id]?.stops.indices.last, let page = opened[id]?.pageStep,
        event.step == page || event.step?.hasPrefix(page + "/") == true
      {
        walks[id]?.stops[last].isOnPage = true
      }
    case .handedOver(let handover): add(.left(handover.reason), to: id)
    case .journeyEnded(let end): add(.ended(end), to: id)
    case .answered(let form):
      if let last = walks[id]?.stops.indices.last { walks[id]?.stops[last].answered = form }
    case .messageTaken(let message):
      if let last = walks[id]?.stops.indices.last { walks[id]?.stops[last].hasMessage = true }
      if !Self.isOfFragment(event.step) { walks[id]?.messages.append(message) }
    case .warning(let text): walks[id]?.warnings.append(text)
    case .mismatch(let mismatch):
      if mismatch.keepsFromAnswering { opened[id]?.unanswerable = mismatch.said }
      if Self.isOfFragment(event.step) { walks[id]?.fragment?.failure = mismatch.said }
    case .attemptEnded(let outcome): conclude(outcome, id)
    case .scenarioEnded(let result):
      if case .skipped(let reason) = result.verdict, walks[id]?.stops.isEmpty == true { walks[id]?.reach = .skipped(reason) }
    case .stepStarted(let facts):
      takeFragment(facts, event.step, id)
      if facts.head.hasPrefix("hand_over") { opened[id]?.pageStep = event.step }
      if Self.beginners.contains(where: facts.head.hasPrefix) { beginJourney(id, by: facts.head) }
    case .note, .runStarted, .fileRefused, .scenarioPlanned, .stepEnded, .runEnded: break
    }
  }

  private static func isOfFragment(_ step: String?) -> Bool { step?.hasPrefix(AnswerScript.Passage.root + "/") ?? false }

  /// Keeps which fragment was walked last, and where it began.
  private mutating func takeFragment(_ facts: StepFacts, _ step: String?, _ id: String) {
    guard Self.isOfFragment(step) else {
      opened[id]?.isInFragment = false
      return
    }
    let isFirst = opened[id]?.isInFragment == false
    opened[id]?.isInFragment = true
    guard isFirst else { return }
    let place = walks[id]?.stops.last?.name
    walks[id]?.fragment = MetWalk.WalkedFragment(file: facts.place.file, place: place)
  }

  /// What the heads of steps begin with that begin another journey.
  private static let beginners = ["start_again", "open"]

  private mutating func beginJourney(_ id: String, by head: String) {
    if walks[id]?.stops.isEmpty == false { opened[id]?.journey += 1 }
    opened[id]?.isByLink = head.hasPrefix("open")
  }

  private mutating func begin(_ id: String, _ account: String?) {
    guard let planned = walks[id]?.planned else { return }
    var walk = MetWalk(planned: planned, id: id)
    walk.account = account
    if let account, let address = people[planned.tenant]?[account] { walk.addresses.insert(address.lowercased()) }
    walks[id] = walk
    opened[id] = Opened()
  }

  private mutating func take(_ exchange: Exchange, _ id: String) {
    walks[id]?.addresses.formUnion(exchange.sentAddresses)
    // The first one is the tenant's own; later ones may lead to other sites.
    if walks[id]?.stops.isEmpty == true { origins.insert(ScreenCanon.origin(of: exchange.url)) }
    if let status = exchange.response?.status, !exchange.isSharedByWalks { opened[id]?.statuses.append(status) }
  }

  private mutating func add(_ kind: MetStop.Kind, to id: String) {
    var stop = MetStop(kind)
    stop.statuses = opened[id]?.statuses ?? []
    stop.edges = opened[id]?.edges ?? []
    stop.journey = opened[id]?.journey ?? 0
    stop.isByLink = opened[id]?.isByLink ?? false
    opened[id]?.statuses = []
    opened[id]?.edges = []
    opened[id]?.isByLink = false
    // The end is followed to its tokens: that is one end.
    if stop.isEnd, let last = walks[id]?.stops.last, last.isEnd, last.journey == stop.journey {
      stop.edges = last.edges + stop.edges
      stop.statuses = last.statuses + stop.statuses
      walks[id]?.stops.removeLast()
    }
    walks[id]?.stops.append(stop)
  }

  private mutating func conclude(_ outcome: AttemptOutcome, _ id: String) {
    let met = walks[id]?.stops.isEmpty == false
    switch outcome.result {
    case .passed: walks[id]?.reach = .whole
    // All its steps were walked, which a known issue takes as a failure.
    case .failed(let mismatches) where !mismatches.isEmpty && mismatches.allSatisfy { $0.kind == .knownIssuePassed }:
      walks[id]?.reach = .whole
    case .failed: walks[id]?.reach = opened[id]?.unanswerable.map { .unanswerable($0) } ?? .cutShort
    case .broken(let breakage): walks[id]?.reach = .broken(breakage.message)
    case .skipped(let reason): walks[id]?.reach = met ? .whole : .skipped(reason)
    }
    opened[id] = nil
  }
}

extension Exchange {
  /// The addresses that were sent, in lower case.
  fileprivate var sentAddresses: [String] {
    var texts = [url.replacing("%40", with: "@")]
    switch requestBody {
    case .none: break
    case .form(let members): texts += members.flatMap { $0.value.texts }
    case .json(let value): texts += value.texts
    case .text(let text): texts.append(text.replacing("%40", with: "@"))
    }
    return texts.filter { $0.contains("@") }.flatMap(ScreenCanon.addresses)
  }
}

extension Screen {
  /// The addresses in fields that can be changed, in lower case: of what a script sends no log has the body.
  fileprivate var typedAddresses: [String] {
    forms.flatMap(\.widgets).flatMap { widget -> [String] in
      guard widget.isVisible, case .entry(let entry) = widget.kind, !entry.isReadOnly, let value = entry.value, value.contains("@") else {
        return []
      }
      return ScreenCanon.addresses(in: value)
    }
  }
}

extension Screen {
  /// What a person reads on it, as far as it is read for ids.
  fileprivate var readText: String {
    var texts = [pageText] + messages.map(\.text.visible) + forms.compactMap { $0.label?.visible }
    texts += facts.filter { ["title", "heading"].contains($0.name) }.compactMap(\.value.text)
    for widget in forms.flatMap(\.widgets) {
      texts += [widget.label?.visible].compactMap(\.self)
      if case .output(let text) = widget.kind { texts.append(text.visible) }
    }
    return texts.joined(separator: "\n")
  }
}

extension Value {
  /// Every text in it, without secrets.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let members): members.flatMap { $0.value.texts }
    case .null, .bool, .number, .secret: []
    }
  }
}

extension Mismatch {
  /// Whether a person cannot answer the screen as the scenario says.
  fileprivate var keepsFromAnswering: Bool {
    switch kind {
    case .answer, .press, .binding: true
    case .screen, .form, .widget, .message, .unexpectedMessage, .refusal, .capture, .response, .branding, .snapshot, .token, .claim, .probe,
      .security, .mail, .check, .condition, .timeout, .unexpectedEnd, .expired, .knownIssuePassed, .distinguishable:
      false
    }
  }

  fileprivate var said: String {
    let found = kind == .binding ? "\(actual): no message and no screen brought it" : "expected \(expected), found \(actual)"
    return "\(subject.sentence): \(found)"
  }
}
