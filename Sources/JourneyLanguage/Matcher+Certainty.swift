package import Diagnostics
internal import JourneyModel

/// What the constants of a matcher show without any value.
extension Matcher {
  /// Whether it asks for anything but what the other one asks for.
  func excludes(_ other: Matcher) -> Bool {
    guard case .not(let inner) = rule else { return false }
    return inner.wording == other.wording
  }

  /// Where it compares a value with the variable of this name; `nil` if it does not.
  package func comparison(withVariable name: String) -> SourceRange? {
    switch rule {
    case .anyOf(let inner), .all(let inner): return inner.lazy.compactMap { $0.comparison(withVariable: name) }.first
    case .not(let inner), .ignoreCase(let inner): return inner.comparison(withVariable: name)
    case .equals, .contains, .startsWith, .endsWith, .matches, .atLeast, .atMost, .after, .before:
      return rule.values.first { $0.isVariable(name) }?.range
    case .key, .html, .length, .includes, .exactly, .each, .present, .absent, .empty, .list, .members: return nil
    }
  }

  /// The texts that it compares the whole value with.
  package var comparedTexts: [Located<String>] {
    switch rule {
    case .equals(.constant(.text(let text), let range)): [Located(text, at: range)]
    case .anyOf(let inner), .all(let inner): inner.flatMap(\.comparedTexts)
    case .not(let inner): inner.comparedTexts
    case .equals, .contains, .startsWith, .endsWith, .matches, .key, .html, .atLeast, .atMost, .length, .includes, .exactly, .each: []
    case .ignoreCase, .after, .before, .present, .absent, .empty, .list, .members: []
    }
  }
}

extension TemplateValue {
  /// Whether it is the variable of this name and nothing else.
  fileprivate func isVariable(_ name: String) -> Bool {
    guard case .text(let template) = self, template.parts.count == 1, case .expression(.reference(let reference)) = template.parts[0]
    else { return false }
    return reference.fallback == nil && reference.spelling == name
  }
}
