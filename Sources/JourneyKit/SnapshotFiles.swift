import Encodings
import FoundationEssentials
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyScenario
import ModelCoding
import SystemCalls

/// The stored screens of one scenario: `journeys/__screens__/<scenario id>/<step id>.json`.
///
/// Every attempt has its own; two cases never share a file, because ids are unique. A case of another app than the default one
/// is compared with the default app's screen as long as it has none of its own. A real browser shows more and less of a page than plain
/// HTTP reads, so its screens have files of their own, `<step id>@browser.json`.
struct SnapshotFiles: SnapshotKeeper {
  private static let maxDifferences = 20

  let files: ProjectFiles
  /// As a name of the project's files.
  let folder: String
  /// Where the screens of the default app are; `nil` for that app itself.
  private let defaultFolder: String?
  /// Whether screens are stored instead of compared.
  let writes: Bool
  /// Whether a real browser shows the screens.
  private let isOfBrowser: Bool
  private let spelling: SettingSpelling

  /// - Parameters:
  ///   - scenario: the id of the case.
  ///   - app: the app that it behaves as; `nil` for the default one.
  ///   - isOfBrowser: whether a real browser shows the screens.
  init(_ files: ProjectFiles, scenario: String, app: String? = nil, isOfBrowser: Bool, writes: Bool, spelling: SettingSpelling) {
    self.isOfBrowser = isOfBrowser
    self.files = files
    self.spelling = spelling
    folder = Self.folder(of: scenario, in: files)
    let suffix = app.map { "@\($0)" }
    defaultFolder = suffix.flatMap { scenario.hasSuffix($0) ? Self.folder(of: String(scenario.dropLast($0.count)), in: files) : nil }
    self.writes = writes
  }

  private static func folder(of scenario: String, in files: ProjectFiles) -> String {
    files.name(below: "journeys/__screens__/\(PercentEncoding.encodePath(stem(of: scenario, in: files)))")
  }

  /// The id as it is where the project is the whole repository: stored screens stay theirs when a project is moved.
  private static func stem(of id: String, in files: ProjectFiles) -> String {
    guard !files.rootName.isEmpty else { return id }
    let prefixes = [files.name(below: "journeys/"), files.name(below: "")]
    return prefixes.first(where: id.hasPrefix).map { String(id.dropFirst($0.count)) } ?? id
  }

  /// A digest of all that is stored for the case; `nil` for nothing.
  var digest: String? {
    var parts: [String] = []
    for folder in [folder, defaultFolder].compactMap(\.self) where FileManager.default.fileExists(atPath: files.absolute(folder)) {
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: files.absolute(folder)) } catch { continue }
      for name in names.sorted() where name.hasSuffix(".json") {
        do throws(ScenarioFileError) {
          parts.append("\(name) \(Hex.encode(Digests.sha256(String(decoding: try files.bytes(of: "\(folder)/\(name)"), as: UTF8.self))))")
        } catch {
          parts.append("\(name) \(error.reason)")
        }
      }
    }
    return parts.isEmpty ? nil : Hex.encode(Digests.sha256(parts.joined(separator: "\n")))
  }

  func compare(_ question: SnapshotQuestion) async throws(DriverError) -> [Mismatch] {
    let file = "\(PercentEncoding.encodeComponent(question.name))\(isOfBrowser ? "@browser" : "").json"
    let shown = NormalisedScreen(question.screen, without: OwnTexts(question.generated), masking: question.secrets)
    if writes {
      try store(shown.replacing(stored(as: "\(folder)/\(file)")), at: files.absolute("\(folder)/\(file)"))
      return []
    }
    let names = [folder, defaultFolder].compactMap(\.self).map { "\($0)/\(file)" }
    guard let name = names.first(where: { FileManager.default.fileExists(atPath: files.absolute($0)) }) else {
      return [
        Mismatch(
          .snapshot, subject: "snapshot '\(question.name)'", expected: "a stored screen",
          actual: "nothing is stored\(isOfBrowser ? " for 'engine: browser'" : "")",
          nearest: "store it with '\(spelling[.updatesSnapshots])'", place: question.place)
      ]
    }
    let bytes: [UInt8]
    do throws(ScenarioFileError) { bytes = try files.bytes(of: name) } catch {
      throw DriverError(.impossible, "the stored screen '\(question.name)' cannot be read: \(error.reason)")
    }
    let stored: NormalisedScreen
    do { stored = try NormalisedScreen(stored: bytes, masking: question.secrets) } catch {
      throw DriverError(.impossible, "the stored screen '\(question.name)' cannot be read: \(error)")
    }
    return shown.differences(from: stored).prefix(Self.maxDifferences).map { difference in
      Mismatch(
        .snapshot, subject: "\(difference.path) of snapshot '\(question.name)'", expected: Self.text(difference.stored),
        actual: Self.text(difference.shown), place: question.place)
    }
  }

  /// The stored screen of a file that is written again; `nil` where none can be read.
  private func stored(as name: String) -> NormalisedScreen? {
    guard FileManager.default.fileExists(atPath: files.absolute(name)) else { return nil }
    do { return try NormalisedScreen(stored: files.bytes(of: name)) } catch {
      // It is replaced whatever is wrong with it.
      return nil
    }
  }

  private func store(_ screen: NormalisedScreen, at path: String) throws(DriverError) {
    guard isInside(path) else {
      throw DriverError(.forbidden, "the screen is not stored: a link would lead outside the project")
    }
    // A pipe or a device would be waited for, or swallow it.
    if FileStatus(ofLinkOrFile: path)?.kind == .other {
      throw DriverError(.forbidden, "the screen is not stored: a pipe or a device has the name of its file")
    }
    do throws(ReportError) {
      _ = try ReportFile.write(to: path) { file throws(ReportError) in try file.write(Array(screen.text.utf8)[...]) }
    } catch {
      throw DriverError(.impossible, "the screen cannot be stored: \(error)")
    }
  }

  /// Whether a file to be made lies in the project, once the links of the folders are followed that are there already.
  private func isInside(_ path: String) -> Bool {
    var folder = FolderPath.parent(of: path)
    while folder != "/", !FileManager.default.fileExists(atPath: folder) { folder = FolderPath.parent(of: folder) }
    return files.name(ofArgument: folder) != nil
  }

  private static func text(_ value: JSONValue?) -> String {
    value.map { JSONWriter.text(of: $0) } ?? "nothing"
  }
}
