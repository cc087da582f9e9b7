internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  mutating func walk(_ expected: ExpectedFinish, _ step: Step) -> Course {
    switch shown {
    case .now(.ended(.completed)) where !isEndFollowed:
      return followEnd(probes: expected.probes.map(\.value), then: .finish)
    case .now(.ended(.finished(let finish))) where !isLookedAt:
      return check(finish, expected, step)
    case .nothing, .now:
      if let course = askAgain(within: step.within) { return course }
      return fail(unfit(expected: "a completed journey", within: step.within, at: step.range))
    }
  }

  /// The end of a journey was followed for a `finish` step.
  mutating func finishFollowed() -> Course {
    guard case .step(let step) = program.instructions[counter], case .finish(let expected) = step.kind else { return .goOn }
    guard case .now(.ended(.finished(let finish))) = shown else {
      return fail(unfit(expected: "a code, and tokens for it", within: nil, at: step.range))
    }
    return check(finish, expected, step)
  }

  private mutating func check(_ finish: Finish, _ expected: ExpectedFinish, _ step: Step) -> Course {
    var collector = MismatchCollector()
    if expected.withoutTokens {
      collector.add(checks: finish.checks.filter { $0 != .noCode }, at: step.range)
      if finish.hasTokens {
        collector.add(
          Mismatch(
            .token, subject: "'tokens'", expected: "none", actual: "a code came back, and tokens for it",
            details: ["for a journey that signs in, remove 'tokens: none'"], place: Excerpt(step.range)))
      }
    } else {
      collector.add(checks: finish.checks, at: step.range)
      if collector.isEmpty, !finish.hasTokens {
        collector.add(
          Mismatch(
            .token, subject: "tokens", expected: "a code, and tokens for it", actual: "none",
            details: ["a journey that started with a link ends without them: write 'tokens: none' below 'finish'"],
            place: Excerpt(step.range)))
      }
    }
    collector.match(.map(finish.facts), expected.facts, in: &bindings)
    if collector.isEmpty {
      for probe in expected.probes where !finish.probes.contains(where: { $0.name == probe.value }) {
        collector.add(
          Mismatch(
            .probe, subject: "probe '\(probe.value)'", expected: "refused by the server", actual: "it was not tried",
            place: Excerpt(probe.range)))
      }
    }
    for probe in finish.probes {
      guard let problem = probe.problem else { continue }
      let written = expected.probes.first { $0.value == probe.name }
      collector.add(
        Mismatch(
          .probe, subject: "probe '\(probe.name)'", expected: "refused by the server", actual: problem,
          place: Excerpt(written?.range ?? step.range)))
    }
    return conclude(step, with: .map(finish.facts), collector.mismatches)
  }

  /// Captures from the facts of an end, and ends the step.
  mutating func conclude(_ step: Step, with facts: Value, _ mismatches: [Mismatch]) -> Course {
    isLookedAt = true
    var reader = CaptureReader(exchange: exchange, handover: shown.handover, bindings: bindings)
    reader.facts = facts
    let captured = reader.read(step.captures)
    for (name, value) in captured.values { bind(name, to: value) }
    let problems = mismatches + captured.mismatches
    return problems.isEmpty ? pass() : fail(problems)
  }

  mutating func walk(_ expected: ExpectedRefusal, _ step: Step) -> Course {
    if !isEndFollowed, case .now(.ended(.completed)) = shown { return followEnd(probes: [], then: .askedAgain) }
    guard case .now(.ended(.refused(let refusal))) = shown else {
      if let course = askAgain(within: step.within) { return course }
      return fail(unfit(expected: "an error at the end", within: step.within, at: step.range))
    }
    var collector = MismatchCollector()
    collector.match(MatchSubject(.text(refusal.error)), expected.error, .unexpectedEnd, "the error", in: &bindings)
    if let description = expected.description {
      let text = refusal.description.map(Value.text)
      collector.match(
        MatchSubject(text, readsLiteralsAsText: true), description, .unexpectedEnd, "description of the error", in: &bindings)
    }
    return conclude(step, with: .map([]), collector.mismatches)
  }

  mutating func walk(_ expected: ExpectedExpiry, _ step: Step) -> Course {
    guard case .now(.ended(.expired(_, let messages))) = shown else {
      if let course = askAgain(within: step.within) { return course }
      return fail(unfit(expected: "an expired session", within: step.within, at: step.range))
    }
    // What is read at the end is read as on a screen.
    var matcher = ScreenMatcher(
      Screen(id: ScreenID(""), messages: messages), exchange: exchange, posted: nil, expectedBefore: [], bindings: bindings)
    matcher.check(expected)
    return conclude(step, with: .map([]), matcher.collector.mismatches)
  }

  mutating func walk(_ expected: ExpectedHandover, _ step: Step) -> Course {
    guard case .now(.handover(let handover)) = shown else {
      if let course = askAgain(within: step.within) { return course }
      return fail(unfit(expected: "a hand-over to a web page", within: step.within, at: step.range))
    }
    var collector = MismatchCollector()
    collector.match(MatchSubject(.text(handover.url)), expected.url, .unexpectedEnd, "the address it leaves for", in: &bindings)
    if let reason = expected.reason, reason != handover.reason {
      let actual = "'\(handover.reason.rawValue)'" + (handover.cause.map { ": \($0)" } ?? "")
      collector.add(
        Mismatch(
          .unexpectedEnd, subject: "why it leaves", expected: "'\(reason.rawValue)'", actual: actual, place: Excerpt(step.range)))
    }
    guard collector.isEmpty || limits.script != nil, expected.goesOn else { return conclude(step, with: .map([]), collector.mismatches) }
    return leave(for: handover, expected, step)
  }

  /// What was captured is bound; then the page is walked, closed, or left out.
  private mutating func leave(for handover: Handover, _ expected: ExpectedHandover, _ step: Step) -> Course {
    isLookedAt = true
    let captured = CaptureReader(exchange: exchange, handover: handover, bindings: bindings).read(step.captures)
    guard captured.mismatches.isEmpty else { return fail(captured.mismatches) }
    for (name, value) in captured.values { bind(name, to: value) }
    if !expected.steps.isEmpty {
      isOnPage = true
      return turn(.visit(url: Secret(handover.url, name: "address of the web page", source: .server)))
    }
    if expected.isClosed { return turn(.comeBack(isClosed: true)) }
    return comeBack(with: expected.comesBack ?? [], step)
  }

  /// An action whose turn ends the step.
  private mutating func turn(_ action: WalkAction) -> Course {
    pending = .turnOfStep
    return .ask(action)
  }

  private mutating func comeBack(with members: [TemplateValue.Member], _ step: Step) -> Course {
    guard let base = planned.tenant.redirectURI else {
      return breakOff(Breakage(kind: .impossible, message: "the tenant names no redirect URI to come back to"))
    }
    do throws(BindingFailure) {
      let items = try evaluate(members).map { QueryItem($0.name, $0.value.spelling ?? "") }
      let address = Secret(try Self.address(base, items, step), name: "address that it comes back with", source: .server)
      return perform(.resume(url: address, isWritten: true))
    } catch {
      return fail(error)
    }
  }

  /// The steps of a web page were walked: it led back to the app, or the person closes it.
  mutating func comeBack(from step: Step) -> Course {
    guard case .handOver(let expected) = step.kind else { preconditionFailure("only a hand-over is come back from") }
    begin("\(step.id)/\(StepKey.comesBack.rawValue)", head: StepKey.comesBack.rawValue, at: step.range)
    if expected.isClosed {
      if let course = lookAtEnd() { return course }
      isLookedAt = true
      isOnPage = false
      return turn(.comeBack(isClosed: true))
    }
    guard let handover = shown.handover, handover.reason == .back else {
      return fail(unfit(expected: "the web page leads back to the app", within: nil, at: step.range))
    }
    var collector = MismatchCollector()
    let items = Self.items(of: handover.url)
    for member in expected.returns {
      let name = member.name.value
      let value = items.first { $0.name == name }.map { Value.text($0.value) }
      collector.match(
        MatchSubject(value, readsLiteralsAsText: true), member.matcher, .unexpectedEnd, "'\(name)' of the address", in: &bindings)
    }
    guard collector.isEmpty || limits.script != nil else { return fail(collector.mismatches) }
    isLookedAt = true
    isOnPage = false
    return turn(.comeBack(isClosed: false))
  }

  private static func items(of url: String) -> [QueryItem] {
    do throws(WebURLError) { return try WebURL(url).queryItems } catch { return [] }
  }

  private static func address(_ base: String, _ items: [QueryItem], _ step: Step) throws(BindingFailure) -> String {
    do throws(WebURLError) {
      return try WebURL(base).appending(query: items).description
    } catch {
      throw BindingFailure("the redirect URI '\(base)' is not a URL", at: step.range)
    }
  }
}

