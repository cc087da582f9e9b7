package import Diagnostics
import LocatedYAML

/// A text of a tenant that is the same in several of its languages, or is missing in one.
package struct Untranslated: Sendable, Hashable {
  package var place: SourceRange
  /// Where it is used, e.g. `message 'wrong'`.
  package var use: String
  package var text: String
  /// The languages of people who do not get it in their own.
  package var languages: [String]
}

/// Looks for texts that are not there in every language.
struct UntranslatedFinder {
  let languages: [String]
  let exceptions: Set<String>
  private(set) var found: [Untranslated] = []
  /// How many texts were looked at.
  private(set) var count = 0

  init(languages: [String], exceptions: Set<String>) { (self.languages, self.exceptions) = (languages, exceptions) }

  mutating func look(at text: LocalText, of use: String) {
    count += 1
    let common = text.texts.first { $0.language == nil }?.text.text
    var byLanguage: [String: String] = [:]
    for entry in text.texts { if let language = entry.language { byLanguage[language.value] = entry.text.text } }
    let read = languages.map { (language: $0, text: byLanguage[$0] ?? common ?? "") }
    var late: [String] = []
    for (index, entry) in read.enumerated().dropFirst() {
      if entry.text.isEmpty || read[..<index].contains(where: { $0.text == entry.text }) { late.append(entry.language) }
    }
    let shown = read.first?.text ?? ""
    guard !late.isEmpty, shown.hasWords, !exceptions.contains(shown) else { return }
    found.append(Untranslated(place: text.range, use: use, text: shown, languages: late))
  }

  mutating func look(at widget: WidgetDefinition, on screen: String) {
    for entry in widget.attributes { look(at: entry, of: "'\(widget.id.value)' on '\(screen)'", in: widget.type.value) }
  }

  private mutating func look(at entry: YAMLMapping.Entry, of use: String, in type: String) {
    switch entry.name {
    case "label": look(at: entry.value, of: use)
    case "value" where type == "static": look(at: entry.value, of: use)
    case "options":
      guard case .sequence(let options) = entry.value else { return }
      for case .mapping(let option) in options.items { for part in option.entries { look(at: part, of: use, in: type) } }
    default: break
    }
  }

  private mutating func look(at node: YAMLNode, of use: String) {
    var diagnostics: [Diagnostic] = []
    if let text = LocalText.decode(node, diagnostics: &diagnostics) { look(at: text, of: use) }
  }
}

extension String {
  /// Whether it contains words, not only placeholders, signs and numbers.
  fileprivate var hasWords: Bool {
    var depth = 0
    for character in self {
      if character == "{" { depth += 1 }
      if depth == 0, character.isLetter { return true }
      if character == "}" { depth -= 1 }
    }
    return false
  }
}
