package import Diagnostics

/// A variable's name and the way into its value.
package struct Reference: Sendable, Hashable {
  /// One step into a value.
  package enum Part: Sendable, Hashable {
    case member(String)
    case index(Int)
  }

  package var name: String
  /// Empty for the variable itself.
  package var path: [Part]
  /// What it is where nothing is bound: `${name, 'default'}`.
  package var fallback: String?
  package var range: SourceRange

  package init(name: String, path: [Part] = [], fallback: String? = nil, range: SourceRange) {
    self.name = name
    self.path = path
    self.fallback = fallback
    self.range = range
  }
}

extension Reference {
  /// The name and its path as a person writes them, e.g. `account.phones[0]`.
  package var spelling: String { path.reduce(into: name) { $1.append(to: &$0) } }
}

extension Reference.Part {
  /// Adds this step as a person writes it: `.label`, `[2]`, or `['a b']` for a name that is not allowed after a dot.
  func append(to text: inout String) {
    switch self {
    case .index(let index): text += "[\(index)]"
    case .member(let name):
      let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !".,[](){}'\"$".utf8.contains($0) }
      text += isPlain ? (text.isEmpty ? "" : ".") + ShownValue.visible(name.unicodeScalars.prefix(200)) : "[\(ShownValue.quoted(name))]"
    }
  }
}
