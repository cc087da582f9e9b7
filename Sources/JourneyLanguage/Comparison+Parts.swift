internal import Diagnostics
internal import JourneyModel

extension Comparison {
  /// What a matcher asks for and the subject does not have at all, in a sentence; `nil` if every part is there.
  ///
  /// Under `not` a part that is missing would make anything right. Of the elements of a list one has to have it.
  func missingPart(of matcher: Matcher, in subject: MatchSubject) -> String? {
    switch matcher.rule {
    case .key(let inner): subject.key == nil && asksForSomething(inner) ? "the key is missing" : nil
    case .html(let inner): subject.html == nil && asksForSomething(inner) ? "the markup is missing" : nil
    case .members(let members): missingMember(among: members, in: subject.value)
    case .list(let matchers): missingPart(of: matchers, inAllOf: subject.value)
    case .all(let matchers): matchers.lazy.compactMap { missingPart(of: $0, in: subject) }.first
    default:
      switch matcher.rule.key?.specification.scope {
      case .subject: matcher.rule.children.lazy.compactMap { missingPart(of: $0, in: subject) }.first
      case .elements: missingPart(of: matcher.rule.children, inAllOf: subject.value)
      case .some(.none), nil: nil
      }
    }
  }

  private func missingPart(of matchers: [Matcher], inAllOf value: Value?) -> String? {
    matchers.lazy.compactMap { missingPart(of: $0, inAllOf: value) }.first
  }

  private func missingMember(among members: [NamedMatcher], in value: Value?) -> String? {
    guard case .map(let found)? = value else { return nil }
    for member in members {
      let name = member.name.value
      if let part = found.first(where: { $0.name == name }) {
        if let reason = missingPart(of: member.matcher, in: MatchSubject(part.value)) { return reason }
      } else if asksForSomething(member.matcher) {
        let nearest = ClosestMatch.of(name, in: found.lazy.map(\.name).prefix(200)).map { "; did you mean '\($0)'?" } ?? ""
        return "'\(name)' is missing\(nearest)"
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
