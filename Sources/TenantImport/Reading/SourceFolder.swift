import Encodings
import SystemCalls

/// A folder of answers: `.json` with one answer a file, `.jsonl` and `.ndjson` with one a line.
///
/// Files are read in the order of their paths, so that the same folder gives the same import. Links are not followed.
package struct SourceFolder: Sendable {
  /// A file that was not read, and why.
  package struct Problem: Sendable, Hashable {
    package var file: String
    /// Lower case, without a full stop.
    package var reason: String
    /// Of what it holds, as far as that was read.
    package var digest = ""
  }

  /// The folder cannot be read at all; lower case, without a full stop.
  package struct Unreadable: Error, Sendable, Hashable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  package private(set) var answers: [SourceAnswer] = []
  package private(set) var problems: [Problem] = []

  /// The answers as they were read, whatever is in their place now.
  package var answersAsRead: [SourceAnswer] { earlier ?? answers }

  private var earlier: [SourceAnswer]?
  private let limits: ImportLimits
  private var files = 0
  private var bytes = 0

  /// Reads a folder, or a single file.
  package init(reading path: String, limits: ImportLimits = ImportLimits()) throws(Unreadable) {
    self.limits = limits
    switch FileStatus(of: path, followsLinks: true)?.kind {
    case .folder?: read(folder: path, name: "", depth: 1)
    case .plain?: read(file: path, name: Self.lastPart(of: path), followsLinks: true)
    case .link?, .other?: throw Unreadable(reason: "'\(path)' is not a folder")
    case nil: throw Unreadable(reason: "there is no folder '\(path)'")
    }
  }

  /// Answers that were read elsewhere.
  package init(answers: [SourceAnswer]) {
    limits = ImportLimits()
    self.answers = answers
  }

  /// The same folder with other answers in the place of those that were read.
  package func with(_ answers: [SourceAnswer]) -> SourceFolder {
    var other = self
    (other.earlier, other.answers) = (answersAsRead, answers)
    return other
  }

  private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private mutating func read(folder: String, name: String, depth: Int) {
    guard let entries = FolderEntry.all(in: folder) else {
      problems.append(Problem(file: name, reason: "the folder cannot be read"))
      return
    }
    for entry in entries.sorted(by: { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }) where !entry.name.hasPrefix(".")
    {
      let path = "\(folder)/\(entry.name)"
      let inner = name.isEmpty ? entry.name : "\(name)/\(entry.name)"
      switch FileStatus(ofLinkOrFile: path)?.kind {
      case .folder? where depth < limits.folders: read(folder: path, name: inner, depth: depth + 1)
      case .folder?: problems.append(Problem(file: inner, reason: "more than \(limits.folders) folders are in each other"))
      case .plain?: if Self.isAnswer(entry.name) { read(file: path, name: inner, followsLinks: false) }
      case .link?: problems.append(Problem(file: inner, reason: "links are not followed"))
      case .other?, nil: continue
      }
    }
  }

  private static let endings = [".json", ".jsonl", ".ndjson"]

  private static func isAnswer(_ name: String) -> Bool { endings.contains(where: name.lowercased().hasSuffix) }

  private mutating func read(file path: String, name: String, followsLinks: Bool) {
    files += 1
    guard files <= limits.files else {
      if files == limits.files + 1 { problems.append(Problem(file: name, reason: "more than \(limits.files) files: the rest is not read")) }
      return
    }
    let content: [UInt8]
    do throws(SystemError) {
      let file = try OpenFile(reading: path, followsLinks: followsLinks, waits: false)
      defer { file.close() }
      content = try file.readAll(limit: limits.fileBytes)
    } catch {
      problems.append(Problem(file: name, reason: "it cannot be read"))
      return
    }
    bytes += content.count
    guard content.count <= limits.fileBytes, bytes <= limits.allBytes else {
      problems.append(Problem(file: name, reason: "it is larger than what is read", digest: MeaningDigest.of(content)))
      return
    }
    add(content, name: name)
  }

  /// Adds what a file holds.
  private mutating func add(_ content: [UInt8], name: String) {
    guard name.lowercased().hasSuffix(".json") else {
      for (place, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      where !line.allSatisfy({ $0 <= 0x20 }) {
        read(Array(line), file: "\(name):\(place + 1)")
      }
      return
    }
    read(content, file: name)
  }

  private mutating func read(_ text: [UInt8], file: String) {
    do throws(JSONError) {
      let counts = JSONCounts(values: limits.values, members: .max, nameBytes: .max)
      let value = try JSONReader.readUnambiguous(text, depthLimit: limits.depth, counts: counts)
      answers += SourceAnswer.answers(in: value, file: file)
    } catch {
      problems.append(Problem(file: file, reason: error.finding, digest: MeaningDigest.of(text)))
    }
  }
}
