import JourneyModel
import JourneyRecording
import JourneyRunner

extension RecordingSession {
  /// Shows the end of a journey, asks what is expected of it, and keeps it.
  mutating func turn(at end: JourneyEnd) async throws(Interjection) {
    guard case .finished(let finish) = end, finish.hasTokens else { return await keep(end) }
    try await turn(at: finish)
  }

  /// Does what needs no person: follows the end of a journey, and keeps an end of which nothing more can be expected.
  mutating func settle() async {
    while !isOver {
      switch walk.shown {
      case .ended(.finished(let finish))? where finish.hasTokens: return
      case .ended(let end)?: await keep(end)
      case .handover(let handover)?: await keep(handover)
      case .screen?, nil: return
      }
    }
  }

  /// Keeps an end of which nothing is asked.
  private mutating func keep(_ end: JourneyEnd) async {
    switch end {
    case .completed: await follow()
    case .finished(let finish):
      tell(finish.checks)
      say("\nThe journey is complete, without tokens.")
      await take([.finish(RecordedFinish(hasTokens: false, within: nextWithin))], force: true)
      isOver = true
    case .refused(let refusal) where recording.steps.isEmpty && recording.leading.isEmpty && recording.start.isEmpty:
      let reason = refusal.description.map { " (\($0))" } ?? ""
      say("\nThe tenant refuses the journey before its first screen: '\(refusal.error)'\(reason).")
      say("Look at 'client' and 'issuer' of '\(site.name)' in tenants.yaml.")
      isOver = true
    case .refused(let refusal):
      say("\nThe journey ends in the error '\(refusal.error)'.")
      await take([.error(refusal.error)], force: true)
      isOver = true
    case .expired:
      say("\nThe session has expired.")
      await take([.expired], force: true)
      isOver = true
    }
  }

  /// The journey leaves for a web page, where the recording ends.
  mutating func keep(_ handover: Handover) async {
    say("\nThe journey leaves for a web page" + (handover.cause.map { ": \($0)" } ?? "") + ". The recording ends here.")
    await take([.handOver(handover.reason)], force: true)
    isOver = true
  }

  private func tell(_ checks: [TokenCheck]) {
    for check in checks {
      if let problem = check.problem, check != .noCode { say("The check '\(check.name)' fails: \(problem)") }
    }
  }

  private mutating func follow() async {
    let before = walk.shown
    do throws(DriverError) { try await walk.followEnd() } catch {
      say("The end could not be followed: \(error.message)")
      isOver = true
      return
    }
    if walk.shown == before {
      await take([.finish(RecordedFinish(within: nextWithin))], force: true)
      isOver = true
    }
  }

  private mutating func turn(at finish: Finish) async throws(Interjection) {
    tell(finish.checks)
    let claims = claims(of: finish)
    let proposed = claims.filter(\.isPersonal).map(\.name)
    var chosen = proposed
    say("")
    switch try askForClaims(proposed) {
    case .text("-"): chosen = []
    case .text(let text):
      chosen = text.split { $0 == "," || $0 == " " }.map(String.init)
      for name in chosen where !claims.contains(where: { $0.name == name }) {
        say("  The token has no '\(name)'; it has \(claims.map(\.name).joined(separator: ", ")).")
      }
    case .enter, .undo, .expect, .help, .quit: break
    }
    await self.finish(finish, expecting: chosen)
  }

  /// Keeps the end of a journey, and of its tokens the claims of these names.
  mutating func finish(_ finish: Finish, expecting names: [String]) async {
    let expected = claims(of: finish).filter { names.contains($0.name) }.map { RecordedFinish.Claim($0.name, $0.origin) }
    await take([.finish(RecordedFinish(claims: expected, within: nextWithin))], force: true)
    isOver = true
  }

  /// What is wanted of the token; ending the recording here takes what is in brackets.
  private mutating func askForClaims(_ proposed: [String]) throws(Interjection) -> RecordingReply {
    do throws(Interjection) {
      return try ask("signed in.  Expect of the token [\(proposed.isEmpty ? "nothing" : proposed.joined(separator: ", "))]: ")
    } catch {
      guard error == .quit else { throw error }
      return .enter
    }
  }

  struct KnownClaim {
    var name: String
    var origin: AnswerOrigin
    /// Whether it is something that the person is known by.
    var isPersonal: Bool
  }

  /// The claims that are texts and the same in every walk.
  func claims(of finish: Finish) -> [KnownClaim] {
    guard case .map(let members)? = finish.facts.first(where: { $0.name == "claims" })?.value else { return [] }
    return members.compactMap { member in
      guard let text = member.value.text, !Self.changing.contains(member.name) else { return nil }
      if let attribute = accountTexts.first(where: { $0.text == text }) {
        return KnownClaim(name: member.name, origin: .attribute(attribute.name), isPersonal: member.name == attribute.name)
      }
      if let variable = recording.vars.first(where: { walk.value(of: $0.name)?.text == text }) {
        return KnownClaim(name: member.name, origin: .variable(variable.name), isPersonal: member.name == variable.name)
      }
      return KnownClaim(name: member.name, origin: .literal(text), isPersonal: false)
    }
  }

  private static let changing: Set<String> = [
    "sub", "iss", "aud", "nonce", "at_hash", "c_hash", "s_hash", "jti", "sid", "azp", "ver", "idp", "iat", "exp", "auth_time",
  ]
}
