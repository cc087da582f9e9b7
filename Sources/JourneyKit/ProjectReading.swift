import Diagnostics
import JourneyScenario

/// What the scenario files of a project hold, in the order of the files.
///
/// Each of several readers takes every n-th run of files, so the assignment depends only on the number of readers.
struct ProjectReading: Sendable {
  /// A file that was read, or why it was not.
  typealias Outcome = Result<ScenarioReading, ScenarioFileError>

  private static let cancelled = ScenarioFileError("the reading was cancelled")
  /// How many files one reader reads in a row: neighbours are in one folder and laid out next to each other.
  private static let run = 32

  let files: ProjectFiles
  let context: ScenarioContext
  /// As they are reported, in order.
  let names: [String]

  /// Reads one file after the other.
  func outcomes() -> [Outcome] {
    var reader = ScenarioReader(files: files, context: context)
    return compared(names.map { outcome(of: $0, &reader) })
  }

  /// Reads several files at once; the messages are the same.
  func outcomes(readers: Int) async -> [Outcome] {
    guard readers > 1, names.count > Self.run else { return outcomes() }
    let parts = await withTaskGroup(of: (reader: Int, outcomes: [Outcome]).self) { group in
      for reader in 0..<readers {
        group.addTask { (reader, part(of: reader, readers)) }
      }
      return await group.reduce(into: [[Outcome]](repeating: [], count: readers)) { $0[$1.reader] = $1.outcomes }
    }
    // An error of a shared file is reported with the first scenario that uses it: only reading them in order shows which that is.
    let blamesSharedFiles = !Task.isCancelled && parts.contains { $0.contains { Self.blamesSharedFiles($0) } }
    return blamesSharedFiles ? outcomes() : compared(inOrder(parts))
  }

  private func outcome(of name: String, _ reader: inout ScenarioReader) -> Outcome {
    do throws(ScenarioFileError) { return .success(reader.readApart(try files.bytes(of: name), named: name)) } catch {
      return .failure(error)
    }
  }

  private func part(of number: Int, _ readers: Int) -> [Outcome] {
    var reader = ScenarioReader(files: files, context: context)
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(names.count / readers + Self.run)
    for start in stride(from: number * Self.run, to: names.count, by: readers * Self.run) {
      let next = names[start..<min(start + Self.run, names.count)]
      // Nothing is planned of a reading that was cancelled; only its places are kept.
      for name in next { outcomes.append(Task.isCancelled ? .failure(Self.cancelled) : outcome(of: name, &reader)) }
    }
    return outcomes
  }

  private func inOrder(_ parts: [[Outcome]]) -> [Outcome] {
    names.indices.map { index in
      let round = index / Self.run
      return parts[round % parts.count][round / parts.count * Self.run + index % Self.run]
    }
  }

  private static func blamesSharedFiles(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .success(let reading): reading.blamesSharedFiles
    case .failure: false
    }
  }

  private func compared(_ outcomes: [Outcome]) -> [Outcome] {
    var alike = AlikeScenarios()
    return outcomes.map { outcome in
      outcome.map { reading in
        var reading = reading
        alike.compare(&reading)
        return reading
      }
    }
  }
}
