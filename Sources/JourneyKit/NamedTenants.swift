import Diagnostics
import Encodings
import JourneyScenario

/// Which tenants the scenarios of a few files may run on: those whose names are anywhere in the files or their folders' files.
///
/// This only saves the reading of mocks that are not needed; `RunPlanner` notices if a scenario is on another tenant.
struct NamedTenants {
  /// Of more files the tenants are not looked for: they name nearly all of them.
  private static let mostFiles = 40
  /// These make a character of a name in YAML that is not there as such.
  private static let escapes = ["\\x", "\\u", "\\U", "\\\n", "\\\r"]

  private let tenants: TenantsFile
  private(set) var names: Set<String> = []

  /// - Returns: `nil` if any tenant may be needed.
  init?(_ files: ProjectFiles, _ tenants: TenantsFile, _ settings: RunSettings) {
    // These look at all tenants, or at the dialects of all.
    guard settings.namesTenants, settings.app == nil, settings.mockAddresses.isEmpty, settings.tenants.allSatisfy({ $0.tenant != nil })
    else {
      return nil
    }
    var finder = ScenarioFinder(files: files)
    for path in settings.usedPaths { finder.add(path) }
    guard finder.names.count <= Self.mostFiles else { return nil }
    self.tenants = tenants
    var folders: [String: Bool] = [:]
    for name in finder.names {
      guard let bytes = try? files.bytes(of: name) else { return nil }
      guard let isTold = add(bytes) else { return nil }
      var (folder, isToldAbove) = (name, false)
      repeat {
        folder = folder.contains("/") ? FolderPath.parent(of: folder) : ""
        if folders[folder] == nil {
          guard let isTold = add(folderFileIn: folder, files) else { return nil }
          folders[folder] = isTold
        }
        isToldAbove = isToldAbove || folders[folder] == true
      } while !folder.isEmpty
      if !isTold, !isToldAbove, let own = tenants.defaultTenant?.value ?? tenants.tenants.first?.name.value { names.insert(own) }
    }
    for override in settings.tenants { names.formUnion(override.names) }
    addLikes()
  }

  /// - Returns: whether the file says a tenant for all of its scenarios; `nil` where a name may be written in other characters.
  private mutating func add(_ bytes: [UInt8]) -> Bool? {
    guard !Self.escapes.contains(where: bytes.contains(bytes:)) else { return nil }
    for entry in tenants.tenants where bytes.contains(bytes: entry.name.value) { names.insert(entry.name.value) }
    return bytes.count(ofLinesBeginningWith: "tenant:") >= bytes.count(ofLinesBeginningWith: "journey:")
      && bytes.count(ofLinesBeginningWith: "tenant:") > 0
  }

  private mutating func add(folderFileIn folder: String, _ files: ProjectFiles) -> Bool? {
    guard let name = files.folderFile(in: folder) else { return false }
    guard let bytes = try? files.bytes(of: name) else { return nil }
    return add(bytes)
  }

  /// A live tenant that is like a mock is described by it.
  private mutating func addLikes() {
    var next = Array(names)
    while let name = next.popLast() {
      if let like = tenants[name]?.like?.value, names.insert(like).inserted { next.append(like) }
    }
  }
}

extension RunSettings {
  /// The same, with the mocks of all tenants.
  var readingAll: RunSettings {
    var settings = self
    settings.namesTenants = false
    return settings
  }
}

extension [UInt8] {
  fileprivate func count(ofLinesBeginningWith text: String) -> Int {
    let start = Array(text.utf8)
    var (count, isLineStart) = (0, true)
    for index in indices {
      if isLineStart, self[index] == start[0], self[index...].starts(with: start) { count += 1 }
      isLineStart = self[index] == 0x0A || self[index] == 0x0D
    }
    return count
  }
}
