/// Where runs on one machine keep what other runs have to know: which codes were used, and which accounts are in use.
enum CacheFolder {
  /// Why the folder is missing.
  static let missing = "neither XDG_CACHE_HOME nor HOME is the path of a folder"

  /// In the user's cache folder, as the XDG Base Directory Specification has it; `nil` if there is none.
  static func path(in environment: [String: String]) -> String? {
    let folders = [("XDG_CACHE_HOME", ""), ("HOME", "/.cache")].compactMap { name, below in
      environment[name].flatMap { $0.hasPrefix("/") ? $0 + below : nil }
    }
    return folders.first.map { "\($0)/journey" }
  }
}
