internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario
internal import ModelCoding

extension MismatchCollector {
  /// Compares an exchange with `response`.
  mutating func match(_ exchange: Exchange?, _ expected: ExpectedResponse, in bindings: inout Bindings) {
    guard let exchange, let answer = exchange.response else {
      add(
        Mismatch(
          .response, subject: "response", expected: "a response of the server", actual: "no request was sent before this step",
          place: Excerpt(expected.range)))
      return
    }
    if let status = expected.status {
      match(MatchSubject(.number(String(answer.status))), status, .response, "status of the response", in: &bindings)
    }
    for header in expected.headers {
      let value = MatchSubject(answer.header(header.name.value), readsLiteralsAsText: true)
      match(value, header.matcher, .response, "header '\(header.name.value)'", in: &bindings)
    }
    for cookie in expected.cookies {
      let received = answer.cookies.last { $0.name == cookie.name.value }
      let value = MatchSubject(received.map { .map($0.attributes) }, readsLiteralsAsText: true)
      match(value, cookie.matcher, .response, "cookie '\(cookie.name.value)'", in: &bindings)
    }
    if let duration = expected.duration {
      match(MatchSubject(.number(exchange.duration.inSeconds)), duration, .response, "duration of the exchange", in: &bindings)
    }
    matchDocument(of: answer, expected.json, in: &bindings)
  }

  private mutating func matchDocument(of answer: Exchange.Answered, _ members: [NamedMatcher], in bindings: inout Bindings) {
    guard let first = members.first else { return }
    guard let document = answer.document else {
      add(
        Mismatch(
          .response, subject: "body of the response", expected: "JSON", actual: "\(answer.body.count) bytes that are not JSON",
          place: Excerpt(first.name.range)))
      return
    }
    for member in members {
      do throws(ValuePathError) {
        let path = try ValuePath(parsing: member.name.value)
        let value = path.value(in: document)
        let before = mismatches.count
        match(MatchSubject(value), member.matcher, .response, "'\(member.name.value)' of the response", in: &bindings)
        guard value == nil, mismatches.count == before, let parent = path.missingParent(in: document) else { continue }
        addUnknown(member, below: parent)
      } catch {
        add(
          Mismatch(
            .binding, subject: "path '\(member.name.value)'", expected: "a path", actual: error.message,
            place: Excerpt(member.name.range)))
      }
    }
  }
}

extension MismatchCollector {
  /// Nothing is below what is missing itself, so that such an `absent` would hold of any misspelt path.
  private mutating func addUnknown(_ member: NamedMatcher, below parent: ValuePath.MissingParent) {
    let actual = parent.found.map { "'\(parent.path)' is \($0.kindName)" } ?? "there is no '\(parent.path)'"
    add(
      Mismatch(
        .response, subject: "'\(member.name.value)' of the response", expected: member.matcher.wording, actual: actual,
        details: ["a value is absent only from one that is there; where '\(parent.path)' may be missing, expect that of it"],
        place: Excerpt(member.name.range)))
  }
}

extension Duration {
  /// Decimal seconds, to the microsecond, as short as they can be.
  fileprivate var inSeconds: String {
    let (seconds, attoseconds) = components
    let microseconds = String(attoseconds / 1_000_000_000_000)
    let fraction = String(repeating: "0", count: 6 - microseconds.utf8.count) + microseconds
    guard let last = fraction.lastIndex(where: { $0 != "0" }) else { return String(seconds) }
    return "\(seconds).\(fraction[...last])"
  }
}
