import JourneyScenario

/// Files that stand in the test.
struct MemoryFiles: ScenarioFiles {
  var texts: [String: String]

  init(_ texts: [String: String] = [:]) { self.texts = texts }

  func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String {
    var parts = base.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(String(part)) }
    }
    let name = parts.joined(separator: "/")
    guard texts[name] != nil else { throw ScenarioFileError("no such file") }
    return name
  }

  func bytes(of name: String) throws(ScenarioFileError) -> [UInt8] {
    guard let text = texts[name] else { throw ScenarioFileError("no such file") }
    return Array(text.utf8)
  }

  func folderFile(in folder: String) -> String? {
    let name = folder.isEmpty ? "_folder.yaml" : folder + "/_folder.yaml"
    return texts[name] == nil ? nil : name
  }
}
