import FoundationEssentials

/// The folder that a version control keeps: paths in reports are relative to it.
enum Repository {
  /// The nearest folder with `.git`, the given one or one above it: absolute, links resolved; `nil` if there is none.
  static func folder(around path: String) -> String? {
    var folder = FolderPath.resolved(path)
    while !FileManager.default.fileExists(atPath: folder == "/" ? "/.git" : folder + "/.git") {
      guard folder != "/" else { return nil }
      folder = FolderPath.parent(of: folder)
    }
    return folder
  }

  /// Whether there is something at a path that a command is given.
  static func holds(_ path: String) -> Bool { FileManager.default.fileExists(atPath: located(path)) }

  /// The whole path of one that a command is given: relative to the working directory, or, where nothing is there, to the
  /// repository, as reports name files.
  static func located(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let working = FileManager.default.currentDirectoryPath
    let usual = working + "/" + path
    guard !FileManager.default.fileExists(atPath: usual), let repository = folder(around: working) else { return usual }
    let named = repository + "/" + path
    return FileManager.default.fileExists(atPath: named) ? named : usual
  }
}
