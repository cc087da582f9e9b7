internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

/// What prevents a walk from deciding whether a step matches, or whether its condition is true.
struct Undecided: Error, Hashable {
  let mismatch: Mismatch
}

extension Walk {
  /// Whether a step's head matches what is shown; the keys next to the head do not count.
  mutating func fits(_ step: Step) throws(Undecided) -> Bool {
    guard case .now(let now) = shown else { return false }
    switch now {
    case .screen(let screen):
      guard case .screen(let expected) = step.kind else { return false }
      return try fits(expected.id, screen.id)
    case .handover(let handover):
      guard case .handOver(let expected) = step.kind else { return false }
      return try holds(expected.url, for: MatchSubject(.text(handover.url)), .unexpectedEnd, "the address it leaves for")
    case .ended(let end): return try fits(step.kind, end)
    }
  }

  private mutating func fits(_ head: Step.Kind, _ end: JourneyEnd) throws(Undecided) -> Bool {
    switch end {
    case .completed, .finished:
      guard case .finish = head else { return false }
      return true
    case .expired:
      guard case .expired = head else { return false }
      return true
    case .refused(let refusal):
      guard case .error(let expected) = head else { return false }
      return try holds(expected.error, for: MatchSubject(.text(refusal.error)), .unexpectedEnd, "the error")
    }
  }

  mutating func fits(_ match: ExpectedScreen.ScreenMatch, _ id: ScreenID) throws(Undecided) -> Bool {
    switch match {
    case .ids(let ids): return ids.contains { id.matches($0.value, by: tenant.dialect.screenIDs) }
    case .matcher(let matcher):
      return try holds(matcher, for: MatchSubject(.text(id.text), readsLiteralsAsText: true), .screen, "the id of the screen")
    }
  }

  /// Whether a matcher matches; throws if it cannot be judged, so that no branch is taken or passed over by accident.
  mutating func holds(
    _ matcher: Matcher, for subject: MatchSubject, _ kind: Mismatch.Kind, _ name: @autoclosure () -> Mismatch.Subject
  ) throws(Undecided) -> Bool {
    do throws(MatchFailure) {
      return try matcher.holds(for: subject, in: &bindings)
    } catch {
      throw Undecided(mismatch: Mismatch(error, kind, of: name()))
    }
  }

  /// Continues at the first branch whose head matches.
  mutating func choose(_ branches: [Instruction.Branch], _ within: Duration?, _ step: StepReference) -> Course {
    if phase == .journey, case .nothing = shown { return startJourney() }
    do throws(Undecided) {
      if !isEndFollowed, case .now(.ended(.completed)) = shown, branches.contains(where: \.isError) {
        return followEnd(probes: branches.compactMap(\.probes).first ?? [], then: .askedAgain)
      }
      for branch in branches where try isOpen(branch) {
        if current != nil { _ = pass() }
        counter = branch.target
        return .goOn
      }
      begin(step.id, head: StepHead.either.rawValue, at: step.range)
      if let course = askAgain(within: within) { return course }
      let heads = branches.compactMap { $0.head?.head }
      return fail(unfit(expected: "one of: " + heads.joined(separator: "; "), within: within, at: step.range))
    } catch {
      begin(step.id, head: StepHead.either.rawValue, at: step.range)
      return fail(error.mismatch)
    }
  }

  private mutating func isOpen(_ branch: Instruction.Branch) throws(Undecided) -> Bool {
    guard let head = branch.head else { return true }
    guard try holds(head.when) else { return false }
    return try fits(head)
  }

  /// Follows the end of a completed journey, which leads to its tokens or to an error.
  mutating func followEnd(probes: [String], then purpose: Pending) -> Course {
    isEndFollowed = true
    pending = purpose
    return .ask(.perform(.finish(probes: probes)))
  }
}

extension Instruction.Branch {
  fileprivate var isError: Bool {
    guard case .error? = head?.kind else { return false }
    return true
  }

  fileprivate var probes: [String]? {
    guard case .finish(let expected)? = head?.kind else { return nil }
    return expected.probes.map(\.value)
  }
}
