internal import Encodings

/// What a page says it is: its heading and its title.
struct PageHeading: Sendable, Hashable {
  /// The first heading that is seen; `nil` if there is none.
  let h1: String?
  /// Without the site's name behind the last `|`; `nil` if there is none.
  let title: String?

  init(of page: HTMLPage) {
    h1 = page.tree.elements(named: ["h1"]).lazy.filter { !page.tree.nodes[$0].isHidden }
      .map { page.tree.visibleText(of: $0, limit: 300) }.first { !$0.isEmpty }
    let parts = page.title.utf8.split(separator: UInt8(ascii: "|"))
    let kept = parts.count > 1 ? parts.dropLast().map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|") : page.title
    title = kept.trimmingASCIISpace.isEmpty ? nil : kept.trimmingASCIISpace
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
