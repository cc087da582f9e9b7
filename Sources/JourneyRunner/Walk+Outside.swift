internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  mutating func wait(_ time: TemplateValue) -> Course {
    do throws(BindingFailure) {
      let value = try time.evaluate(in: &bindings)
      let duration = try parse(value.spelling ?? "", at: time)
      if !limits.canMoveClock, duration > limits.maxWait {
        return leave(
          "'wait' of \(DurationText.format(duration)) is longer than \(DurationText.format(limits.maxWait)), "
            + "and the clock of '\(planned.tenant.name)' cannot be moved")
      }
      pending = .passage
      return .ask(.wait(duration))
    } catch {
      return fail(error)
    }
  }

  private func parse(_ text: String, at place: TemplateValue) throws(BindingFailure) -> Duration {
    do throws(DurationText.Failure) {
      return try DurationText.parse(text)
    } catch {
      throw BindingFailure(error.message, at: place.range)
    }
  }

  mutating func check(_ members: [NamedMatcher]) -> Course {
    var collector = MismatchCollector()
    for member in members {
      let subject = MatchSubject(variable(member.name.value), readsLiteralsAsText: true)
      collector.match(subject, member.matcher, .check, "'\(member.name.value)'", in: &bindings)
    }
    return collector.isEmpty ? pass() : fail(collector.mismatches)
  }

  mutating func send(_ request: HTTPStep) -> Course {
    do throws(BindingFailure) {
      let call = HTTPCall(
        method: request.method, url: try request.url.evaluate(in: &bindings),
        headers: try evaluate(request.headers).hidingCredentials(CredentialName.isHeader),
        body: try body(request.body))
      pending = .request(call)
      return .ask(.request(call))
    } catch {
      return fail(error)
    }
  }

  private mutating func body(_ written: HTTPStep.Body) throws(BindingFailure) -> HTTPCall.Body {
    switch written {
    case .none: .none
    case .json(let value): .json(try value.evaluate(in: &bindings).hidingCredentials())
    case .form(let members): .form(try evaluate(members).hidingCredentials(CredentialName.isMember))
    case .text(let text): .text(try text.evaluate(in: &bindings))
    }
  }

  /// Waits and sends the call again; `nil` if the step does not wait or its time is up.
  mutating func askAgain(_ call: HTTPCall) -> Course? {
    guard case .step(let step) = program.instructions[counter], let within = step.within,
      let time = timeLeft(within, interval: WalkLimits.usualInterval)
    else { return nil }
    pending = .requestInterval(call)
    return .ask(.wait(time))
  }

  mutating func answered(_ exchange: Exchange, _ call: HTTPCall) -> Course {
    record(exchange)
    guard case .step(let step) = program.instructions[counter], case .request(let request) = step.kind else { return .goOn }
    var collector = MismatchCollector()
    if let response = request.response { collector.match(exchange, response, in: &bindings) }
    let refused = request.response?.status == nil ? exchange.response.flatMap(Self.refusal) : nil
    if !collector.isEmpty || refused != nil {
      if let course = askAgain(call) { return course }
      if let refused, collector.isEmpty { return turnedDown(refused, step) }
      return fail(collector.mismatches)
    }
    var reader = CaptureReader(exchange: exchange, bindings: bindings)
    reader.giver = exchange.origin
    let captured = reader.read(step.captures)
    for (name, value) in captured.values { bind(name, to: value) }
    return captured.mismatches.isEmpty ? pass() : fail(captured.mismatches)
  }

  /// An unexpected status that means the request failed.
  private static func refusal(_ answer: Exchange.Answered) -> Int? { answer.status >= 400 ? answer.status : nil }

  private mutating func turnedDown(_ status: Int, _ step: Step) -> Course {
    let message = "the request was answered with status \(status), and no 'response' expects it"
    if status == 429 { return breakOff(Breakage(kind: .rateLimit, message: message)) }
    if status >= 500 { return breakOff(Breakage(kind: .status, message: message)) }
    return fail(
      Mismatch(
        .response, subject: "status of the response", expected: "below 400, because no 'response' expects another status",
        actual: String(status),
        place: Excerpt(step.range)))
  }

  mutating func run(_ command: CommandStep) -> Course {
    do throws(BindingFailure) {
      var arguments: [Value] = []
      for argument in command.arguments { arguments.append(try argument.evaluate(in: &bindings)) }
      pending = .command
      return .ask(.run(arguments))
    } catch {
      return fail(error)
    }
  }

  mutating func ran(_ result: CommandResult) -> Course {
    guard case .step(let step) = program.instructions[counter] else { return .goOn }
    guard result.status == 0 else {
      let lines = result.errorOutput.split(separator: "\n").suffix(5).map(String.init)
      return fail(
        Mismatch(
          .check, subject: "exit status of '\(step.head)'", expected: "0", actual: String(result.status), details: lines,
          place: Excerpt(step.range)))
    }
    let captured = CaptureReader(result, bindings: bindings).read(step.captures)
    for (name, value) in captured.values { bind(name, to: value) }
    return captured.mismatches.isEmpty ? pass() : fail(captured.mismatches)
  }
}

extension Exchange {
  /// The origin that it was sent to; `nil` where its address cannot be read.
  fileprivate var origin: Origin? {
    do throws(WebURLError) {
      return try WebURL(url).originParts.map { Origin(scheme: $0.scheme, host: $0.host, port: $0.port) }
    } catch {
      return nil
    }
  }
}
