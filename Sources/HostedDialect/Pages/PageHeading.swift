internal import Encodings

/// What a page says it is: its heading and its title.
struct PageHeading: Sendable, Hashable {
  /// The first heading that is seen, of the highest level that the page has down to `h3`; `nil` if there is none.
  let h1: String?
  /// Without the site's name behind the last `|`, ` - ` or the like, or in brackets at its end; `nil` if there is none.
  let title: String?
  /// Whether the heading is the site's name, which all of its pages have: it ends the title, or is a link as a logo is.
  let isOfSite: Bool

  init(in tree: HTMLTree, title: String) {
    let first = ["h1", "h2", "h3"].lazy.compactMap { Self.first($0, in: tree) }.first
    h1 = first?.text
    let parts = Self.parts(of: title)
    self.title = parts.own
    let site = parts.site.flatMap { SignInWords.name($0) ? nil : $0 }
    isOfSite = first.map { $0.text.asciiLowercased == site?.asciiLowercased || Self.isLink($0.node, $0.text, in: tree) } ?? false
  }

  private static func first(_ name: String, in tree: HTMLTree) -> (node: Int, text: String)? {
    tree.elements(named: [name]).lazy.filter { !tree.nodes[$0].isHidden }
      .map { ($0, tree.visibleText(of: $0, limit: 300)) }.first { !$0.1.isEmpty }
  }

  /// Whether all of a heading leads to another page; a link to the heading itself does not.
  private static func isLink(_ heading: Int, _ text: String, in tree: HTMLTree) -> Bool {
    let places = Array(tree.below(heading)) + tree.ancestors(of: heading).filter { $0 >= 0 }
    return places.contains { node in
      guard tree.name(node) == "a", let target = tree.element(node)?.text("href"), !target.hasPrefix("#") else { return false }
      return node < heading || tree.visibleText(of: node, limit: 300) == text
    }
  }

  /// What divides a page's own title from the site's name, as servers write it.
  private static let dividers = ["|", " - ", " – ", " — ", " · ", " • "]

  /// Whether the end of a title is what the page is for, and its beginning the site's name, as in `Shop – Sign in`.
  static func endsWithOwn(_ title: String) -> Bool {
    let parts = parts(of: title)
    return parts.site.map(SignInWords.name) == true && parts.own.map(SignInWords.name) == false
  }

  static func withoutSite(_ title: String) -> String? { parts(of: title).own }

  /// A page's own part of its title, and the site's name.
  private static func parts(of title: String) -> (own: String?, site: String?) {
    let title = title.trimmingASCIISpace
    let ends = dividers.compactMap { lastRange(of: $0, in: title) }
    let bracket = title.hasSuffix("]") ? lastRange(of: " [", in: title) : nil
    guard let end = (ends + [bracket].compactMap(\.self)).max(by: { $0.lowerBound < $1.lowerBound }) else {
      return (title.isEmpty ? nil : title, nil)
    }
    let own = String(title[..<end.lowerBound]).trimmingASCIISpace
    guard !own.isEmpty else { return (title, nil) }
    let site = String(title[end.upperBound...].dropLast(end == bracket ? 1 : 0)).trimmingASCIISpace
    return (own, site.isEmpty ? nil : site)
  }

  private static func lastRange(of divider: String, in title: String) -> Range<String.Index>? {
    var last: Range<String.Index>?
    var rest = title[...]
    while let found = rest.firstRange(of: divider) {
      last = found
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
