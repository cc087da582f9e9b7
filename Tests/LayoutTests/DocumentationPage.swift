import JourneyTestSupport

/// A page of the documentation, as far as tests look at it.
struct DocumentationPage {
  /// A fenced block of YAML, without what all its lines are indented by.
  struct Snippet {
    var page: String
    /// Of the fence, from 1.
    var line: Int
    var lines: [String]
  }

  /// A heading of level 3 and the one of level 2 above it.
  struct Word: Hashable {
    var section: String
    var name: String
  }

  private(set) var words: [Word] = []
  /// The text below each word's heading.
  private(set) var texts: [Word: [String]] = [:]
  private(set) var snippets: [Snippet] = []

  /// - Parameter path: from the package's root.
  init(_ path: String) throws {
    var section = ""
    var open: Snippet?
    for (index, line) in try Fixtures.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```yaml" {
        open = Snippet(page: path, line: index + 1, lines: [])
      } else if line == "```", var snippet = open {
        snippet.lines = Self.dedented(snippet.lines)
        snippets.append(snippet)
        open = nil
      } else if open != nil {
        open?.lines.append(String(line))
      } else if line.hasPrefix("## ") {
        section = String(line.dropFirst(3))
      } else if line.hasPrefix("### ") {
        words.append(Word(section: section, name: String(line.dropFirst(4))))
      }
      if let word = words.last { texts[word, default: []].append(String(line)) }
    }
  }

  /// The lines without the blanks that each of them begins with.
  static func dedented(_ lines: some Collection<String>) -> [String] {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    let common = indents.min() ?? 0
    return lines.map { String($0.dropFirst(common)) }
  }
}
