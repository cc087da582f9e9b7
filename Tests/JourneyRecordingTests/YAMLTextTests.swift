import Diagnostics
import Encodings
import LocatedYAML
import Testing

struct YAMLTextTests {
  @Test(arguments: [
    "Continue", "Your Acme code", "yes", "null", "12", "012345", "", " x", "x ", "a: b", "a #b", "- a", "${account.email}",
    "${unique_email('a.test')}",
    "it's", "say \"no\"", "back\\slash", "two\nlines", "tab\there", "ő", "“curly”", "@x", "{a}", "[a]", "a, b", "#x", "!x", "%x",
    "\u{200B}", "\u{7F}",
  ])
  func `a text is written so that it is read as the same text`(text: String) throws {
    try Self.expectSame(text)
  }

  @Test func `so is any text`() throws {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("abz09 :#-{}[],'\"\\$&*!|>%@`?~\n\t.é“”\u{85}\u{2028}\u{FEFF}".unicodeScalars)
    for _ in 0..<3_000 {
      let count = Int(generator.next() % 12)
      let scalars = (0..<count).map { _ in letters[Int(generator.next() % UInt64(letters.count))] }
      try Self.expectSame(String(String.UnicodeScalarView(scalars)))
    }
  }

  private static func expectSame(_ text: String) throws {
    for isInBrackets in [false, true] {
      let written = YAMLText.scalar(text, isInBrackets: isInBrackets)
      let line = isInBrackets ? "{key: \(written), other: 1}" : "key: \(written)"
      var diagnostics: [Diagnostic] = []
      let documents = YAMLParser.documents(in: SourceFile(name: "a.yaml", text: line + "\n"), diagnostics: &diagnostics)
      guard case .mapping(let mapping)? = documents.first, case .scalar(let scalar)? = mapping.entries.first?.value else {
        Issue.record("\(line) is not read: \(diagnostics.map(\.message))")
        return
      }
      #expect(Array(scalar.text.unicodeScalars) == Array(text.unicodeScalars), "\(line)")
      #expect(diagnostics.isEmpty, "\(line): \(diagnostics.map(\.message))")
    }
  }
}
