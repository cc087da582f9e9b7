internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// A passage that is being walked, and where the scenario goes on after it.
  struct Detour: Sendable {
    var program: Program
    /// The instruction at which the scenario waits.
    var back: Int
  }

  /// A passage is walked once at each place, so that a screen that does not go away ends the walk.
  struct PassedPlace: Sendable, Hashable {
    var instruction: Int
    var passage: String
  }

  /// Whether the scenario is followed as a script, so that only what cannot be answered ends it.
  var followsScript: Bool { limits.script != nil && phase == .journey && current != nil }

  /// What a step does that did not find what it expects, in a walk that follows a script; `nil` if the walk ends there.
  mutating func passOver() -> Course? {
    guard followsScript, program.instructions.indices.contains(counter) else { return nil }
    switch program.instructions[counter] {
    case .step(let step): return passOver(step)
    case .choose(let branches, _, _): return passOver(branches)
    // The page shows a screen that the steps of the hand-over do not have.
    case .comeBack: return isAtEnd ? nil : takePassage()
    case .unless, .jump, .enter, .leave, .beginLoop, .loop, .endLoop: return nil
    }
  }

  private mutating func passOver(_ step: Step) -> Course? {
    switch step.kind.head.specification.role {
    case .screen, .end: break
    case .start, .action, .outside, .tokens, .group: return skip(Self.notAsDescribed)
    }
    // An app follows the end of a journey, which may be an error.
    if !isEndFollowed, case .now(.ended(.completed)) = shown { return followEnd(probes: [], then: .askedAgain) }
    // On the screen that it names the step fails only if it cannot be answered; an end is an end, whatever is expected of it.
    if isAtEnd { return step.kind.isEnd ? skip(Self.notAsDescribed) : skipTo(counter + 1) }
    if case .screen(let expected) = step.kind, isShown(expected) { return nil }
    if case .handOver = step.kind, shown.handover != nil { return skip(Self.notAsDescribed) }
    // After a passage the scenario itself decides how to go on.
    return detour == nil ? skipTo(counter + 1) : skip(Self.notAsDescribed)
  }

  private mutating func passOver(_ branches: [Instruction.Branch]) -> Course? {
    guard branches.count > 1, program.instructions.indices.contains(branches[1].target - 1),
      case .jump(let exit) = program.instructions[branches[1].target - 1]
    else { return skipTo(nil) }
    return skipTo(exit)
  }

  private static let notAsDescribed = "it is not as described"

  private var isAtEnd: Bool {
    if case .now(.ended) = shown { true } else { false }
  }

  /// Goes on at this instruction if a later step knows what is shown, else by a passage; `nil` if there is neither.
  private mutating func skipTo(_ next: Int?) -> Course? {
    if let next, isKnown(from: next) {
      let course = skip(Self.notAsDescribed)
      counter = next
      return course
    }
    return takePassage()
  }

  /// Whether some step from an instruction on expects what is shown, up to the end of this journey.
  private mutating func isKnown(from first: Int) -> Bool {
    for instruction in program.instructions.dropFirst(first) {
      guard case .step(let step) = instruction else { continue }
      switch step.kind {
      case .screen(let expected): if isShown(expected) { return true }
      case .startAgain, .open, .reset: return false
      default: if step.kind.isEnd { return isAtEnd }
      }
    }
    return false
  }

  private mutating func isShown(_ expected: ExpectedScreen) -> Bool {
    guard case .now(.screen(let screen)) = shown else { return false }
    do throws(Undecided) { return try fits(expected.id, screen.id) } catch { return false }
  }

  private mutating func takePassage() -> Course? {
    guard detour == nil, let script = limits.script else { return nil }
    for passage in script.passages {
      guard case .screen(let expected) = passage.head.kind, isShown(expected),
        passed.insert(PassedPlace(instruction: counter, passage: passage.name)).inserted
      else { continue }
      let back = counter
      _ = skip("first comes a screen that \(passage.name) knows")
      detour = Detour(program: passage.program, back: back)
      counter = 0
      enterScope()
      return .goOn
    }
    return nil
  }

  /// Goes on with the scenario once a passage is walked; `nil` outside a passage.
  mutating func endDetour() -> Course? {
    guard let detour else { return nil }
    self.detour = nil
    counter = detour.back
    forgetScope()
    return .goOn
  }
}

extension Step.Kind {
  /// Whether it expects an end of the journey.
  fileprivate var isEnd: Bool {
    switch self {
    case .finish, .error, .expired: true
    default: false
    }
  }
}
