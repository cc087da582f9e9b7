package import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// Reads files of scenarios, one after the other, and finds everything that can be wrong before they are walked.
///
/// Fragments and folder files are read once and kept, and what is wrong with them is reported once.
package struct ScenarioReader {
  /// What diagnostics of shared files are known by.
  private struct Known: Hashable {
    let id: DiagnosticID
    let message: String
    let range: SourceRange?

    init(_ diagnostic: Diagnostic) { (id, message, range) = (diagnostic.id, diagnostic.message, diagnostic.range) }
  }

  private var decoder: ScenarioDecoder
  private let context: ScenarioContext
  private var folders: [String: FolderDefaults] = [:]
  private var knownInSharedFiles: Set<Known> = []
  private var alike = AlikeScenarios()

  package init(files: any ScenarioFiles = NoScenarioFiles(), context: ScenarioContext = ScenarioContext()) {
    decoder = ScenarioDecoder(files: files)
    self.context = context
  }

  /// The scenarios of a file as it lies on disk.
  package mutating func read(_ bytes: [UInt8], named name: String) -> ScenarioReading {
    var reading = readApart(bytes, named: name)
    alike.compare(&reading)
    return reading
  }

  /// The same without a look at the files before: for readers of which each is given a part of the files.
  package mutating func readApart(_ bytes: [UInt8], named name: String) -> ScenarioReading {
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &decoder.diagnostics)
    return reading(of: documents, in: file)
  }

  /// The scenarios of a text.
  package mutating func read(_ file: SourceFile) -> ScenarioReading {
    let documents = YAMLParser.documents(in: file, diagnostics: &decoder.diagnostics)
    var reading = reading(of: documents, in: file)
    alike.compare(&reading)
    return reading
  }

  /// What is wrong with a fragment, for files that no scenario uses yet.
  package mutating func check(fragment bytes: [UInt8], named name: String) -> [Diagnostic] {
    _ = decoder.readFragment(bytes, named: name)
    return drain(SourceFile(name: name, text: ""))
  }

  /// What is wrong with a `_folder.yaml`, apart from the scenarios below it.
  package mutating func check(folder bytes: [UInt8], named name: String) -> [Diagnostic] {
    _ = decoder.defaults(bytes, named: name, over: FolderDefaults())
    return drain(SourceFile(name: name, text: ""))
  }

  /// The steps of a fragment that nothing is given to; none if it cannot be read, which is reported.
  package mutating func fragment(_ bytes: [UInt8], named name: String, diagnostics: inout [Diagnostic]) -> [Step] {
    let steps = decoder.readFragment(bytes, named: name)
    diagnostics += drain(SourceFile(name: name, text: ""))
    return steps
  }

  private mutating func reading(of documents: [YAMLNode], in file: SourceFile) -> ScenarioReading {
    // What the text itself is wrong in; the rest is found scenario by scenario.
    let ofText = decoder.diagnostics
    decoder.notes.noteRepetitions(in: ofText, isFirst: true)
    let defaults = defaults(for: file.name)
    var scenarios: [Scenario] = []
    var contents: [UInt64] = []
    scenarios.reserveCapacity(documents.count)
    for (index, document) in documents.enumerated() {
      let known = decoder.diagnostics.count
      guard var scenario = decoder.scenario(document, defaults: defaults) else { continue }
      let isSound =
        !decoder.diagnostics.dropFirst(known).contains { $0.severity == .error }
        && !ofText.contains { $0.isError(in: document, before: documents.dropFirst(index + 1).first) }
      var checks = ScenarioChecks(scenario, in: context, mayLackNames: decoder.notes.mayLackNames, isSound: isSound)
      decoder.diagnostics += checks.all().filter { isSound || !$0.mayFollow(lacksSteps: decoder.notes.lacksSteps) }
      scenario.needs = checks.needs
      scenario.givenNames = checks.givenNames
      contents.append(Self.content(of: document, scenario, defaults))
      scenarios.append(scenario)
    }
    checkTitles(scenarios)
    if documents.isEmpty, ofText.isEmpty { reportEmpty(file) }
    return ScenarioReading(file: file, scenarios: scenarios, diagnostics: drain(file), contents: contents)
  }

  /// What was found since the last file, each error of a shared file only the first time.
  private mutating func drain(_ file: SourceFile) -> [Diagnostic] {
    guard !decoder.diagnostics.isEmpty else { return [] }
    var diagnostics: [Diagnostic] = []
    for diagnostic in decoder.diagnostics {
      let isOwn = diagnostic.range?.file == file
      if isOwn || knownInSharedFiles.insert(Known(diagnostic)).inserted { diagnostics.append(diagnostic) }
    }
    decoder.diagnostics.removeAll(keepingCapacity: true)
    return Self.limited(diagnostics.inOrder(of: file))
  }

  /// The first of many, and how many there are. Errors are kept before warnings: whether a file is wrong does not depend on their number.
  private static func limited(_ all: [Diagnostic]) -> [Diagnostic] {
    let most = YAMLLimits.standard.diagnostics
    guard all.count > most else { return all }
    let errors = all.count { $0.severity == .error }
    var (errorsLeft, othersLeft) = (min(errors, most), max(0, most - errors))
    let kept = all.filter { diagnostic in
      if diagnostic.severity == .error {
        errorsLeft -= 1
        return errorsLeft >= 0
      }
      othersLeft -= 1
      return othersLeft >= 0
    }
    let rest = Diagnostic(
      .tooLarge, "the file has \(all.count) errors and warnings, of which \(most) are shown", at: kept.last?.range,
      severity: errors == 0 ? .warning : .error)
    return kept + [rest]
  }
}

