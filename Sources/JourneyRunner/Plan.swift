/// All cases of a run, in the order of its files; nothing has used the network yet.
package struct Plan: Sendable, Hashable {
  /// In the order of the files, which is the order of every report.
  package var cases: [PlannedCase]
  /// Files with errors; if there is one, nothing runs.
  package var refusedFiles: [RefusedFile]

  package init(cases: [PlannedCase], refusedFiles: [RefusedFile] = []) {
    self.cases = cases
    self.refusedFiles = refusedFiles
  }
}
