/// Where the files come from that scenarios name: fragments, rows, what a folder gives. Nothing else here touches a disk.
///
/// Names are paths relative to the project, with `/`; they are what people read in messages, and one file has one name.
package protocol ScenarioFiles: Sendable {
  /// The name of the file that a path in the file `base` means.
  ///
  /// Throws where there is none, or where it may not be read.
  func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String
  /// What a file holds.
  func bytes(of name: String) throws(ScenarioFileError) -> [UInt8]
  /// The name of the `_folder.yaml` in a folder; `nil` if it has none. The folder `""` is the project's own.
  func folderFile(in folder: String) -> String?
}

/// A file that a scenario names cannot be read.
package struct ScenarioFileError: Error, Sendable, Hashable {
  /// What is wrong, as a sentence's end, e.g. `it is not a regular file`.
  package var reason: String
  /// A file that may have been meant.
  package var nearest: String?

  package init(_ reason: String, nearest: String? = nil) {
    self.reason = reason
    self.nearest = nearest
  }
}

/// No files at all, for scenarios that name none.
package struct NoScenarioFiles: ScenarioFiles {
  package init() {}

  package func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String {
    throw ScenarioFileError("there is no such file")
  }

  package func bytes(of name: String) throws(ScenarioFileError) -> [UInt8] { throw ScenarioFileError("there is no such file") }
  package func folderFile(in folder: String) -> String? { nil }
}
