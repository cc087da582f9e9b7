package import Diagnostics
internal import Encodings
internal import JourneyModel

/// Matchers that cannot fail, as far as their constants show it.
extension Matcher {
  /// Whether every number fits that is at least this: a length, a status and a duration have a least value.
  package func fitsEveryNumber(from least: Int) -> Bool {
    switch rule {
    case .present: true
    case .atLeast(let value): value.number.map { $0 <= DecimalNumber(least) } ?? false
    case .not(let inner): inner.fitsNoNumber(from: least)
    case .anyOf(let choices): choices.contains { $0.fitsEveryNumber(from: least) }
    case .all(let matchers): matchers.allSatisfy { $0.fitsEveryNumber(from: least) }
    case .ignoreCase(let inner): inner.fitsEveryNumber(from: least)
    case .equals, .contains, .startsWith, .endsWith, .matches, .key, .html, .atMost, .length, .includes, .exactly, .each: false
    case .after, .before, .absent, .empty, .list, .members: false
    }
  }

  /// Whether no number fits that is at least this.
  private func fitsNoNumber(from least: Int) -> Bool {
    switch rule {
    case .absent: true
    case .atMost(let value), .equals(let value): value.number.map { $0 < DecimalNumber(least) } ?? false
    case .contains, .startsWith, .endsWith, .matches, .key, .html, .anyOf, .not, .atLeast, .length, .includes, .exactly, .each: false
    case .ignoreCase, .after, .before, .present, .empty, .list, .members, .all: false
    }
  }

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
  /// The number, or the seconds of a time.
  fileprivate var number: DecimalNumber? { constant.flatMap { Magnitude(expected: $0)?.number } }

  /// Whether it is the variable of this name and nothing else.
  fileprivate func isVariable(_ name: String) -> Bool {
    guard case .text(let template) = self, template.parts.count == 1, case .expression(.reference(let reference)) = template.parts[0]
    else { return false }
    return reference.fallback == nil && reference.spelling == name
  }
}
