internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// What is done again once a code of an authenticator app may be used.
  struct PasscodeWait: Sendable {
    /// Of the app.
    let key: Secret
    /// `nil` for the next instruction.
    let input: WalkInput?
    /// `nil` until it is known which code may be used.
    var lease: PasscodeLease?
    /// How often a piece of the time was waited for.
    var pieces = 0
  }

  /// A code of an authenticator app that was posted.
  enum SentCode: Sendable, Hashable {
    case fresh(PasscodeLease.Extent)
    /// The case posted the same code before.
    case again
  }

  /// Takes the input, unless it answers what the walk asked for a code.
  mutating func hear(_ input: WalkInput) -> Course {
    guard let wait = passcodeWait else { return leasing(again: input) { walk in walk.take(input) } }
    switch input {
    case .leased(let lease): return begin(waitingFor: lease, wait)
    case .passed: return useOrAwait(wait)
    case .failed(let error):
      passcodeWait = nil
      beginPendingStep()
      return breakOff(Breakage(kind: error.kind, message: error.message))
    case .began, .resumed, .turned, .mails, .answered, .ran, .compared, .timedOut, .interrupted:
      passcodeWait = nil
      return take(input)
    }
  }

  /// Does something, or undoes it and asks for the code of an authenticator app that it needs.
  ///
  /// - Parameter again: what is taken again with the code; `nil` for the next instruction.
  mutating func leasing(again: WalkInput?, _ work: (inout Walk) -> Course) -> Course {
    guard bindings.passcodeSteps != nil else { return work(&self) }
    let before = self
    let course = work(&self)
    guard let key = bindings.passcodeSteps?.wanted else { return course }
    self = before
    passcodeWait = PasscodeWait(key: key, input: again)
    return .ask(.leasePasscode(key))
  }

  private mutating func begin(waitingFor lease: PasscodeLease, _ wait: PasscodeWait) -> Course {
    var wait = wait
    wait.lease = lease
    leaseExtent = lease.extent
    if let problem = lease.problem { emit(.note(problem)) }
    if lease.begins > now {
      let time = DurationText.format(.seconds((lease.begins - now).components.seconds + 1))
      emit(.note("waits \(time) for a code of the authenticator app that was not used yet"))
    }
    return useOrAwait(wait)
  }

  private mutating func useOrAwait(_ wait: PasscodeWait) -> Course {
    guard let lease = wait.lease else { return take(.passed) }
    guard lease.begins <= now else { return waitMore(for: lease, wait) }
    passcodeWait = nil
    bindings.passcodeSteps?.add(lease.step, of: wait.key)
    guard let input = wait.input else { return .goOn }
    return leasing(again: input) { walk in walk.take(input) }
  }

  private mutating func waitMore(for lease: PasscodeLease, _ wait: PasscodeWait) -> Course {
    guard wait.pieces < WalkLimits.maxPasscodePieces else {
      passcodeWait = nil
      beginPendingStep()
      return breakOff(
        Breakage(kind: .timeout, message: "no code of the authenticator app became usable: was this machine's clock set back?"))
    }
    passcodeWait = wait
    passcodeWait?.pieces += 1
    return .ask(.awaitPasscode(min(lease.begins - now, WalkLimits.passcodePiece)))
  }

  /// Begins the step that needs the code, so that a breakage is one of that step.
  private mutating func beginPendingStep() {
    guard program.instructions.indices.contains(counter), case .step(let step) = program.instructions[counter] else { return }
    begin(step)
  }
}

extension Walk {
  /// Remembers whether a form is posted with a code of an authenticator app, and whether that code was posted before.
  mutating func noteCodes(in submission: Submission) {
    sentCode = nil
    guard limits.leasesPasscodes, let answering, answering.answers.contains(where: { $0.from == .totp }) else { return }
    let codes = submission.answers.flatMap(\.value.secrets).filter { $0.source == .walk }.map(\.unsafeText)
    guard !codes.isEmpty else { return }
    sentCode = postedCodes.isSuperset(of: codes) ? .again : .fresh(leaseExtent)
    postedCodes.formUnion(codes)
  }

  /// What is known of the code that was posted last, for a screen that says what is wrong.
  var sentCodeDetails: [String] {
    switch sentCode {
    case nil: []
    case .again: ["this case has sent the same code of the authenticator app before"]
    case .fresh(let extent):
      [
        "the code of the authenticator app was not used before \(extent == .machine ? "on this machine" : "in this run"): is the account's "
          + "secret right, and this machine's clock? Was the code used elsewhere?"
      ]
    }
  }
}
