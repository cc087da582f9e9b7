import ArgumentParser
import FoundationEssentials
import JourneyKit
import JourneyReports
import SystemCalls

/// The files that flags ask for, each with its flag.
struct OutputPaths {
  private var files: [(flag: String, path: String)] = []
  /// Folders that are written to, with how the names of their files begin and end.
  private var folders: [(flag: String, path: String, prefix: String, suffix: String, isHyphen: Bool)] = []

  /// With one more, where a path is given.
  func adding(_ flag: String, _ path: String?) -> OutputPaths {
    guard let path else { return self }
    var more = self
    more.files.append((flag, path))
    return more
  }

  /// With the files of a folder, where one is given.
  func adding(_ flag: String, folder: String?, prefix: String, suffix: String) -> OutputPaths {
    guard let folder else { return self }
    var more = self
    more.folders.append((flag, Self.place(of: folder), prefix, suffix, folder == "-"))
    return more
  }

  /// What is wrong with them together: of two outputs in one file, one would quietly be lost, and so would a file that is read. `nil`
  /// if nothing is.
  ///
  /// - Parameter inputs: the files that are read, each with its flag, or with a name for an argument.
  func refusal(reading inputs: [(flag: String, path: String?)] = []) -> String? {
    // Where letters of either case are the same, two names that differ by them are of one file.
    var flags: [String: String] = [:]
    let read = inputs.compactMap { flag, path in path.map { (flag, Self.place(of: $0).lowercased()) } }
    if let flag = files.first(where: { $0.path == "-" })?.flag {
      return "\(flag) takes the path of a file: write '/dev/stdout' for standard output, or './-' for a file of that name."
    }
    if let folder = folders.first(where: { $0.isHyphen }) {
      return "\(folder.flag) takes the path of a folder: write './-' for one of that name."
    }
    for (flag, path) in files where !path.hasPrefix("/dev/") {
      let place = Self.place(of: path)
      if let other = flags.updateValue(flag, forKey: place.lowercased()) ?? writer(of: place) {
        return "\(other) and \(flag) would both write '\(path)': give each its own file."
      }
      if flag != "--markdown", Self.isSummary(path) {
        return "\(flag) would replace the summary of the GitHub job, '\(path)': only --markdown is appended to it."
      }
      if let input = read.first(where: { $0.1 == place.lowercased() }) {
        return "\(flag) would overwrite '\(path)', which \(input.0) reads: give it a file of its own."
      }
      if let what = ReadFileKind(of: path, at: place, isWrittenAsCertificate: isCertificate(of: flag, at: place)) {
        return "\(flag) would overwrite '\(path)': \(what.rawValue)."
      }
    }
    return nil
  }

  /// Writes a file, or ends the command; GitHub's summary is appended to.
  static func write(_ text: String, to path: String, isPrivate: Bool = false) throws {
    do throws(ReportError) { try writeReport(text, to: path, isPrivate: isPrivate) } catch {
      Console.error("error: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }

  /// Writes a report; GitHub's summary, which takes Markdown alone, is appended to, as by 'journey run'.
  static func writeReport(_ text: String, to path: String, isPrivate: Bool = false) throws(ReportError) {
    if isSummary(path) { try SummaryFile(path: path).append(text) } else { try ReportFile.write(text, to: path, isPrivate: isPrivate) }
  }

  /// Whether a path is the summary that the steps of a GitHub job write one after the other, and none replaces.
  static func isSummary(_ path: String) -> Bool {
    guard let summary = ProcessEnvironment.variables["GITHUB_STEP_SUMMARY"], !summary.isEmpty else { return false }
    return place(of: path) == place(of: summary)
  }

  /// The flags whose files hold certificates and keys.
  private static let certificates: Set<String> = ["--tls-ca-file", "--tls-ca-key"]

  /// Whether a certificate may be in the place of a flag's file: with a key the two are read where they are, and without one only a
  /// certificate that a mock made is replaced.
  private func isCertificate(of flag: String, at place: String) -> Bool {
    Self.certificates.contains(flag) && (files.contains { $0.flag == "--tls-ca-key" } || ReadFileKind.isMade(certificateAt: place))
  }

  /// The flag whose folder gets a file with this name.
  private func writer(of place: String) -> String? {
    guard let slash = place.lastIndex(of: "/") else { return nil }
    let name = place[place.index(after: slash)...]
    return folders.first { folder in
      folder.path == place[..<slash] && name.hasPrefix(folder.prefix) && name.hasSuffix(folder.suffix)
    }?.flag
  }

  /// Where it is, however it is written.
  static func place(of path: String) -> String {
    var place = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
    while place.utf8.count > 1, place.hasSuffix("/") { place.removeLast() }
    return place
  }
}

/// What a project reads and no command writes as its output, as far as name and beginning of a file tell.
private enum ReadFileKind: String {
  case settings = "a file with this name is a scenario, tenants or policy file, and no report"
  case screen = "the folder '__screens__' has the screens of 'snapshot' steps, and no reports"
  case rows = "the file is there and has rows of data, as 'examples' read them"
  case certificate = "the file is there and has a certificate or a key"

  /// As much of a file is looked at, in bytes.
  private static let lookedAt = 256
  private static let lookedAtInCertificate = 8192

  /// Whether there is a certificate that a mock made, which its name says.
  static func isMade(certificateAt place: String) -> Bool {
    let lines = (beginning(of: place, lookedAtInCertificate) ?? "").split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    return Data(base64Encoded: lines.joined())?.firstRange(of: Data("journey mock, made ".utf8)) != nil
  }

  init?(of path: String, at place: String, isWrittenAsCertificate: Bool) {
    let name = place.lowercased()
    if [".yaml", ".yml"].contains(where: { name.hasSuffix($0) || path.lowercased().hasSuffix($0) }) {
      self = .settings
    } else if place.split(separator: "/").dropLast().contains("__screens__") {
      self = .screen
    } else if let beginning = Self.beginning(of: place) {
      let text = beginning.drop { $0.isWhitespace }
      if !isWrittenAsCertificate, text.hasPrefix("-----BEGIN ") {
        self = .certificate
      } else if name.hasSuffix(".csv") || text.hasPrefix("[") || Self.beginsWithNames(text) {
        self = .rows
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// Whether the first of several lines has names of variables with commas between them, as rows may have under any name of a file.
  private static func beginsWithNames(_ text: Substring) -> Bool {
    guard let end = text.firstIndex(where: \.isNewline) else { return false }
    let names = text[..<end].split(separator: ",", omittingEmptySubsequences: false)
    return names.count > 1
      && names.allSatisfy { $0.wholeMatch(of: /\s*"?[A-Za-z_][A-Za-z0-9_]*"?\s*/) != nil }
  }

  /// How a file begins that is there; `nil` for an empty one, or one that cannot be read.
  private static func beginning(of path: String, _ count: Int = lookedAt) -> String? {
    guard FileStatus(of: path, followsLinks: true)?.kind == .plain else { return nil }
    do throws(SystemError) {
      let file = try OpenFile(reading: path, waits: false)
      defer { file.close() }
      let bytes = try file.read(atMost: count)
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    } catch { return nil }
  }
}
