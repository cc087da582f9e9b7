import Encodings
import FoundationEssentials
import JourneyModel
import JourneyReports
import JourneyRunner
import ModelCoding

/// The stored screens of one scenario: `journeys/__screens__/<scenario id>/<step id>.json`.
///
/// Every attempt has one of its own; two cases never share a file, since ids are unique.
struct SnapshotFiles: SnapshotKeeper {
  private static let mostDifferences = 20

  /// Absolute.
  let folder: String
  /// Whether screens are stored instead of compared.
  let writes: Bool

  init(root: String, scenario: String, writes: Bool) {
    folder = "\(root)/journeys/__screens__/\(PercentEncoding.encodePath(scenario))"
    self.writes = writes
  }

  func compare(_ question: SnapshotQuestion) async throws(DriverError) -> [Mismatch] {
    let path = "\(folder)/\(PercentEncoding.encodeComponent(question.name)).json"
    let shown = NormalisedScreen(question.screen)
    if writes {
      try store(shown, at: path)
      return []
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      return [
        Mismatch(
          .snapshot, subject: "snapshot '\(question.name)'", expected: "a stored screen", actual: "nothing is stored",
          nearest: "store it with 'journey run --update-snapshots'", place: question.place)
      ]
    }
    let stored: NormalisedScreen
    do { stored = try NormalisedScreen(stored: Array(data)) } catch {
      throw DriverError(.impossible, "the stored screen '\(question.name)' cannot be read: \(error)")
    }
    return shown.differences(from: stored).prefix(Self.mostDifferences).map { difference in
      Mismatch(
        .snapshot, subject: "\(difference.path) of snapshot '\(question.name)'", expected: Self.text(difference.stored),
        actual: Self.text(difference.shown), place: question.place)
    }
  }

  private func store(_ screen: NormalisedScreen, at path: String) throws(DriverError) {
    do throws(ReportError) {
      _ = try ReportFile.write(to: path) { file throws(ReportError) in try file.write(Array(screen.text.utf8)[...]) }
    } catch {
      throw DriverError(.impossible, "the screen cannot be stored: \(error)")
    }
  }

  private static func text(_ value: JSONValue?) -> String {
    value.map { JSONWriter.text(of: $0) } ?? "nothing"
  }
}
