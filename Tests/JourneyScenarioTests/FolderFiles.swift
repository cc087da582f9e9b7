import FoundationEssentials
import JourneyScenario

/// Where the project lies.
enum ProjectFolder {
  static let path = #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 }
}

/// Files below a folder of the disk.
struct FolderFiles: ScenarioFiles {
  let root: String

  func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String {
    var parts = base.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(String(part)) }
    }
    let name = parts.joined(separator: "/")
    guard FileManager.default.fileExists(atPath: root + "/" + name) else { throw ScenarioFileError("no such file") }
    return name
  }

  func bytes(of name: String) throws(ScenarioFileError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: root + "/" + name) else { throw ScenarioFileError("no such file") }
    return Array(data)
  }

  func folderFile(in folder: String) -> String? {
    let name = folder.isEmpty ? "_folder.yaml" : folder + "/_folder.yaml"
    return FileManager.default.fileExists(atPath: root + "/" + name) ? name : nil
  }

  /// The files that hold scenarios, sorted.
  func scenarioFiles(below folder: String) throws -> [String] {
    var files: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder) {
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix("_") }
      if path.hasSuffix(".yaml"), !isHidden, path != "tenants.yaml", path != "promises.yaml" { files.append(folder + "/" + path) }
    }
    return files.sorted()
  }
}
