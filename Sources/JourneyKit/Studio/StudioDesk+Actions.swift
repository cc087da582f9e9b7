import JourneyLanguage
import JourneyModel
import JourneyRecording
import JourneyReports
import JourneyRunner

extension StudioDesk {
  /// Throws `PostedForm.Problem` and other errors that are shown.
  mutating func perform(_ action: StudioAction, _ posted: PostedForm) async throws {
    switch action {
    case .begin: return try await begin(wish(posted))
    case .useCode(let id): wantedCode = arrivals.first { $0.message.id == id && !$0.codes.isEmpty }?.mark()
    case .expect(let wish): session?.expectations.turn(wish)
    case .walkAgain: await walkAgain()
    case .save: try await save(posted)
    case .look: return
    case .ways: if let session { ways = try await StudioWays(of: session.site, in: project, session.planner.settings) }
    case .undo, .back: try await goBack(action)
    case .way, .open, .push, .waitForChange, .pass, .finish, .stop: try await walk(action, posted)
    }
  }

  /// Works on the session as a value of its own, and puts it back whatever happens.
  private mutating func withSession(_ work: (inout RecordingSession) async throws -> Void) async throws {
    guard var session else { throw PostedForm.Problem("No journey is begun: begin one.") }
    self.session = nil
    let result: Result<Void, any Error>
    do { result = .success(try await work(&session)) } catch { result = .failure(error) }
    self.session = session
    try result.get()
  }

  private mutating func goBack(_ action: StudioAction) async throws {
    wantedCode = nil
    try await withSession { session in
      if case .back(let number) = action { try await session.goBack(to: number) } else { try await session.undo() }
    }
  }

  private mutating func walk(_ action: StudioAction, _ posted: PostedForm) async throws {
    let arrivals = arrivals
    try await withSession { session in
      guard !session.isOver else { throw PostedForm.Problem("The recording has ended: undo a step, save it, or start again.") }
      if case .finish = action { return try await Self.finish(&session, posted) }
      if case .pass(let time) = action { return try await Self.pass(time, &session) }
      guard case .screen(let screen)? = session.walk.shown else {
        throw PostedForm.Problem("No screen is shown on which that could be done.")
      }
      switch action {
      case .way(let index): try await Self.press(index, on: screen, &session, arrivals, posted)
      case .open(let id):
        guard let arrival = arrivals.first(where: { $0.message.id == id && $0.link != nil }) else {
          throw PostedForm.Problem("The message is not there any more.")
        }
        await session.open(arrival, on: screen)
      case .push(let isAccepted): await session.push(isAccepted, on: screen)
      case .waitForChange: await session.letTimePass()
      case .stop: await session.end()
      case .pass, .finish, .begin, .useCode, .expect, .walkAgain, .save, .look, .ways, .undo, .back: return
      }
    }
    wantedCode = nil
  }

  private static func press(
    _ index: Int, on screen: Screen, _ session: inout RecordingSession, _ arrivals: [Arrival], _ posted: PostedForm
  ) async throws {
    let ways = screen.ways(session.walk.tenant.submission)
    guard ways.indices.contains(index), let form = screen.form(ways[index].form) else {
      throw PostedForm.Problem("This screen has no such button.")
    }
    let filled = try session.filling(form, by: ways[index], on: screen, arrivals, posted)
    guard !session.needsConsent(ways[index], on: screen) || posted["consent"] == "yes" else {
      throw PostedForm.Problem("This may change the account for good, on a live tenant: tick that you want it.")
    }
    await session.send(filled, by: ways[index], form, on: screen, arrivals)
  }

  private static func pass(_ time: String, _ session: inout RecordingSession) async throws {
    guard !session.site.isLive else { throw PostedForm.Problem("The clock of a live tenant cannot be moved.") }
    guard StudioAction.times.contains(time) else { throw PostedForm.Problem("The clock is not moved by '\(time)'.") }
    await session.take([.wait(time)])
  }

  private static func finish(_ session: inout RecordingSession, _ posted: PostedForm) async throws {
    guard case .ended(.finished(let finish))? = session.walk.shown else { throw PostedForm.Problem("The journey has not ended.") }
    await session.finish(finish, expecting: posted.all("claim"))
  }

  /// How a journey is to begin, as the page asks for it.
  private func wish(_ posted: PostedForm) throws(PostedForm.Problem) -> RecordSettings {
    var wish = beginning
    let (tenant, account, app) = (posted.trimmed("tenant"), posted.trimmed("account"), posted.trimmed("app"))
    wish.after = nil
    wish.tenant = tenant.isEmpty ? nil : tenant
    wish.account = account.isEmpty ? nil : account
    wish.app = app.isEmpty ? nil : app
    let words = posted.trimmed("start").split(separator: " ").map(String.init)
    for word in words where !word.contains("=") {
      throw PostedForm.Problem("A key of 'start' is written with its value, e.g. prompt=create, not '\(word)'.")
    }
    let language = posted.trimmed("language")
    wish.start = words + (language.isEmpty ? [] : ["ui_locales=\(language)"])
    // A recording in another tenant uses the people of that one.
    if wish.tenant != beginning.tenant, let name = wish.tenant, let account = wish.account,
      project.sites[name]?.accounts[account] == nil
    {
      wish.account = nil
    }
    return wish
  }

  /// Walks the recording with another seed, without writing it.
  private mutating func walkAgain() async {
    guard let session, !session.recording.steps.isEmpty else { return noted.say("Nothing is recorded yet.") }
    guard !session.site.isLive else { return noted.say("On a live tenant it is walked again once it is saved, if you want it.") }
    let seed = session.seed &+ 1
    do {
      let walk = try await RecordingSession.begun(
        session.recording, session.planner, account: session.account, seed: seed, makeContext(session.planner.project, seed))
      await walk.close()
      noted.say("Walked again with another seed: passed.")
    } catch {
      let told = (error as? RunFailure)?.message ?? "\(error)"
      noted.say(redactor.redacted("Walked again with another seed, it does not pass: \(told)"))
    }
  }
}

extension RecordingSession.Expectations {
  /// Turns an expectation on, or off again.
  fileprivate mutating func turn(_ wish: StudioAction.Wish) {
    switch wish {
    case .labels: labels.toggle()
    case .messages: messages.toggle()
    case .widgets: onlyWidgets.toggle()
    case .screen: wholeScreen.toggle()
    }
  }
}