extension Diagnostic {
  fileprivate func isError(in document: YAMLNode, before next: YAMLNode?) -> Bool {
    guard severity == .error, let range, range.file == document.range.file else { return false }
    return document.range.start <= range.start && next.map { range.start < $0.range.start } ?? true
  }

  /// Whether it may be so only because something else in the scenario could not be read.
  ///
  /// - Parameter lacksSteps: whether whole steps could not be read.
  fileprivate func mayFollow(lacksSteps: Bool) -> Bool {
    let ofMissingUses: Set<DiagnosticID> = [.unusedCapture, .unusedColumn, .checksNothing, .checksPresence]
    let ofMissingSteps: Set<DiagnosticID> = [.tokenBeforeFinish, .stepAfterEnd, .unreachableStep]
    return ofMissingUses.contains(id) || lacksSteps && ofMissingSteps.contains(id)
  }
}

extension ScenarioReader {
  /// What the folders above a file give, the outermost first.
  private mutating func defaults(for name: String) -> FolderDefaults {
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return defaults(of: "") }
    return defaults(of: String(name[..<slash]))
  }

  private mutating func defaults(of folder: String) -> FolderDefaults {
    if let known = folders[folder] { return known }
    let outer = folder.isEmpty || folder == "/" ? FolderDefaults() : defaults(above: folder)
    let defaults = defaults(in: folder, over: outer)
    folders[folder] = defaults
    return defaults
  }

  private mutating func defaults(above folder: String) -> FolderDefaults {
    guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return defaults(of: "") }
    return defaults(of: slash == folder.startIndex ? "/" : String(folder[..<slash]))
  }

  private mutating func defaults(in folder: String, over outer: FolderDefaults) -> FolderDefaults {
    guard let name = decoder.files.folderFile(in: folder) else { return outer }
    do throws(ScenarioFileError) {
      return decoder.defaults(try decoder.files.bytes(of: name), named: name, over: outer)
    } catch {
      decoder.diagnostics.append(Diagnostic(.unreadableFile, "the file '\(name)' cannot be read: \(error.reason)", at: nil))
      return outer
    }
  }
}

extension ScenarioReader {
  /// Titles and ids are unique in a file: reports and `--at` know scenarios by them.
  private mutating func checkTitles(_ scenarios: [Scenario]) {
    guard scenarios.count > 1 else { return }
    var ids: [String: Scenario] = [:]
    for scenario in scenarios {
      guard let first = ids[scenario.id] else {
        ids[scenario.id] = scenario
        continue
      }
      let hasSameTitle = first.title.parts == scenario.title.parts
      decoder.report(
        .duplicateTitle,
        hasSameTitle ? "two scenarios of this file have this title" : "two scenarios of this file have the id '\(scenario.id)'",
        at: scenario.range, suggestion: hasSameTitle ? nil : "give one of them an 'id'",
        notes: [.init("the first one", at: first.range)])
    }
  }

  /// A file that holds nothing, or comments only, is likely one that was to hold something.
  private mutating func reportEmpty(_ file: SourceFile) {
    let begin = SourcePosition(line: 1, column: 1)
    decoder.diagnostics.append(
      Diagnostic(
        .nothingFound, "the file has no scenario", at: SourceRange(file: file, start: begin, end: begin), severity: .warning,
        suggestion: "write one, or delete the file; a name that begins with '_' is left out"))
  }

  private static let namesOnly: Set<String> = Set(
    [ScenarioKey.journey, .id, .description, .tags, .owner, .ticket, .skip, .retries, .timeout].map(\.rawValue))

  /// What a scenario says but for its names, with the fragments and rows that it uses: equal for two that say the same.
  private static func content(of document: YAMLNode, _ scenario: Scenario, _ defaults: FolderDefaults) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(defaults.fingerprint)
    fingerprint.combine(document, without: namesOnly)
    var others: [SourceFile] = []
    func add(_ file: SourceFile) { if file != scenario.file, !others.contains(file) { others.append(file) } }
    (scenario.before + scenario.steps + scenario.after).forEachStep { add($0.range.file) }
    for row in scenario.examples?.rows ?? [] { add(row.range.file) }
    for file in others { fingerprint.combine(file.text) }
    return fingerprint.value
  }
}
