import JourneyScenario

/// A line of a file, which means the scenario that it belongs to; or a whole file.
public struct ScenarioPlace: Sendable, Hashable, CustomStringConvertible {
  public var file: String
  /// From 1; `nil` for all scenarios of the file.
  public var line: Int?

  public init(file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }

  /// Reads `FILE:LINE`, as reports write it, or a file alone.
  public init(_ text: String) throws(SettingsProblem) {
    do throws(SelectionError) {
      let place = try CaseSelection.Place(text)
      self.init(file: place.file, line: place.line)
    } catch { throw .place(error.message) }
  }

  public var description: String { file + (line.map { ":\($0)" } ?? "") }
}
