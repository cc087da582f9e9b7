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
    let walked = try Self.words(
      in: journeys.filter { path in
        !path.hasPrefix("journeys/_") || path.hasPrefix(Self.rules)
      })
    let broken = try Self.words(in: Self.brokenFiles(".yaml"))
    let documented = Set(try DocumentationPage("Sources/JourneyKit/JourneyKit.docc/ScenarioReference.md").words)
    columns = [
      ("decoded", shown), ("checked", try Self.blamedWords()), ("walked", walked), ("documented", documented),
      ("broken pair", broken), ("journey", shown),
    ]
  }

  /// Walked by a test of its own: the tenant has rules.
  private static let rules = "journeys/_workforce/"

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
    try paths.reduce(into: []) { $0.formUnion(try places(in: $1).map(\.word)) }
  }

  private static func places(in path: String) throws -> [WordFinder.Place] {
    var finder = WordFinder()
    var ignored: [Diagnostic] = []
    let (_, documents) = YAMLParser.documents(inBytes: try Fixtures.bytes(of: path), named: path, diagnostics: &ignored)
    let isTenants = path.split(separator: "/").last.map { $0.hasPrefix("tenants") } ?? false
    for document in documents {
      if isTenants { finder.readTenants(document) } else { finder.readScenario(document) }
    }
    return finder.places
  }

  /// What is said of a key rather than a key itself: a message about it is about the key, too.
  private static let sectionsOfValues: Set<String> = ["Matchers", "Functions", "Predefined variables", "probes"]

  /// The words that a message is about: the innermost around its place, and of the others those that it names.
  private static func blamed(by message: PrintedMessage, _ around: [Word]) -> [Word] {
    guard let innermost = around.first else { return [] }
    var words = [innermost]
    if sectionsOfValues.contains(innermost.section), let key = around.first(where: { !sectionsOfValues.contains($0.section) }) {
      words.append(key)
    }
    words += around.filter { message.text.contains("'\($0.name)'") }
    // What is missing stands nowhere: the message names it, and stands where it should be.
    let sections = Set(around.map(\.name))
    return words + all.filter { sections.contains($0.section) && message.text.contains("'\($0.name)'") }
  }

  /// The words that messages about wrong files are about: whose key or value they point at, or that they ask for.
  private static func blamedWords() throws -> Set<Word> {
    let folder = "fixtures/broken/"
    var places: [String: [WordFinder.Place]] = [:]
    for path in try brokenFiles(".yaml") { places[String(path.dropFirst(folder.count))] = try Self.places(in: path) }
    var words: Set<Word> = []
    for path in try brokenFiles(".txt") {
      for line in try Fixtures.text(of: path).split(separator: "\n") {
        guard let message = PrintedMessage(line) else { continue }
        let around = (places[message.file] ?? []).filter { $0.start <= message.place && message.place <= $0.end }
        words.formUnion(
          Self.blamed(by: message, around.sorted { $0.start == $1.start ? $0.end < $1.end : $0.start > $1.start }.map(\.word)))
      }
    }
    return words
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
    [
      "like", "issuer", "site", "accounts", "inbox", "device", "claimed_links", "rate", "request_timeout", "tls", "proxy", "headers",
      "pages",
      "checks",
    ]
    .map { Word(section: "A tenant", name: $0) }
      + ["mailpit", "maildir", "http", "command"].map { Word(section: "inbox", name: $0) }
      + ["ca", "verify"].map { Word(section: "tls", name: $0) } + ["rules", "messages"].map { Word(section: "pages", name: $0) }
      + [Word(section: "checks", name: "skip")]
      + ["screen", "path", "method", "status", "title", "h1", "has"].map { Word(section: "rules", name: $0) }
      + ["commands", "hosts", "probes"].map { Word(section: "allow", name: $0) }
      + [
        Word(section: "tenants.yaml", name: "allow"), Word(section: "mock", name: "at"),
        Word(section: "device", name: "command"), Word(section: "Step types", name: "push"),
        Word(section: "Step types", name: "run"),
        Word(section: "Matchers", name: "key"),
      ])

  /// The page as it is committed.
  var page: String {
    var lines = [
      "# What is done with each word", "",
      "Every word of the scenario language: whether it is decoded, checked, run and documented, and whether files show it.", "",
      "## Overview", "",
      "A test writes this page from the code and the files, and fails for a word that lacks one of these:", "",
      "- *decoded*: it is in a file below `journeys` that is read without an error;",
      "- *checked*: a message about a wrong file in `fixtures/broken` points at it, or at its value;",
      "- *walked*: it is in a scenario that runs every time, or in its tenant;",
      "- *documented*: <doc:ScenarioReference> has a section for it;",
      "- *broken pair*: it is in a wrong file in `fixtures/broken`;",
      "- *journey*: it is in a file below `journeys`.", "",
      "Words that only a live tenant, another dialect or a policy uses are not walked; they are listed as *live*.", "",
      "| section | all of these | live |", "|---|---|---|",
    ]
    lines += ScenarioVocabulary.sections.map { section in
      row(section.title, section.words.map { Word(section: section.title, name: $0.name) })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ title: String, _ words: [Word]) -> String {
    let missing = words.filter { word in columns.contains { !$0.words.contains(word) && !Self.isExcused(word, $0.title) } }
    let live = words.filter { word in !missing.contains(word) && columns.contains { !$0.words.contains(word) } }
    let whole = words.filter { !missing.contains($0) && !live.contains($0) }
    let cells = [whole, live].map { $0.map { "`\($0.name)`" }.joined(separator: ", ") }
    return "| \(title) | \(cells.joined(separator: " | ")) |"
  }
}