extension MismatchCollector {
  /// Adds the checks that failed.
  mutating func add(checks: [TokenCheck], at range: SourceRange) {
    for check in checks {
      guard let problem = check.problem else { continue }
      add(
        Mismatch(.token, subject: "check of '\(check.name)'", expected: "success", actual: problem, place: Excerpt(range)))
    }
  }

  /// Compares the facts of an end or a token step with the keys next to the step.
  mutating func match(_ facts: Value, _ expected: [NamedMatcher], in bindings: inout Bindings) {
    for member in expected {
      let name = member.name.value
      let kind: Mismatch.Kind = name == "claims" ? .claim : .token
      var fact = facts.member(at: name)
      if name == "access_token", member.matcher.asksForClaims {
        // A token that is not a JWT counts as one without claims.
        if case .secret(let token) = fact { fact = .map([Value.Member("token", .secret(token))]) }
        if let doubt = fact?.member(at: Finish.doubtName)?.text {
          add(
            Mismatch(
              .token, subject: "claims of the access token", expected: "claims that the issuer vouches for", actual: doubt,
              place: Excerpt(member.matcher.range)))
          continue
        }
      }
      match(MatchSubject(fact), member.matcher, kind, "'\(name)'", in: &bindings)
    }
  }
}

extension Matcher {
  /// Whether it looks at the claims of a token.
  fileprivate var asksForClaims: Bool {
    if case .members(let members) = rule, members.contains(where: { $0.name.value == "claims" }) { return true }
    return rule.children.contains(where: \.asksForClaims)
  }
}
