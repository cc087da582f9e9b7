import Diagnostics
import JourneyScenario

/// The policy that the caller gives with `--policy`.
///
/// It is outside the project: inside, anyone who changes scenarios could change it too.
enum PolicyFile {
  static let sizeLimit = 1024 * 1024

  /// What the file allows; `nil` if none is given. A file that cannot be used allows nothing, which is reported.
  static func read(_ path: String?, project files: ProjectFiles) -> (policy: Policy?, diagnostics: [Diagnostic]) {
    guard let path else { return (nil, []) }
    let folder = path.contains("/") ? FolderPath.parent(of: path) : "."
    guard files.name(ofArgument: path) == nil, files.name(ofArgument: folder) == nil else {
      let message = "the policy '\(path)' is inside the project, where anyone who changes scenarios can change it too"
      let problem = Diagnostic(.unreadableFile, message, at: nil, suggestion: "keep it elsewhere, e.g. in the settings of the CI")
      return (Policy(), [problem])
    }
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) { bytes = try BoundedFile.bytes(of: path, limit: sizeLimit) } catch {
      return (Policy(), [Diagnostic(.unreadableFile, "the policy '\(path)' cannot be read", at: nil)])
    }
    let read = Policy.read(bytes, named: path)
    return (read.policy, read.diagnostics + repositoryProblems(path, files))
  }

  /// A policy that is checked out with the project comes out of the same pull request.
  private static func repositoryProblems(_ path: String, _ files: ProjectFiles) -> [Diagnostic] {
    guard let repository = ProjectFiles.repositoryFolder(around: files.root), ProjectFiles.repositoryFolder(ofFile: path) == repository
    else { return [] }
    let message = "the policy '\(path)' is in the project's own repository, where anyone who changes scenarios can change it too"
    return [
      Diagnostic(
        .policyInRepository, message, at: nil, severity: .warning, suggestion: "keep it elsewhere, e.g. in the settings of the CI")
    ]
  }
}
