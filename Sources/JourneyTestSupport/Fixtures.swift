import FoundationEssentials

/// The files next to the sources that tests read.
package enum Fixtures {
  /// The folder that holds `Package.swift`, found from where this file was compiled.
  package static let packageRoot: String = {
    let levelsBelowRoot = 3
    return "/" + #filePath.split(separator: "/").dropLast(levelsBelowRoot).joined(separator: "/")
  }()

  /// A file's bytes.
  ///
  /// - Parameter path: from the package's root, e.g. `fixtures/screens/hosted/signin.json`.
  package static func bytes(of path: String) throws -> [UInt8] {
    try bytes(absolute: absolute(path))
  }

  /// The bytes of a file anywhere.
  package static func bytes(absolute path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw FixtureError.unreadable(path) }
    return Array(data)
  }

  /// A file's text, which has to be UTF-8.
  package static func text(of path: String) throws -> String {
    guard let text = String(validating: try bytes(of: path), as: UTF8.self) else { throw FixtureError.notUTF8(path) }
    return text
  }

  /// The files below a folder whose names end like this, as paths from the package's root, sorted.
  package static func files(below folder: String, suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: absolute(folder))
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The files in any folder, at any depth, by their paths in it, sorted.
  package static func filesBelow(absolute folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) && !isFolder
    }
  }

  static func absolute(_ path: String) -> String { "\(packageRoot)/\(path)" }
}

/// A fixture that a test needs does not exist.
package enum FixtureError: Error, Sendable, Hashable {
  case unreadable(String)
  case notUTF8(String)
}
