import JourneyTestSupport

/// A Swift file as far as names go: the types that it declares at its top, and those that it uses.
struct SourceNames {
  struct Declared: Hashable {
    var name: String
    /// Whether other files see it.
    var isShared: Bool
  }

  let path: String
  let declared: [Declared]
  /// Every word of its code that begins with a capital letter.
  let used: Set<String>

  /// - Parameter path: from the package's root.
  init(path: String) throws {
    self.init(path: path, text: try Fixtures.text(of: path))
  }

  init(path: String, text: String) {
    self.path = path
    let code = Self.code(of: Array(text.utf8))
    declared = String(decoding: code, as: UTF8.self).split(separator: "\n").compactMap(Self.declaration)
    used = Self.types(in: code)
  }

  /// The target whose folder holds the file.
  var target: String { String(path.split(separator: "/")[1]) }

  /// The type whose file it is: `Walk` of `Walk.swift` and of `Walk+Ends.swift`, which are one.
  var owner: String {
    String(path.split(separator: "/").last?.dropLast(".swift".count).prefix { $0 != "+" } ?? "")
  }

  /// A type at the top of the file: nothing stands in front of its line.
  private static func declaration(_ line: Substring) -> Declared? {
    guard let first = line.utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "}"),
      let match = line.prefixMatch(
        of:
          /(?:@\w+(?:\([^)]*\))? )*((?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated) )*)(?:struct|enum|class|actor|protocol|typealias) (\w+)/
      )
    else { return nil }
    return Declared(name: String(match.2), isShared: !match.1.contains("private"))
  }

  /// The words that begin with a capital letter.
  private static func types(in code: [UInt8]) -> Set<String> {
    Set(
      code.split { !isWord($0) }.filter { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0.first ?? 0) }
        .map { String(decoding: $0, as: UTF8.self) })
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The text without comments and strings; what is interpolated stays.
  private static func code(of text: [UInt8]) -> [UInt8] {
    let (quote, escape, slash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"))
    var code: [UInt8] = []
    code.reserveCapacity(text.count)
    // One quote for a string, three for a block; none in code. Above it, how deep an interpolation is nested.
    var quotes = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let opens = text[index...].prefix { $0 == quote }.count
      if quotes == 0, byte == slash, index + 1 < text.count, text[index + 1] == slash {
        index = text[index...].firstIndex(of: 0x0A) ?? text.count
      } else if quotes == 0, opens > 0 {
        quotes = opens >= 3 ? 3 : opens == 2 ? 0 : 1
        index += max(opens >= 3 ? 3 : opens, 1)
      } else if quotes > 0, byte == escape, index + 1 < text.count, text[index + 1] == UInt8(ascii: "(") {
        let end = endOfInterpolation(text, from: index + 2)
        code += text[(index + 2)..<end] + [0x20]
        index = end
      } else if quotes > 0, byte == escape {
        index += 2
      } else if quotes > 0, opens >= quotes {
        index += quotes
        quotes = 0
      } else {
        if quotes == 0 || byte == 0x0A { code.append(byte) }
        if quotes == 1, byte == 0x0A { quotes = 0 }
        index += 1
      }
    }
    return code
  }

  private static func endOfInterpolation(_ text: [UInt8], from start: Int) -> Int {
    var depth = 1
    var index = start
    while index < text.count, depth > 0 {
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") { depth -= 1 }
      index += 1
    }
    return index
  }
}

/// Which files of one target use which others; a type and its parts (`Walk.swift`, `Walk+Ends.swift`) are one.
struct SourceCycles {
  private var uses: [String: [String: String]] = [:]

  /// - Parameter files: of one target.
  init(_ files: [SourceNames]) {
    var owners: [String: String] = [:]
    for file in files { for type in file.declared where type.isShared { owners[type.name] = file.owner } }
    for file in files {
      for name in file.used {
        if let owner = owners[name], owner != file.owner { uses[file.owner, default: [:]][owner] = name }
      }
    }
  }

  /// Each set of files that all use each other, over one or more, in the order of their names.
  var all: [[String]] {
    let reach = uses.keys.reduce(into: [String: Set<String>]()) { $0[$1] = reached(from: $1) }
    var found: Set<[String]> = []
    for (file, others) in reach where others.contains(file) {
      found.insert(others.filter { reach[$0]?.contains(file) ?? false }.sorted())
    }
    return found.sorted { $0[0] < $1[0] }
  }

  /// One way round in a set, e.g. `Report → CasePages (CasePages) → Report (Report)`.
  func way(round files: [String]) -> String {
    guard let start = files.first else { return "" }
    var ways: [[String]] = [[start]]
    var seen: Set<String> = []
    while !ways.isEmpty {
      let way = ways.removeFirst()
      for next in (uses[way[way.count - 1]] ?? [:]).keys.sorted() where files.contains(next) {
        if next == start { return spelled(way + [start]) }
        if seen.insert(next).inserted { ways.append(way + [next]) }
      }
    }
    return start
  }

  private func spelled(_ way: [String]) -> String {
    var text = way[0]
    for (from, to) in zip(way, way.dropFirst()) { text += " → \(to) (\(uses[from]?[to] ?? ""))" }
    return text
  }

  private func reached(from file: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [file]
    while let next = open.popLast() {
      for other in (uses[next] ?? [:]).keys where reached.insert(other).inserted { open.append(other) }
    }
    return reached
  }
}
