import FoundationEssentials
import SystemCalls

/// A folder that is there as long as a test needs it.
package struct TemporaryFolder: Sendable {
  /// Absolute, without a slash at its end.
  package let path: String

  /// A folder that is there already.
  package init(path: String) { self.path = path }

  /// Makes a folder, hands it over, and removes it with all that is in it.
  package static func with<Outcome>(_ body: (TemporaryFolder) async throws -> Outcome) async throws -> Outcome {
    let name = "journey-\(UUID().uuidString)"
    let folder = TemporaryFolder(path: FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false))
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let outcome: Outcome
    do {
      outcome = try await body(folder)
    } catch {
      try FileManager.default.removeItem(atPath: folder.path)
      throw error
    }
    try FileManager.default.removeItem(atPath: folder.path)
    return outcome
  }

  /// The whole path of a name in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders that it lies in.
  package func write(_ text: String, to name: String) throws {
    try makeFolder(name.contains("/") ? String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]) : "")
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  /// Makes a folder in it.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  /// Makes a link that leads to a path, which may be relative to the link.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
  }

  /// Makes a program of a file of it.
  package func makeRunnable(_ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name))
  }

  /// Says who may do what with a file, as `chmod` numbers it.
  package func permit(_ permissions: Int, _ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file(name))
  }

  /// Who may do what with a file of it, as `chmod` numbers it.
  package func permissions(of name: String) throws -> Int {
    guard let status = FileStatus(of: file(name), followsLinks: true) else { throw FixtureError.unreadable(file(name)) }
    return status.permissions
  }

  /// Gives a file of it another name.
  package func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: file(name), toPath: file(other))
  }

  /// Takes a file of it away.
  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

  /// The content of one of its files.
  package func bytes(of name: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: file(name)) else { throw FixtureError.unreadable(file(name)) }
    return Array(data)
  }

  /// The text of a file of it.
  package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  /// What lies in it, sorted.
  package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
