/// All cases of a run, in the order of its files; nothing has used the network yet.
package struct Plan: Sendable, Hashable {
  /// In the order of the files, which is the order of every report.
  package var cases: [PlannedCase]
  /// Files with errors; if there is one, nothing runs, unless the run keeps going.
  package var refusedFiles: [RefusedFile]
  /// By the id of a case that does not run, the file with errors that it needs; `nil` where one such file keeps all from running.
  package private(set) var refusedCases: [String: String]?

  package init(cases: [PlannedCase], refusedFiles: [RefusedFile] = []) {
    self.cases = cases
    self.refusedFiles = refusedFiles
  }

  /// Has the rest run where files have errors.
  ///
  /// - Parameter refused: by case, the wrong file that it needs; `nil` where it is not known which cases need none.
  package mutating func keepGoing(_ refused: [String: String]?) { refusedCases = refused }

  /// Whether files have errors, so that nothing runs.
  package var isRefused: Bool { !refusedFiles.isEmpty && refusedCases == nil }
}
