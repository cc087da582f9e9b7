internal import FoundationEssentials

/// The current mutated file, kept where it can be read after it took the process down or never came to an end.
package struct PresentFile {
  /// In the folder for temporary files; it has the process's number, so that two runs do not share it.
  package let path: String

  /// Prints the path, so that the file can be found after a crash.
  ///
  /// - Parameter name: what kind of file it is, e.g. `tenants`.
  package init(of name: String) {
    let file = "journey-mutated-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    path = FileManager.default.temporaryDirectory.appending(path: file).path(percentEncoded: false)
    print("mutated \(name): the present one is kept in \(path)")
  }

  /// Keeps a file instead of the one before.
  ///
  /// - Parameter place: where the file would be.
  package func keep(_ text: String, at place: String, round: Int) throws {
    try Data("# round \(round), \(place)\n\(text)".utf8).write(to: URL(filePath: path))
  }

  /// Takes the file away: nothing went wrong.
  package func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
