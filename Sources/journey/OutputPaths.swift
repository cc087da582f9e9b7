import FoundationEssentials

/// The files that flags ask for, each with its flag.
struct OutputPaths {
  private var files: [(flag: String, path: String)] = []

  /// With one more, where a path is given.
  func adding(_ flag: String, _ path: String?) -> OutputPaths {
    guard let path else { return self }
    var more = self
    more.files.append((flag, path))
    return more
  }

  /// What is wrong with them together: of two outputs in one file, one would quietly be lost, and so would a file that is read. `nil`
  /// if nothing is.
  ///
  /// - Parameter inputs: the files that are read, each with its flag, or with a name for an argument.
  func refusal(reading inputs: [(flag: String, path: String?)] = []) -> String? {
    var flags: [String: String] = [:]
    let read = inputs.compactMap { flag, path in path.map { (flag, Self.place(of: $0)) } }
    for (flag, path) in files where !path.hasPrefix("/dev/") {
      let place = Self.place(of: path)
      if let other = flags.updateValue(flag, forKey: place) {
        return "\(other) and \(flag) would both write '\(path)': give each its own file."
      }
      if let input = read.first(where: { $0.1 == place }) {
        return "\(flag) would overwrite '\(path)', which \(input.0) reads: give it a file of its own."
      }
      if [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) {
        return "\(flag) would overwrite '\(path)': a file with this name is a scenario, tenants or policy file, and no report."
      }
    }
    return nil
  }

  /// Where it is, however it is written.
  static func place(of path: String) -> String {
    var place = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
    while place.utf8.count > 1, place.hasSuffix("/") { place.removeLast() }
    return place
  }
}
