import Diagnostics
import FoundationEssentials
import JourneyScenario
import SystemCalls

/// The files of one project, read from the disk: nothing outside its folder, nothing that is not a regular file.
///
/// Scenarios may come from a stranger's pull request: links are resolved before a path is judged.
struct ProjectFiles: ScenarioFiles {
  /// The largest file that is read, in bytes.
  static let sizeLimit = 16 * 1024 * 1024
  /// What the file with a project's tenants is called.
  static let tenantFiles = ["tenants.yaml", "tenants.yml"]

  /// The project's folder: absolute, links resolved, without a slash at its end. Nothing outside it is read.
  let root: String
  /// The folder that names are relative to, which holds the project: the repository's, else the working directory.
  let base: String
  /// Texts that are read instead of those on the disk, by name, such as an editor's that is not saved.
  var drafts: [String: String] = [:]
  private let folders = FolderPlaces()

  /// - Parameter base: `nil` if names are relative to the project's folder.
  init(root: String, base: String? = nil) {
    self.root = FolderPath.resolved(root)
    self.base = base ?? self.root
  }

  /// The project that a path lies in: the nearest folder above a `journeys` folder, else the working directory.
  static func around(_ path: String) -> ProjectFiles {
    // A pull request may make the folder of scenarios a link to anywhere: the project is then where the command is given.
    if leadsOut(path) {
      let working = FolderPath.resolved(FileManager.default.currentDirectoryPath)
      return ProjectFiles(root: working, base: Repository.folder(around: working) ?? working)
    }
    let absolute = FolderPath.resolved(Repository.located(path))
    let parts = absolute.split(separator: "/").map(String.init)
    let working = FolderPath.resolved(FileManager.default.currentDirectoryPath)
    var root = absolute == working || absolute.hasPrefix(working + "/") ? working : FolderPath.parent(of: absolute)
    if let index = parts.lastIndex(of: "journeys") { root = FolderPath.resolved("/" + parts[..<index].joined(separator: "/")) }
    return ProjectFiles(root: root, base: Repository.folder(around: root) ?? (FolderPath.holds(root, in: working) ? working : root))
  }

  /// Whether a path of the command line is, or goes through, a link in the project that leads out of it.
  static func leadsOut(_ path: String) -> Bool {
    do throws(SystemError) {
      try FileSystem.checkWay(to: "\(Repository.located(path))/*")
      return false
    } catch { return true }
  }

  /// The name under which a path of the command line is reported; `nil` if it is outside the project.
  ///
  /// What reports call a file is a path too, wherever in the repository the command is given.
  func name(ofArgument path: String) -> String? {
    let located = Repository.located(path)
    guard !FileManager.default.fileExists(atPath: located), !path.hasPrefix("/") else { return name(ofAbsolute: located) }
    let named = absolute(path)
    return name(ofAbsolute: FileManager.default.fileExists(atPath: named) ? named : located)
  }

  /// The name of a file that is to be written; `nil` if it is outside the project, also where a link on the way leads out of it.
  func nameToWrite(_ path: String) -> String? {
    guard let name = name(ofArgument: path) else { return nil }
    var folder = FolderPath.parent(of: path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    // Folders that are not there yet will be no links.
    while folder != "/", FileStatus(of: folder, followsLinks: true) == nil {
      guard !folder.hasSuffix("/..") else { return nil }
      folder = FolderPath.parent(of: folder)
    }
    return FolderPath.holds(FolderPath.followed(folder), in: root) ? name : nil
  }

  /// The project's folder as a name; empty if names are relative to it.
  var rootName: String { root == base ? "" : String(root.dropFirst(base == "/" ? 1 : base.count + 1)) }

  /// Whether a name of a file is a path for a command that is given in the working directory.
  var isNamedFromHere: Bool {
    let working = FolderPath.resolved(FileManager.default.currentDirectoryPath)
    return base == working || base == Repository.folder(around: working)
  }

  /// The name of a path below the project's folder.
  func name(below path: String) -> String { rootName.isEmpty ? path : "\(rootName)/\(path)" }

  /// The whole path of a name.
  func absolute(_ name: String) -> String { name.isEmpty ? base : base == "/" ? "/\(name)" : "\(base)/\(name)" }

  func name(of path: String, relativeTo file: String) throws(ScenarioFileError) -> String {
    guard !path.hasPrefix("/") else { throw ScenarioFileError("paths are relative to the file that names them") }
    let absolute = FolderPath.parent(of: absolute(file)) + "/" + path
    guard let name = name(ofAbsolute: absolute) else { throw ScenarioFileError("it is outside the project") }
    _ = try check(name)
    return name
  }

  func bytes(of name: String) throws(ScenarioFileError) -> [UInt8] {
    let file = try check(name)
    if let draft = drafts[name] { return Array(draft.utf8) }
    return try file.bytes()
  }

  func folderFile(in folder: String) -> String? {
    guard FolderPath.holds(absolute(folder), in: root) else { return nil }
    let prefix = folder.isEmpty ? "" : folder + "/"
    for name in ["_folder.yaml", "_folder.yml"] where FileManager.default.fileExists(atPath: absolute(prefix + name)) {
      return prefix + name
    }
    return nil
  }

  /// Whether there is a folder of this name.
  func isFolder(_ name: String) -> Bool {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: absolute(name), isDirectory: &isFolder)
    return exists && isFolder
  }

