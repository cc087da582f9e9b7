internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension ScreenMatcher {
  /// Those of these messages whose links are as expected; all if links are not compared.
  ///
  /// `nil` is a mismatch: the message with the expected text has other links.
  mutating func withLinks(_ expected: ExpectedMessage, among indices: [Int]) -> [Int]? {
    guard let links = expected.links else { return indices }
    let linked = indices.filter { fits(messages.messages[$0].linkSubject(for: links), links) }
    let saying = indices.filter { fits(MatchSubject(messages.messages[$0]), expected.matcher) }
    guard !linked.contains(where: saying.contains),
      let meant = saying.first(where: { !messages.messages[$0].links.isEmpty }) ?? saying.first
    else { return linked }
    messages.excuse(CollectionOfOne(meant))
    let message = messages.messages[meant]
    collector.match(message.linkSubject(for: links), links, .message, "links of \(message.shown) on \(message.placeName)", in: &bindings)
    return nil
  }

  private mutating func fits(_ subject: MatchSubject, _ matcher: Matcher) -> Bool {
    var scratch = MismatchCollector()
    scratch.match(subject, matcher, .message, "", in: &bindings)
    return scratch.isEmpty
  }
}

extension Message {
  /// The links as maps, or by address or label if a scenario writes plain texts; nothing if there are none.
  fileprivate func linkSubject(for matcher: Matcher) -> MatchSubject {
    let value: Value? = links.isEmpty ? nil : .list(links.map { matcher.namesMembers ? .map($0.members) : .text($0.told) })
    return MatchSubject(value, readsLiteralsAsText: true)
  }
}

extension MessageLink {
  /// Where it leads, else its form.
  fileprivate var told: String { url ?? form.rawValue }

  fileprivate var members: [Value.Member] {
    let texts = [("label", label), ("url", url), ("form", form.rawValue)]
    return texts.compactMap { name, text in text.map { Value.Member(name, .text($0)) } } + extras
  }
}
