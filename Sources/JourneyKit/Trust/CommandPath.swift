import FoundationEssentials

/// Where a command's program lies.
enum CommandPath {
  /// The program's absolute path; `nil` if there is none that can be run.
  ///
  /// A name without a slash is looked for where the caller's `PATH` says, relative folders left out; others are paths from
  /// the folder.
  static func find(_ name: String, in folder: String, _ variables: [String: String]) -> String? {
    guard !name.isEmpty else { return nil }
    if name.hasPrefix("/") { return isProgram(name) ? name : nil }
    if name.contains("/") {
      let path = folder + "/" + name
      return isProgram(path) ? path : nil
    }
    let folders = (variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && !isFolder && FileManager.default.isExecutableFile(atPath: path)
  }
}
