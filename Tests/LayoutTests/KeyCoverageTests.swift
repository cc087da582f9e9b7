import Diagnostics
import FoundationEssentials
import JourneyScenario
import JourneyTestSupport
import LocatedYAML
import Testing

/// The table of what the project does with each word of its language; `RECORD_GOLDEN=1` writes the page.
struct KeyCoverageTests {
  private static let folder = "Sources/JourneyKit/JourneyKit.docc"

  @Test func `the table of words is the one that the files give`() throws {
    let page = try KeyCoverage().page
    let golden = Golden(folder: Fixtures.packageRoot + "/" + Self.folder, environment: ProcessInfo.processInfo.environment)
    let difference = try golden.difference(of: page, from: "KeyCoverage.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `no cell of the table is empty`() throws {
    let empty = try KeyCoverage().emptyCells
    #expect(empty.isEmpty, "\(empty.joined(separator: "\n"))")
  }
}

/// What is done with each word, found in the files.
struct KeyCoverage {
  typealias Word = DocumentationPage.Word

  /// The columns, each with the words that have it.
  private let columns: [(title: String, words: Set<Word>)]

  init() throws {
    let journeys = try Fixtures.files(below: "journeys", suffix: ".yaml").filter { !$0.contains("/_mock/") && !$0.contains("/_pipelines/") }
    let shown = try Self.words(in: journeys)
    let walked = try Self.words(in: journeys.filter { !$0.hasPrefix("journeys/_") })
    let broken = try Self.words(in: Self.brokenFiles(".yaml"))
    let reports = try Self.brokenFiles(".txt").map { try Fixtures.text(of: $0) }.joined()
    let reported = Set(
      reports.unicodeScalars.split { !$0.properties.isAlphabetic && $0 != "_" && !("0"..."9").contains($0) }.map(String.init))
    let documented = Set(try DocumentationPage("Sources/JourneyKit/JourneyKit.docc/ScenarioReference.md").words)
    columns = [
      ("decoded", shown), ("checked", Set(Self.all.filter { reported.contains($0.name) })), ("walked", walked), ("documented", documented),
      ("broken pair", broken), ("journey", shown),
    ]
  }

  private static let all: [Word] = ScenarioVocabulary.sections.flatMap { section in
    section.words.map { Word(section: section.title, name: $0.name) }
  }

  /// Wrong scenarios, fragments and tenants files; mock tenants and command lines lie in folders of their own.
  private static func brokenFiles(_ suffix: String) throws -> [String] {
    try Fixtures.files(below: "fixtures/broken", suffix: suffix).filter { path in
      let parts = path.split(separator: "/")
      return parts.count == 3 || parts[2].hasPrefix("_")
    }
  }

  private static func words(in paths: [String]) throws -> Set<Word> {
    var finder = WordFinder()
    for path in paths {
      var ignored: [Diagnostic] = []
      let (_, documents) = YAMLParser.documents(inBytes: try Fixtures.bytes(of: path), named: path, diagnostics: &ignored)
      let isTenants = path.split(separator: "/").last.map { $0.hasPrefix("tenants") } ?? false
      for document in documents {
        if isTenants { finder.readTenants(document) } else { finder.readScenario(document) }
      }
    }
    return finder.found
  }

  /// The words and columns that have nothing, as `section: word: column`.
  var emptyCells: [String] {
    Self.all.flatMap { word in
      columns.filter { !$0.words.contains(word) && !Self.isExcused(word, $0.title) }.map { "\(word.section): \(word.name): \($0.title)" }
    }
  }

  /// What no mock can walk: live tenants' keys, and steps that only other dialects or a policy allow.
  private static func isExcused(_ word: Word, _ column: String) -> Bool { column == "walked" && unwalked.contains(word) }

  private static let unwalked: Set<Word> = Set(
    ["like", "issuer", "accounts", "inbox", "device", "claimed_links", "rate", "request_timeout", "tls", "proxy", "headers", "pages"]
      .map { Word(section: "A tenant", name: $0) }
      + ["mailpit", "maildir", "http", "command"].map { Word(section: "inbox", name: $0) }
      + ["ca", "verify"].map { Word(section: "tls", name: $0) }
      + ["commands", "hosts", "probes"].map { Word(section: "allow", name: $0) }
      + [
        Word(section: "tenants.yaml", name: "allow"), Word(section: "client", name: "secret"), Word(section: "mock", name: "at"),
        Word(section: "device", name: "command"), Word(section: "Heads of steps", name: "push"),
        Word(section: "Heads of steps", name: "run"), Word(section: "Variables bound by themselves", name: "secret"),
        Word(section: "Matchers", name: "key"),
      ])

  /// The page as it is committed.
  var page: String {
    var lines = [
      "# What is done with each word", "",
      "Every word of the scenario language: whether it is decoded, checked, walked and documented, and whether files show it.", "",
      "## Overview", "",
      "A test makes this page from the code and the files; an empty cell fails it. The columns mean:", "",
      "- *decoded*: it stands in a file below `journeys` that is read without a mistake;",
      "- *checked*: a message about a wrong file in `fixtures/broken` shows it;",
      "- *walked*: it stands in a scenario that is walked in every run, or in the tenant that is walked; `live` where only a live tenant,",
      "  another dialect or a policy has a use for it;",
      "- *documented*: <doc:ScenarioReference> has a section for it;",
      "- *broken pair*: it stands in a wrong file in `fixtures/broken`;",
      "- *journey*: it stands in a file below `journeys`.",
    ]
    for section in ScenarioVocabulary.sections {
      lines += ["", "## \(section.title)", "", "| word | \(columns.map(\.title).joined(separator: " | ")) |"]
      lines.append("|---|" + columns.map { _ in "---|" }.joined())
      for word in section.words { lines.append(row(Word(section: section.title, name: word.name))) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ word: Word) -> String {
    let cells = columns.map { column in
      column.words.contains(word) ? "yes" : Self.isExcused(word, column.title) ? "live" : ""
    }
    return "| `\(word.name)` | \(cells.joined(separator: " | ")) |"
  }
}
