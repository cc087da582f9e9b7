import JourneyScenario
import JourneyTestSupport

/// The package's own files, under their paths from its root.
struct PackageFiles: ScenarioFiles {
  /// Whether a file below `journeys` holds scenarios: not a tenant, not a fragment, not what a folder gives.
  static func isScenario(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.last.map { $0 != "tenants.yaml" && $0 != "promises.yaml" && !$0.hasPrefix("_") } ?? false
      && !parts.contains { ["_fragments", "_mock", "_pipelines", "_through"].contains($0) }
  }

  func name(of path: String, relativeTo base: String) throws(ScenarioFileError) -> String {
    var parts = base.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  func bytes(of name: String) throws(ScenarioFileError) -> [UInt8] {
    do { return try Fixtures.bytes(of: name) } catch { throw ScenarioFileError("no such file") }
  }

  func folderFile(in folder: String) -> String? {
    let name = folder.isEmpty ? "_folder.yaml" : folder + "/_folder.yaml"
    do { _ = try Fixtures.bytes(of: name) } catch { return nil }
    return name
  }
}
