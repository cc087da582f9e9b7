internal import Encodings

/// What a page says it is: its heading and its title.
struct PageHeading: Sendable, Hashable {
  /// The first heading that is seen, of the highest level that the page has down to `h3`; `nil` if there is none.
  let h1: String?
  /// Without the site's name behind the last `|`, ` - ` or the like; `nil` if there is none.
  let title: String?

  init(in tree: HTMLTree, title: String) {
    h1 = ["h1", "h2", "h3"].lazy.compactMap { Self.first($0, in: tree) }.first
    self.title = Self.withoutSite(title)
  }

  private static func first(_ name: String, in tree: HTMLTree) -> String? {
    tree.elements(named: [name]).lazy.filter { !tree.nodes[$0].isHidden }
      .map { tree.visibleText(of: $0, limit: 300) }.first { !$0.isEmpty }
  }

  /// What divides a page's own title from the site's name, as servers write it.
  private static let dividers = ["|", " - ", " – ", " — ", " · ", " • "]

  static func withoutSite(_ title: String) -> String? {
    let ends = dividers.compactMap { lastPlace(of: $0, in: title) }
    let kept = String(title[..<(ends.max() ?? title.endIndex)]).trimmingASCIISpace
    let own = kept.isEmpty ? title.trimmingASCIISpace : kept
    return own.isEmpty ? nil : own
  }

  private static func lastPlace(of divider: String, in title: String) -> String.Index? {
    var last: String.Index?
    var rest = title[...]
    while let found = rest.firstRange(of: divider) {
      last = found.lowerBound
      rest = rest[found.upperBound...]
    }
    return last
  }

  /// A text as a part of an id: small letters and digits, all else one hyphen; `nil` if nothing is left.
  static func slug(_ text: String) -> String? {
    var output = ""
    for character in text.lowercased().prefix(80) {
      if character.isLetter || character.isNumber {
        output.append(character)
      } else if character != "'" && character != "’", !output.isEmpty, output.last != "-" {
        output.append("-")
      }
    }
    if output.last == "-" { output.removeLast() }
    return output.isEmpty ? nil : output
  }
}
