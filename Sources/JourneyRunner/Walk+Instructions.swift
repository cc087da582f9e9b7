internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// Executes the instruction that the counter points at.
  mutating func execute() -> Course {
    guard program.instructions.indices.contains(counter) else { return finishProgram() }
    guard stepsTaken <= WalkLimits.maxSteps else { return tooManySteps() }
    switch program.instructions[counter] {
    case .step(let step): return execute(step)
    case .unless(let conditions, let target, let step): return branch(conditions, target, step)
    case .jump(let target): counter = target
    case .choose(let branches, let within, let step): return choose(branches, within, step)
    case .enter(let parameters, let step): return enter(parameters, step)
    case .leave:
      leaveScope()
      counter += 1
    case .beginLoop:
      beginLoop()
      counter += 1
    case .loop(let count, let target):
      counter = nextRound(of: count) ? target : counter + 1
    case .endLoop:
      endLoop()
      counter += 1
    case .comeBack(let step): return comeBack(from: step)
    }
    return .goOn
  }

  private mutating func tooManySteps() -> Course {
    let sentence = "the walk has more than \(WalkLimits.maxSteps) steps and rounds of 'repeat'"
    guard phase == .cleanUp else { return breakOff(Breakage(kind: .tooLarge, message: sentence)) }
    cleanUpProblems.append(sentence)
    return over()
  }

  private mutating func execute(_ step: Step) -> Course {
    begin(step)
    if phase == .journey, case .nothing = shown, step.kind.needsJourney { return startJourney() }
    switch step.kind {
    case .screen(let expected): return walk(expected, step)
    case .finish(let expected): return walk(expected, step)
    case .handOver(let expected): return walk(expected, step)
    case .error(let expected): return walk(expected, step)
    case .expired(let expected): return walk(expected, step)
    case .reset: return reset()
    case .refreshScreen: return lookAtEnd() ?? perform(.refresh)
    case .startAgain(let start): return startAgain(start)
    case .open(let link, let elsewhere): return open(link, elsewhere: elsewhere)
    case .message(let expected): return walk(expected, step)
    case .push(let accepts):
      pending = .passage
      return .ask(.answerPush(accepts: accepts))
    case .request(let request): return send(request)
    case .run(let command): return run(command)
    case .wait(let time): return wait(time)
    case .check(let members): return check(members)
    case .token(let token):
      pending = .token
      return .ask(.perform(.token(token.action, isAnswered: token.press != nil)))
    case .use, .either, .repeated:
      preconditionFailure("'\(step.head)' is compiled away")
    }
  }

  /// An action whose turn ends the step.
  mutating func perform(_ action: DriverAction) -> Course {
    pending = .turnOfStep
    return .ask(.perform(action))
  }

  private mutating func reset() -> Course {
    if let course = lookAtEnd() { return course }
    guard let form = tenant.dialect.resetForm else {
      return breakOff(Breakage(kind: .impossible, message: "'\(tenant.dialect.name)' has no form that starts a journey over"))
    }
    return perform(.submit(Submission(form: form)))
  }

  private mutating func startAgain(_ start: StartSpecification) -> Course {
    if let course = lookAtEnd() { return course }
    do throws(BindingFailure) {
      var parameters = try startParameters(start)
      // Values that describe the person's device and place stay unless they are set again.
      let before = try startParameters(planned.start).headers
      parameters.headers += before.filter { header in !parameters.headers.contains { $0.name == header.name } }
      isEndFollowed = false
      return perform(.start(parameters))
    } catch {
      return fail(error)
    }
  }

  private mutating func open(_ link: Template, elsewhere: Bool) -> Course {
    if let course = lookAtEnd() { return course }
    do throws(BindingFailure) {
      let value = try link.evaluate(in: &bindings)
      // An address that the scenario has as it is, is not a secret; what its query has may be one.
      guard let secret = value.asSecret(named: "link", source: link.constant == nil ? .server : .project) else {
        return fail(
          Mismatch(.binding, subject: "link", expected: "a text", actual: value.kindName, place: Excerpt(link.range)))
      }
      isEndFollowed = false
      return perform(.open(link: secret, elsewhere: elsewhere))
    } catch {
      return fail(error)
    }
  }

  private mutating func branch(_ conditions: [NamedMatcher], _ target: Int, _ step: StepReference) -> Course {
    let guarded = head(behind: counter)
    do throws(Undecided) {
      if try holds(conditions) {
        counter += 1
        return .goOn
      }
    } catch {
      begin(step.id, head: guarded, at: step.range)
      return fail(error.mismatch)
    }
    begin(step.id, head: guarded, at: step.range)
    let course = skip("'when' is not true")
    counter = target
    return course
  }

  /// The step that a condition or a choice guards.
  private func head(behind index: Int) -> String {
    guard program.instructions.indices.contains(index + 1) else { return "step" }
    switch program.instructions[index + 1] {
    case .step(let step): return step.head
    case .choose: return StepHead.either.rawValue
    case .enter: return StepHead.use.rawValue
    case .beginLoop: return StepHead.repeated.rawValue
    case .unless, .jump, .leave, .loop, .endLoop, .comeBack: return "step"
    }
  }

  /// Whether all of these variables match.
  mutating func holds(_ conditions: [NamedMatcher]) throws(Undecided) -> Bool {
    for condition in conditions {
      let name = condition.name.value
      let subject = MatchSubject(variable(name), readsLiteralsAsText: true)
      guard try holds(condition.matcher, for: subject, .condition, "'\(name)' in 'when'") else { return false }
    }
    return true
  }
}

extension Value {
  /// The text or the secret as a secret; `nil` for everything else.
  func asSecret(named name: String, source: Secret.Source) -> Secret? {
    switch self {
    case .text(let text): Secret(text, name: name, source: source)
    case .secret(let secret): secret
    case .null, .bool, .number, .list, .map: nil
    }
  }
}
