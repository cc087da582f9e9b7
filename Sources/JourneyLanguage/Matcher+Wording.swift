internal import Diagnostics
internal import JourneyModel

extension Matcher {
  /// What it asks for, as a sentence's end: `'Email'`, `a text that contains 'incorrect'`, `present`.
  ///
  /// Of what is not bound yet the template is shown.
  package var wording: String {
    switch rule {
    case .equals(let value): value.spelling
    case .contains(let values): "a text that contains \(Self.joined(values.map(\.spelling), "and"))"
    case .startsWith(let value): "a text that starts with \(value.spelling)"
    case .endsWith(let value): "a text that ends with \(value.spelling)"
    case .matches(let value): "a text that matches \(value.spelling)"
    case .key(let matcher): "the key \(matcher.wording)"
    case .html(let matcher): "the markup \(matcher.wording)"
    case .anyOf(let matchers): Self.joined(matchers.map(\.wording), "or")
    case .not(let matcher): "not \(matcher.wording)"
    case .atLeast(let value): "at least \(value.plainSpelling)"
    case .atMost(let value): "at most \(value.plainSpelling)"
    case .length(let matcher): "a length of \(matcher.wording)"
    case .includes(let matchers): "a list that includes \(Self.joined(matchers.map(\.wording), "and"))"
    case .exactly(let matchers): matchers.isEmpty ? "an empty list" : "exactly \(Self.joined(matchers.map(\.wording), "and")), in any order"
    case .each(let matcher): "a list in which each element is \(matcher.wording)"
    case .ignoreCase(let matcher): "\(matcher.wording), in upper or lower case"
    case .after(let value): "a time after \(value.plainSpelling)"
    case .before(let value): "a time before \(value.plainSpelling)"
    case .present: "present"
    case .absent: "absent"
    case .empty: "empty"
    case .list(let matchers): "[\(Self.listed(matchers.map(\.wording)).joined(separator: ", "))]"
    case .members(let members):
      "{\(Self.listed(members.map { "\($0.name.value): \($0.matcher.wording)" }).joined(separator: ", "))}"
    case .all(let matchers): matchers.isEmpty ? "anything" : Self.joined(matchers.map(\.wording), "and")
    }
  }

  /// The maximum number of list elements worth reading.
  private static let maxListed = 12

  private static func listed(_ texts: [String]) -> [String] {
    texts.count <= maxListed ? texts : texts.prefix(maxListed) + ["… (\(texts.count - maxListed) more)"]
  }

  private static func joined(_ texts: [String], _ word: String) -> String {
    let texts = listed(texts)
    guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

extension TemplateValue {
  /// The value without quotes, for times and dates, which cannot be taken for a text.
  fileprivate var plainSpelling: String {
    guard case .text(let text)? = constant else { return spelling }
    return ShownValue.visible(text.unicodeScalars.prefix(100))
  }
}
