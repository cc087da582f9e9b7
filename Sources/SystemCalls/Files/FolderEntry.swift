#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A name in a folder.
package struct FolderEntry: Sendable, Hashable {
  package let name: String
  /// Whether it is a folder, or a link to one.
  package let isFolder: Bool

  /// What the folder holds, as the disk has it; `nil` if it cannot be read.
  package static func all(in folder: String) -> [FolderEntry]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      entries.append(FolderEntry(name: name, isFolder: isFolder(Int(entry.pointee.d_type), folder + "/" + name)))
    }
    return entries
  }

  /// The names in a folder, in the order of the file system; none where it cannot be read.
  package static func names(in folder: String) -> [String] { all(in: folder)?.map(\.name) ?? [] }

  /// The disk returns most kinds with the name; links are followed.
  private static func isFolder(_ kind: Int, _ path: String) -> Bool {
    if kind == Int(DT_DIR) { return true }
    guard kind == Int(DT_LNK) || kind == Int(DT_UNKNOWN) else { return false }
    return FileStatus(of: path, followsLinks: true)?.kind == .folder
  }
}
