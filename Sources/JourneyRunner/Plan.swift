/// Everything that a run will walk, in the order of its files; nothing of it has touched the network yet.
package struct Plan: Sendable, Hashable {
  /// In the order of the files, which is the order of every report.
  package var cases: [PlannedCase]
  /// Files with mistakes; where there is one, nothing is walked.
  package var refusedFiles: [RefusedFile]

  package init(cases: [PlannedCase], refusedFiles: [RefusedFile] = []) {
    self.cases = cases
    self.refusedFiles = refusedFiles
  }
}
