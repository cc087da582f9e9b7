import JourneyModel
import JourneyRunner

/// Finds what differs for one case on the second walk.
package struct WalkComparison: Sendable {
  package private(set) var findings: [Finding] = []
  /// Whether a walk ended before its end, so that what comes there is not known: two that stop at the same place may go on differently.
  package private(set) var isCutShort = false
  /// Where the steps of one walk end though the other one went on, because its scenario has more of them: it is not known what the tenant asks
  /// there.
  package private(set) var shorter: ShorterWalk?

  private let before: MetWalk
  private let now: MetWalk
  /// Once one of the walks was led away after fewer tries: the places where both had been by then. That one of them comes there more often
  /// follows from it.
  private var revisited: Set<String> = []

  private let control: WalkControl
  /// Whether what differs may come of what one walk alone was led on with.
  private var isOfLeads = false

  package init(_ before: MetWalk, _ now: MetWalk) { self.init(before, now, control: WalkControl(of: before)) }

  /// - Parameter control: what differs between walks of the version that the first walk is of.
  init(_ before: MetWalk, _ now: MetWalk, control: WalkControl) {
    self.before = before
    self.now = now
    self.control = control
    let alignment = StopAlignment(before.row, now.row)
    for (index, gap) in alignment.gaps.enumerated() {
      let isLast = index == alignment.gaps.count - 1
      compare(gap, after: index == 0 ? nil : alignment.pairs[index - 1], isLast: isLast)
      if !isLast { compare(alignment.pairs[index], isNext: gap.before.isEmpty && gap.now.isEmpty) }
    }
    isCutShort = !before.isKnown || !now.isKnown || shorter != nil || isOfLeads
    compareMessages()
    compareWarnings()
  }

  private mutating func add(_ finding: Finding) {
    if !findings.contains(where: { $0.key == finding.key && $0.before == finding.before && $0.now == finding.now }) {
      findings.append(finding)
    }
  }

  // MARK: Stops of only one of them

  private mutating func compare(_ gap: StopAlignment.Gap, after pair: (before: Int, now: Int)?, isLast: Bool) {
    var left = Array(before.stops[gap.before])
    var right = Array(now.stops[gap.now])
    if isLast, let end = end(of: left, right, after: pair) {
      shorter = end
      return compareReach(at: pair)
    }
    leaveOutRevisited(&left, &right)
    guard !left.isEmpty || !right.isEmpty else { return isLast ? compareReach(at: pair) : () }
    let place = pair.map { now.stops[$0.now] }
    let common = Parting(
      place: place?.name, after: gap.before.upperBound < before.stops.count ? before.stops[gap.before.upperBound] : nil,
      edgesBefore: edges(before, gap.before.lowerBound), edgesNow: edges(now, gap.now.lowerBound))
    let (firstLeft, firstRight) = (left.first, right.first)
    // Who is refused, and does nothing more, does not see what comes then: that is reported as the refusal.
    let (oldIsRefused, newIsRefused) = (isLast && left.areRefusals, isLast && right.areRefusals)
    if let pair { takeStays(at: pair, isLast: isLast, &left, &right, common, firstLeft, firstRight) }
    takeRenamed(&left, &right)
    if isLast { takeDeadEnd(&left, &right, common) }
    takeEnds(&left, &right, common)
    takeExpired(&left, &right, common)
    // Where a walk ended early, the other one's stops do not count as changes: they may come on both. But a refusal counts if the other
    // walk went on.
    let (oldIsTold, newIsTold) = (!(isLast && !now.isKnown), !(isLast && !before.isKnown))
    let (oldRefusal, newRefusal) = (right.isOutside ? [] : left.filter(\.isRefusal), left.isOutside ? [] : right.filter(\.isRefusal))
    for finding in common.findings(of: oldIsTold ? left : oldRefusal, isNew: false, next: firstRight, isRefused: newIsRefused) {
      add(finding)
    }
    for finding in common.findings(of: newIsTold ? right : newRefusal, isNew: true, next: firstLeft, isRefused: oldIsRefused) {
      add(finding)
    }
    if isLast { compareReach(at: pair) }
  }

  /// The end of a walk that did not answer its last screen, or begin its last journey, as the other one did: its scenario has fewer steps.
  private func end(of left: [MetStop], _ right: [MetStop], after pair: (before: Int, now: Int)?) -> ShorterWalk? {
    guard let pair, left.isEmpty != right.isEmpty else { return nil }
    let (old, new) = (before.stops[pair.before], now.stops[pair.now])
    let isNow = right.isEmpty
    let (short, long, next) = isNow ? (new, old, left[0]) : (old, new, right[0])
    guard (isNow ? now : before).isKnown else { return nil }
    let isUnanswered = !short.isEnd && short.answered == nil && long.answered != nil
    guard isUnanswered || next.journey > long.journey else { return nil }
    return ShorterWalk(isNow: isNow, place: short.name)
  }

  /// The edges that lead to a stop.
  private func edges(_ walk: MetWalk, _ index: Int) -> [String] { walk.stops.indices.contains(index) ? walk.stops[index].edges : [] }

  /// How many times in a row the place came on both walks up to this pair, and how many of them said what was wrong.
  private func streak(endingAt pair: (before: Int, now: Int)) -> (all: Int, wrong: Int) {
    let place = now.stops[pair.now].place
    let stops = now.stops[...pair.now].reversed().prefix { $0.place == place }
    return (stops.count, stops.count { $0.saysError })
  }

  /// The same screen once more, where the other walk went on or away.
  private mutating func takeStays(
    at pair: (before: Int, now: Int), isLast: Bool, _ left: inout [MetStop], _ right: inout [MetStop], _ common: Parting,
    _ nextBefore: MetStop?, _ nextNow: MetStop?
  ) {
    let place = now.stops[pair.now]
    let streak = streak(endingAt: pair)
    guard place.screen != nil else { return }
    for isNew in [false, true] {
      guard let stay = (isNew ? right : left).first, stay.place == place.place, streak.all > 1 || stay.saysError else { continue }
      // Where the other walk is refused and led away, that came after fewer tries.
      let other = (isNew ? nextBefore : nextNow) ?? common.after
      // What would have come instead on a walk that ended early is not known.
      guard other != nil || (isNew ? self.before : self.now).isKnown else { continue }
      let isOwn = self.before.stops[pair.before].isAnsweredWithOwn && place.isAnsweredWithOwn
      // Where both are refused, only how often one may try differs: it was the account's own answer, and no right one.
      let isCount = (!isOwn || stay.saysError) && (other.map { $0.place != place.place && ($0.isDeadEnd || $0.saysError) } ?? false)
      // A right answer that comes after wrong ones is refused for these.
      let isTooLate = isOwn && !isCount && streak.wrong > 0 && stay.saysError
      let count = isTooLate ? streak.wrong : stay.saysError ? streak.wrong + 1 : streak.all
      // Different answers on the two walks cannot be compared.
      if self.before.stops[pair.before].isLedOn != place.isLedOn {
        isOfLeads = true
        (left, right) = ([], [])
        return
      }
      let isRight = isOwn && stay.saysError
      let kind: ChangeKind =
        isCount || isTooLate
        ? (isNew == isCount ? .moreTries : .noMoreTries)
        : isRight ? (isNew ? .rightAnswerRefused : .rightAnswerTaken) : isNew ? .errorSaid : .errorUnsaid
      var finding = Finding(kind, screen: place.key, element: isCount || isTooLate ? String(count) : "refused")
      let said = stay.screen?.messages.first { $0.level.mustBeExpected }?.text.visible
      (finding.before, finding.now) = isNew ? (nil, said) : (said, nil)
      common.fill(&finding)
      let (before, now) = (nextBefore ?? common.after, nextNow ?? common.after)
      (finding.nextBefore, finding.nextNow) = (before?.name, now?.name)
      (finding.screenBefore, finding.screenNow) = (before?.screen, now?.screen)
      add(finding)
      if isNew { right.removeAll { $0.place == place.place } } else { left.removeAll { $0.place == place.place } }
      guard isCount, let other else { continue }
      revisited.formUnion((self.before.stops[...pair.before] + self.now.stops[...pair.now]).map(\.place))
      // What came instead is reported with it.
      if isNew { left.removeAll { $0 == other } } else { right.removeAll { $0 == other } }
      // What a journey would have shown that was led away, and never ended, is not known.
      if !(isNew ? self.before : self.now).endedJourneys.contains(other.journey), !isLast {
        if isNew { right.removeAll { $0.journey == other.journey } } else { left.removeAll { $0.journey == other.journey } }
      }
      if isLast { takeRest(of: isNew ? right : left, isNew: isNew, instead: other, &left, &right, common) }
      leaveOutRevisited(&left, &right)
    }
  }

  private func leaveOutRevisited(_ left: inout [MetStop], _ right: inout [MetStop]) {
    left.removeAll { revisited.contains($0.place) }
    right.removeAll { revisited.contains($0.place) }
  }

  /// What one walk showed after further tries, where the other one ended with them: only that people get in matters.
  private mutating func takeRest(
    of rest: [MetStop], isNew: Bool, instead other: MetStop, _ left: inout [MetStop], _ right: inout [MetStop], _ common: Parting
  ) {
    guard (isNew ? left : right).isEmpty else { return }
    if rest.contains(where: \.isFinish) {
      var finding = Finding(isNew ? .endOpened : .endClosed, screen: "", element: other.key)
      (finding.before, finding.now) = isNew ? (other.name, "signed in") : ("signed in", other.name)
      common.fill(&finding)
      add(finding)
    }
    (left, right) = ([], [])
  }

  private mutating func takeRenamed(_ left: inout [MetStop], _ right: inout [MetStop]) {
    guard let old = left.first?.screen, let new = right.first?.screen, left.count == 1, right.count == 1, old.id != new.id else { return }
    var renamed = old
    renamed.id = new.id
    guard !old.forms.isEmpty, renamed.comparable == new.comparable else { return }
    var finding = Finding(.screenRenamed, screen: new.id.text, before: old.id.text, now: new.id.text)
    (finding.screenBefore, finding.screenNow) = (old, new)
    add(finding)
    for finding in ScreenComparison(renamed, new).findings { add(finding) }
    (left, right) = ([], [])
  }

  /// A screen from which a person who gave nothing but right answers cannot go on, where the other walk signs in; and one in place of an
  /// error, or the other way round.
  private mutating func takeDeadEnd(_ left: inout [MetStop], _ right: inout [MetStop], _ common: Parting) {
    guard let end = right.last, end.isDeadEnd else { return }
    if let old = left.last, old.isRefusal || end.isRefusal, old.isDeadEnd, old.key != end.key, old.journey == end.journey {
      var finding = Finding(.endChanged, screen: "", element: end.key, before: old.name, now: end.name)
      common.fill(&finding)
      (finding.screenBefore, finding.screenNow) = (old.screen, end.screen)
      add(finding)
      (left, right) = (left.dropLast(), right.dropLast())
      return
    }
    // What was never refused before was right.
    guard let screen = end.screen, left.contains(where: { $0.isFinish && $0.journey == end.journey }),
      now.stops.allSatisfy(\.isAnsweredRight) || !before.stops.contains(where: \.saysError)
    else { return }
    let title = screen.title.map { " (\($0))" } ?? ""
    var finding = Finding(.endClosed, screen: "", element: end.key, before: "signed in", now: "\(end.name)\(title)")
    common.fill(&finding)
    (finding.screenNow, finding.nextBefore, finding.nextNow) = (screen, left.first?.name, end.name)
    finding.edgesNow = end.edges
    add(finding)
    right.removeLast()
  }

  private mutating func takeEnds(_ left: inout [MetStop], _ right: inout [MetStop], _ common: Parting) {
    guard let old = left.last, let new = right.last, old.isEnd, new.isEnd else { return }
    // Where one of the walks ended with an earlier journey, that end came instead of something else.
    guard old.key != new.key || old.journey == new.journey || before.isKnown && now.isKnown else { return }
    defer {
      left.removeLast()
      right.removeLast()
    }
    // The same end, though of another journey of the walk: the screens of that one are what differs.
    guard old.key != new.key else { return }
    let kind: ChangeKind = old.isFinish ? .endClosed : new.isFinish ? .endOpened : .endChanged
    let other = kind == .endOpened ? old : new
    var finding = Finding(kind, screen: "", element: other.key, before: old.name, now: new.name)
    common.fill(&finding)
    add(finding)
  }

  /// A session that is over for one walk before the screens that the other one still sees, and both end with that.
  private mutating func takeExpired(_ left: inout [MetStop], _ right: inout [MetStop], _ common: Parting) {
    guard let end = common.after, end.isExpired, left.isEmpty != right.isEmpty else { return }
    let isClosed = right.isEmpty
    var finding = Finding(isClosed ? .endClosed : .endOpened, screen: "", element: end.key)
    (finding.before, finding.now) = isClosed ? (nil, end.name) : (end.name, nil)
    common.fill(&finding)
    (finding.nextBefore, finding.nextNow) = (left.first?.name ?? end.name, right.first?.name ?? end.name)
    (finding.screenBefore, finding.screenNow) = (left.first?.screen, right.first?.screen)
    add(finding)
    (left, right) = ([], [])
  }

  /// Only one of the walks could not answer the screen on which both were.
  private mutating func compareReach(at pair: (before: Int, now: Int)?) {
    guard let pair else { return }
    switch (before.reach.cannotAnswer, now.reach.cannotAnswer) {
    case (nil, let reason?) where pair.now == now.stops.count - 1: addReach(.unanswerable, nil, reason, pair)
    case (let reason?, nil) where pair.before == before.stops.count - 1: addReach(.answerable, reason, nil, pair)
    default: break
    }
  }

  private mutating func addReach(_ kind: ChangeKind, _ old: String?, _ new: String?, _ pair: (before: Int, now: Int)) {
    var finding = Finding(kind, screen: now.stops[pair.now].key, before: old, now: new)
    (finding.screenBefore, finding.screenNow) = (before.stops[pair.before].screen, now.stops[pair.now].screen)
    add(finding)
  }

  // MARK: Stops of both

  private mutating func compare(_ pair: (before: Int, now: Int), isNext: Bool) {
    let (old, new) = (before.stops[pair.before], now.stops[pair.now])
    // That one of them is on a page outside is reported as that: a page shows a screen in its own way.
    guard old.isOnPage == new.isOnPage else { return }
    if let left = old.screen, let right = new.screen {
      for var finding in ScreenComparison(left, right, control: control.control(at: pair.before)).findings {
        (finding.edgesBefore, finding.edgesNow) = (old.edges, new.edges)
        add(finding)
      }
    }
    if let left = old.finish, let right = new.finish {
      let comparison = FinishComparison(
        left, right, varied: control.variedFacts(at: pair.before), namesPeopleAlike: before.planned.tenant == now.planned.tenant)
      for finding in comparison.findings { add(finding) }
    } else if old.isFinish, (old.finish == nil) != (new.finish == nil) {
      add(
        Finding(
          .token, screen: "", element: "tokens", before: old.finish == nil ? "none" : "there", now: new.finish == nil ? "none" : "there"))
    }
    if isNext, old.statuses != new.statuses {
      let said = { (statuses: [Int]) in statuses.map(String.init).joined(separator: ", ") }
      add(
        Finding(
          .status, screen: new.screen?.id.text ?? "", element: new.isEnd ? "end" : "", before: said(old.statuses), now: said(new.statuses)))
    }
  }

  // MARK: Messages and warnings

  private mutating func compareMessages() {
    // On another path other messages are sent: that is reported with the path.
    guard before.isKnown, now.isKnown, !findings.contains(where: { $0.kind.isOfWay }) else { return }
    var gone = before.messages
    var come: [TakenMessage] = []
    let subjects = control.restored(now.messages.map(\.subject)) { $0.messages.map(\.subject) }
    for message in zip(now.messages, subjects).map({ TakenMessage(channel: $0.channel, subject: $1) }) {
      if let index = gone.firstIndex(of: message) { gone.remove(at: index) } else { come.append(message) }
    }
    for message in come {
      let name = message.subject.isEmpty ? message.channel.rawValue : message.subject
      if let index = gone.firstIndex(where: { $0.channel == message.channel }) {
        add(Finding(.subject, screen: "", element: message.channel.rawValue, before: gone[index].subject, now: message.subject))
        gone.remove(at: index)
      } else {
        add(Finding(.messageComes, screen: "", element: "\(message.channel.rawValue)/\(name)", now: name))
      }
    }
    for message in gone {
      let name = message.subject.isEmpty ? message.channel.rawValue : message.subject
      add(Finding(.messageStays, screen: "", element: "\(message.channel.rawValue)/\(name)", before: name))
    }
  }

  private mutating func compareWarnings() {
    guard before.isKnown, now.isKnown else { return }
    let (old, new) = (Set(before.warnings), Set(control.restored(now.warnings) { $0.warnings }))
    for text in new.subtracting(old).sorted() { add(Finding(.warning, screen: "", element: text, now: text)) }
    for text in old.subtracting(new).sorted() { add(Finding(.warning, screen: "", element: text, before: text)) }
  }
}

extension MetWalk.Reach {
  /// Why a screen could not be answered.
  fileprivate var cannotAnswer: String? {
    guard case .unanswerable(let reason) = self else { return nil }
    return reason
  }
}
