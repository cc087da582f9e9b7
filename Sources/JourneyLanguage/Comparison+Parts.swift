internal import Diagnostics
internal import JourneyModel

extension Comparison {
  /// What a matcher asks for and the subject does not have at all, in a sentence; `nil` where every part is there.
  ///
  /// Under `not` a part that is missing would make anything right. Of the elements of a list one has to have it.
  func missingPart(of matcher: Matcher, in subject: MatchSubject) -> String? {
    switch matcher.rule {
    case .key(let inner): subject.key == nil && asksForSomething(inner) ? "there is no key" : nil
    case .html(let inner): subject.html == nil && asksForSomething(inner) ? "there is no markup" : nil
    case .not(let inner), .ignoreCase(let inner): missingPart(of: inner, in: subject)
    case .anyOf(let matchers), .all(let matchers): matchers.lazy.compactMap { missingPart(of: $0, in: subject) }.first
    case .members(let members): missingMember(among: members, in: subject.value)
    case .each(let inner): missingPart(of: inner, inAllOf: subject.value)
    case .includes(let matchers), .exactly(let matchers), .list(let matchers):
      matchers.lazy.compactMap { missingPart(of: $0, inAllOf: subject.value) }.first
    case .equals, .contains, .startsWith, .endsWith, .matches, .atLeast, .atMost, .length, .after, .before, .present, .absent, .empty:
      nil
    }
  }

  private func missingMember(among members: [NamedMatcher], in value: Value?) -> String? {
    guard case .map(let found)? = value else { return nil }
    for member in members {
      let name = member.name.value
      if let part = found.first(where: { $0.name == name }) {
        if let reason = missingPart(of: member.matcher, in: MatchSubject(part.value)) { return reason }
      } else if asksForSomething(member.matcher) {
        let nearest = ClosestMatch.of(name, in: found.lazy.map(\.name).prefix(200)).map { "; did you mean '\($0)'?" } ?? ""
        return "there is no '\(name)'\(nearest)"
      }
    }
    return nil
  }

  private func missingPart(of matcher: Matcher, inAllOf value: Value?) -> String? {
    guard case .list(let elements)? = value, !elements.isEmpty else { return nil }
    var reason: String?
    for element in elements {
      guard let missing = missingPart(of: matcher, in: MatchSubject(element)) else { return nil }
      reason = reason ?? missing
    }
    return reason
  }

  private func asksForSomething(_ matcher: Matcher) -> Bool { judge(matcher, MatchSubject(nil)) != .holds }
}
