import FoundationEssentials

/// One process of the machine, from `/proc`.
package struct ProcessEntry: Sendable, Hashable {
  package let identifier: Int32
  package let parent: Int32
  package let session: Int32
  /// Whether it has ended and waits for its parent only.
  package let isOver: Bool

  /// Reads a line of `/proc/PID/stat`; the name in brackets may hold anything.
  package init?(_ line: String) {
    guard let identifier = line.split(separator: " ", maxSplits: 1).first.flatMap({ Int32($0) }), let bracket = line.lastIndex(of: ")")
    else { return nil }
    let fields = line[line.index(after: bracket)...].split(separator: " ")
    guard fields.count > 3, let parent = Int32(fields[1]), let session = Int32(fields[3]) else { return nil }
    self.identifier = identifier
    self.parent = parent
    self.session = session
    isOver = fields[0] == "Z" || fields[0] == "X"
  }
}

/// The processes that there are just now.
package struct ProcessTable: Sendable {
  package let entries: [ProcessEntry]

  package init(_ entries: [ProcessEntry]) { self.entries = entries }

  /// `nil` if the system has nothing in `/proc`.
  package static func current() -> ProcessTable? {
    #if os(Linux)
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: "/proc") } catch { return nil }
      let entries = names.filter { $0.first?.isNumber == true }.compactMap { name -> ProcessEntry? in
        FileManager.default.contents(atPath: "/proc/\(name)/stat").flatMap { ProcessEntry(String(decoding: $0, as: UTF8.self)) }
      }
      return ProcessTable(entries)
    #else
      return nil
    #endif
  }

  /// What a process started and what these started, at any depth, and everything of its session, itself included.
  ///
  /// - Parameter more: processes that belong to it for another reason.
  package func family(of root: Int32, with more: Set<Int32> = []) -> [ProcessEntry] {
    var found = more.union([root])
    for entry in entries where entry.session == root { found.insert(entry.identifier) }
    var count = 0
    while found.count > count {
      count = found.count
      for entry in entries where found.contains(entry.parent) { found.insert(entry.identifier) }
    }
    return entries.filter { found.contains($0.identifier) }
  }
}
