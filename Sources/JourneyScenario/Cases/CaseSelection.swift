package import Diagnostics
package import Encodings

/// Which cases are walked: those that fit all that is said of tags, names and places.
package struct CaseSelection: Sendable {
  /// A line of a file, as in `journeys/login.yaml:12`.
  package struct Place: Sendable, Hashable {
    package var file: String
    /// Counts from 1; `nil` for the whole file.
    package var line: Int?

    package init(file: String, line: Int?) {
      self.file = file
      self.line = line
    }
  }

  /// `nil` for any.
  package var tags: TagExpression?
  /// Found anywhere in the case's name or id; `nil` for any.
  package var name: Pattern?
  /// Any of these; empty for all.
  package var places: [Place]

  package init(tags: TagExpression? = nil, name: Pattern? = nil, places: [Place] = []) {
    self.tags = tags
    self.name = name
    self.places = places
  }

  /// Whether a scenario may have cases that are walked.
  ///
  /// - Parameter extents: of all scenarios of its file, in order: a line belongs to the last one that begins before it.
  package func selects(_ scenario: Scenario, among extents: [SourceRange]) -> Bool {
    if let tags, !tags.holds(for: scenario.tags) { return false }
    guard !places.isEmpty else { return true }
    return places.contains { place in
      guard place.file == scenario.file.name else { return false }
      guard let line = place.line else { return true }
      let owner = extents.last { $0.start.line <= line } ?? extents.first
      return owner == scenario.extent
    }
  }

  /// Whether a case of a selected scenario is walked.
  ///
  /// Throws where the pattern gives up on a name.
  package func selects(_ scenarioCase: ScenarioCase) throws(PatternError) -> Bool {
    guard let name else { return true }
    if try name.firstMatch(in: scenarioCase.name) != nil { return true }
    return try name.firstMatch(in: scenarioCase.id) != nil
  }
}

extension CaseSelection.Place {
  /// Reads `file:line`, or a file alone.
  package init(_ text: String) throws(SelectionError) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      self.init(file: text, line: nil)
      return
    }
    let digits = text[text.utf8.index(after: colon)...]
    guard let line = Int(digits), line > 0, colon > text.startIndex else {
      throw SelectionError("expected FILE:LINE with a line that counts from 1, found '\(text)'")
    }
    self.init(file: String(text[..<colon]), line: line)
  }
}
