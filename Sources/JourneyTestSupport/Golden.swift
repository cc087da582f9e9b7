import FoundationEssentials

/// Whole outputs that are kept in files, `Tests/<Target>Tests/Golden/<name>`, and compared with what comes out now.
///
/// With `RECORD_GOLDEN=1` in the environment the files are written instead; that is refused if `CI` is set.
package struct Golden: Sendable {
  private let folder: String
  private let environment: [String: String]

  /// The golden files of a target's tests.
  package init(target: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(folder: Fixtures.absolute("Tests/\(target)Tests/Golden"), environment: environment)
  }

  /// The golden files of any folder, for the tests of this type.
  package init(folder: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.folder = folder
    self.environment = environment
  }

  /// The difference, for a person to read; `nil` if the text equals the file.
  package func difference(of text: String, from name: String) throws -> String? {
    let path = "\(folder)/\(name)"
    if environment["RECORD_GOLDEN"] == "1" { return try record(text, at: path, name: name) }
    guard let data = FileManager.default.contents(atPath: path) else {
      return "there is no golden file '\(name)' yet; RECORD_GOLDEN=1 writes it"
    }
    return LineDifference(from: String(decoding: data, as: UTF8.self), to: text).text(name: name)
  }

  private func record(_ text: String, at path: String, name: String) throws -> String? {
    guard environment["CI"] == nil else { return "golden file '\(name)' is not recorded where CI is set" }
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    return nil
  }
}

/// Where two texts differ and where they agree again, in lines.
struct LineDifference {
  /// As many lines of each text as are shown.
  private static let maxShownLength = 12

  private let stored: [Substring]
  private let current: [Substring]
  /// How many lines are the same from the beginning.
  private let common: Int
  private let commonAtEnd: Int

  init(from stored: String, to current: String) {
    let old = stored.split(separator: "\n", omittingEmptySubsequences: false)
    let new = current.split(separator: "\n", omittingEmptySubsequences: false)
    let common = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let rest = zip(old.dropFirst(common).reversed(), new.dropFirst(common).reversed())
    self.stored = old
    self.current = new
    self.common = common
    commonAtEnd = rest.prefix { $0.utf8.elementsEqual($1.utf8) }.count
  }

  /// The lines that differ, `-` before what is stored and `+` before the actual ones; `nil` if there are none.
  func text(name: String) -> String? {
    let removed = stored.dropFirst(common).dropLast(commonAtEnd)
    let added = current.dropFirst(common).dropLast(commonAtEnd)
    guard !removed.isEmpty || !added.isEmpty else { return nil }
    let head = "golden file '\(name)' differs from line \(common + 1); RECORD_GOLDEN=1 rewrites it"
    return ([head] + Self.shown(removed, mark: "-") + Self.shown(added, mark: "+")).joined(separator: "\n")
  }

  private static func shown(_ lines: ArraySlice<Substring>, mark: String) -> [String] {
    let left = lines.count - maxShownLength
    return lines.prefix(maxShownLength).map { "\(mark) \($0)" } + (left > 0 ? ["\(mark) … \(left) more lines"] : [])
  }
}
