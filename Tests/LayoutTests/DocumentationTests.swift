import Diagnostics
import JourneyScenario
import JourneyTestSupport
import Testing

/// What the documentation says of the scenario language, held against the code and against files that are checked.
struct DocumentationTests {
  private static let folder = "Sources/JourneyKit/JourneyKit.docc"
  private static let reference = "\(folder)/ScenarioReference.md"

  /// The pages with YAML in them.
  static func pages() throws -> [String] {
    // What the tests write was run as it stands.
    try Fixtures.files(below: folder, suffix: ".md").filter { path in
      !["/Verdicts.md", "/Accidents.md", "/PolicyChanges.md"].contains { path.hasSuffix($0) }
    }
      + ["README.md"]
  }

  @Test func `the reference has a heading for each word of the code, in the same order`() throws {
    let written = try DocumentationPage(Self.reference).words
    let known = ScenarioVocabulary.sections.flatMap { section in
      section.words.map { DocumentationPage.Word(section: section.title, name: $0.name) }
    }
    for (left, right) in zip(written, known) where left != right {
      Issue.record("'\(left.section): \(left.name)' stands where '\(right.section): \(right.name)' should")
      return
    }
    #expect(written.count == known.count)
  }

  @Test func `each word has the values that it accepts, its errors, and an example with it`() throws {
    let page = try DocumentationPage(Self.reference)
    for word in page.words {
      let lines = page.texts[word] ?? []
      let name = "'\(word.section): \(word.name)'"
      #expect(lines.contains { $0.hasPrefix("- Accepts: ") }, "\(name) does not state what it accepts")
      #expect(lines.contains { $0.hasPrefix("- Errors: ") }, "\(name) does not state its errors")
      let example = lines.drop { $0 != "```yaml" }
      #expect(example.contains { $0.utf8.count > 0 && $0.contains(word.name) }, "\(name) has no example with it")
    }
  }

  @Test func `every snippet is a part of a file that is checked`() throws {
    let files = try SnippetFiles()
    var count = 0
    for path in try Self.pages() {
      for snippet in try DocumentationPage(path).snippets {
        count += 1
        #expect(
          files.hold(snippet.lines), "\(snippet.page):\(snippet.line): no file holds these lines:\n\(snippet.lines.joined(separator: "\n"))"
        )
      }
    }
    #expect(count > 100)
  }

  @Test func `what the documentation shows is free of mistakes`() throws {
    let files = PackageFiles()
    var reader = ScenarioReader(files: files)
    for path in try Fixtures.files(below: "journeys", suffix: ".yaml") where PackageFiles.isScenario(path) {
      let reading = reader.read(try Fixtures.bytes(of: path), named: path)
      #expect(reading.diagnostics.isEmpty, "\(DiagnosticRenderer().render(reading.diagnostics))")
    }
    for path in try Fixtures.files(below: "journeys", suffix: "tenants.yaml") {
      let read = TenantsFile.read(try Fixtures.bytes(of: path), named: path, dialects: [])
      #expect(read.diagnostics.isEmpty, "\(DiagnosticRenderer().render(read.diagnostics))")
    }
  }

  @Test func `the first scenario begins with the file that init writes`() throws {
    let written = try Fixtures.text(of: "journeys/_docs/_first/journeys/sign-in.yaml").split(separator: "\n").map(String.init)
    let template = try Fixtures.text(of: "Sources/JourneyKit/Start/ProjectTemplate.swift").split(separator: "\n").map(String.init)
    let first = written.prefix { $0 != "---" }.map { "    " + $0 }
    let start = try #require(template.firstIndex(of: first[0]))
    #expect(Array(template[start...].prefix(first.count)) == first)
  }
}

/// The lines of every file that documentation may quote.
private struct SnippetFiles {
  private let texts: [[String]]

  init() throws {
    let paths = try Fixtures.files(below: "journeys", suffix: ".yaml") + Fixtures.files(below: "fixtures/tenants", suffix: ".yaml")
    texts = try paths.map { try Fixtures.text(of: $0).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Whether these lines stand in one of them, one after the other and whole, however far they are indented.
  func hold(_ lines: [String]) -> Bool {
    guard let first = lines.first else { return false }
    return texts.contains { text in
      text.indices.contains { index in
        guard text[index].hasSuffix(first), index + lines.count <= text.count else { return false }
        return DocumentationPage.dedented(text[index..<index + lines.count]) == lines
      }
    }
  }
}