  /// Whether there is a file of this name.
  func isFile(_ name: String) -> Bool { FileManager.default.fileExists(atPath: absolute(name)) && !isFolder(name) }

  /// Where a folder really is, links followed: two names of one folder have the same.
  func place(ofFolder name: String) -> String { folders.place(of: absolute(name)) { FolderPath.resolved($0) } }

  /// What a folder holds, sorted, so that every machine walks in the same order.
  func entries(of folder: String) throws(ScenarioFileError) -> [FolderEntry] {
    guard let entries = FolderEntry.all(in: absolute(folder)) else {
      throw ScenarioFileError("the folder cannot be read")
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// Refuses what is not a regular file, is too large, or is elsewhere once its links are followed.
  private func check(_ name: String) throws(ScenarioFileError) -> PlainFile {
    var path = absolute(name)
    var status = FileStatus(ofLinkOrFile: path)
    if status?.kind == .link {
      path = FolderPath.resolved(path)
      status = FileStatus(ofLinkOrFile: path)
    }
    guard let status else { throw missing(name) }
    let folder = folders.place(of: FolderPath.parent(of: path)) { FolderPath.resolved($0) }
    guard FolderPath.holds(folder, in: root) else { throw ScenarioFileError("it is a link that leads outside the project") }
    switch status.kind {
    case .folder: throw ScenarioFileError("it is a folder")
    case .link, .other: throw ScenarioFileError("it is not a regular file")
    case .plain: break
    }
    guard status.size <= Self.sizeLimit else { throw ScenarioFileError("it has more than \(Self.sizeLimit / 1024 / 1024) MB") }
    return PlainFile(path: path, size: status.size)
  }

  /// After naming a file, people first need to know where it is looked for.
  private func missing(_ name: String) -> ScenarioFileError {
    let folder = name.contains("/") ? FolderPath.parent(of: name) : ""
    if !folder.isEmpty, !isFolder(folder) { return ScenarioFileError("no folder '\(folder)'") }
    return ScenarioFileError("no such file", nearest: nearest(to: name))
  }

  private func nearest(to name: String) -> String? {
    let parts = name.split(separator: "/").map(String.init)
    guard let last = parts.last else { return nil }
    let folder = parts.dropLast().joined(separator: "/")
    guard isFolder(folder) else { return nil }
    do throws(ScenarioFileError) { return ClosestMatch.of(last, in: try entries(of: folder).map(\.name)) } catch {
      // Only the advice is lost: that the file does not exist is reported anyway.
      return nil
    }
  }

  private func name(ofAbsolute path: String) -> String? {
    let standard = FolderPath.resolved(path)
    guard FolderPath.holds(standard, in: root) else { return nil }
    guard standard != base else { return "" }
    return String(standard.dropFirst(base == "/" ? 1 : base.count + 1))
  }

  /// The nearest folder with `.git` in it, from this one upwards; `nil` if there is none.
  static func repositoryFolder(around folder: String) -> String? {
    var folder = folder
    while true {
      if FileStatus(ofLinkOrFile: (folder == "/" ? "" : folder) + "/.git") != nil { return folder }
      if folder == "/" { return nil }
      folder = FolderPath.parent(of: folder)
    }
  }

  /// The repository that a file of the command line lies in.
  static func repositoryFolder(ofFile path: String) -> String? {
    let working = FileManager.default.currentDirectoryPath
    return repositoryFolder(around: FolderPath.parent(of: FolderPath.resolved(path.hasPrefix("/") ? path : working + "/" + path)))
  }
}
