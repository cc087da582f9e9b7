import Diagnostics
import FoundationEssentials
import JourneyScenario

/// The policy that the caller gives with `--policy`.
///
/// It lies outside of the project: within, whoever changes scenarios could change it too.
enum PolicyFile {
  static let sizeLimit = 1024 * 1024

  /// What the file allows; `nil` where none is given. A file that cannot be used allows nothing, which is reported.
  static func read(_ path: String?, project files: ProjectFiles) -> (policy: Policy?, diagnostics: [Diagnostic]) {
    guard let path else { return (nil, []) }
    let folder = path.contains("/") ? ProjectFiles.parent(of: path) : "."
    guard files.name(ofArgument: path) == nil, files.name(ofArgument: folder) == nil else {
      let message = "the policy '\(path)' lies inside of the project, where whoever changes scenarios can change it too"
      let problem = Diagnostic(.unreadableFile, message, at: nil, suggestion: "keep it elsewhere, e.g. with the settings of the CI")
      return (Policy(), [problem])
    }
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder,
      let data = FileManager.default.contents(atPath: path), data.count <= sizeLimit
    else {
      return (Policy(), [Diagnostic(.unreadableFile, "the policy '\(path)' cannot be read", at: nil)])
    }
    return Policy.read(Array(data), named: path)
  }
}
