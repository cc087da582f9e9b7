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

  /// What is wrong with them together: of two outputs in one file, one would quietly be lost. `nil` if nothing is.
  var refusal: String? {
    var flags: [String: String] = [:]
    for (flag, path) in files where !path.hasPrefix("/dev/") {
      if let other = flags.updateValue(flag, forKey: Self.place(of: path)) {
        return "\(other) and \(flag) would both write '\(path)': give each its own file."
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
