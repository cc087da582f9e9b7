import FoundationEssentials
import JourneyTestSupport
import Testing

/// The house's layers, from the ground up: a target may import targets of a lower layer only.
private let layers: [[String]] = [
  ["CLibYAML", "CPCRE2", "CSpawn"],
  ["Diagnostics", "JourneyModel", "Encodings"],
  ["LocatedYAML", "ModelCoding", "JourneyClient"],
  ["JourneyLanguage", "FlowDialect", "IDXDialect"],
  ["JourneyScenario", "JourneyMock"],
  ["JourneyRunner", "JourneyMockServer"],
  ["JourneyReports"],
  ["JourneyKit"],
  ["journey", "journey-bench"],
]

/// The targets that may import a library; every other target that does is a leak.
private let owners: [String: Set<String>] = [
  "CLibYAML": ["LocatedYAML"],
  "CPCRE2": ["Encodings"],
  "CSpawn": ["JourneyKit"],
  "AsyncHTTPClient": ["JourneyClient"],
  "Hummingbird": ["JourneyMockServer"],
  "HummingbirdTLS": ["JourneyMockServer"],
  "HummingbirdCore": ["JourneyMockServer"],
  "HTTPTypes": ["JourneyMockServer"],
  "ArgumentParser": ["journey", "journey-bench"],
  "JWTKit": ["JourneyClient", "JourneyMock"],
]

/// What nobody may import, and why.
private let refused: [String: String] = [
  "Foundation": "it loads ICU: FoundationEssentials holds what is needed",
  "FoundationNetworking": "requests go through JourneyClient",
  "FoundationXML": "it loads ICU",
]

/// Pairs that the layers allow and the house does not: drivers and mocks, parts that must not know each other.
private let strangers: [(target: String, mustNotImport: Set<String>)] = [
  ("JourneyMock", ["JourneyClient", "FlowDialect", "IDXDialect"]),
  ("JourneyMockServer", ["JourneyClient", "FlowDialect", "JourneyScenario", "JourneyReports"]),
  ("JourneyScenario", ["JourneyClient", "FlowDialect", "IDXDialect"]),
  ("JourneyRunner", ["JourneyClient", "FlowDialect", "IDXDialect", "HostedDialect", "JourneyMock", "LocatedYAML"]),
  ("JourneyReports", ["JourneyClient", "JourneyMock", "JourneyScenario", "LocatedYAML"]),
  ("FlowDialect", ["Diagnostics", "LocatedYAML", "JourneyLanguage"]),
  ("JourneyClient", ["Diagnostics", "LocatedYAML"]),
  ("journey", ["JourneyScenario", "JourneyMock", "JourneyClient", "LocatedYAML", "FlowDialect"]),
]

private struct Import {
  var target: String
  var file: String
  var line: Int
  var module: String
}

struct ImportTests {
  private let imports: [Import]

  init() throws {
    var found: [Import] = []
    for path in try Fixtures.files(below: "Sources", suffix: ".swift") {
      let target = String(path.split(separator: "/")[1])
      for (index, line) in try Fixtures.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let module = Self.importedModule(of: line) else { continue }
        found.append(Import(target: target, file: path, line: index + 1, module: module))
      }
    }
    imports = found
  }

  private static func importedModule(of line: Substring) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first, first.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains(first) {
      words.removeFirst()
    }
    guard words.first == "import", words.count >= 2 else { return nil }
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
    return name.split(separator: ".").first.map(String.init)
  }

  private func layer(of target: String) -> Int? { layers.firstIndex { $0.contains(target) } }

  @Test func `there are imports to look at`() {
    #expect(imports.count > 50)
  }

  @Test func `the page on the house has these layers, and every target in its own`() throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Architecture.md")
    var told: [String: Int] = [:]
    for line in page.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }
      guard line.hasPrefix("| "), cells.count == 4, let layer = Int(cells[0].prefix { $0.isNumber }) else { continue }
      for match in cells[1].matches(of: /`([\w-]+)`/) { told[String(match.1)] = layer }
    }
    // The system libraries and what only knows the standard library are both of layer 0.
    let known = layers.enumerated().flatMap { number, targets in targets.map { ($0, max(number - 1, 0)) } }
    #expect(told == Dictionary(uniqueKeysWithValues: known))
  }

  @Test func `every target stands in the table of layers`() {
    for target in Set(imports.map(\.target)) where target != "JourneyTestSupport" {
      #expect(layer(of: target) != nil, "\(target) is in no layer")
    }
  }

  @Test func `a target imports targets of a lower layer only`() {
    for one in imports {
      guard one.target != "JourneyTestSupport", let own = layer(of: one.target), let other = layer(of: one.module) else { continue }
      #expect(other < own, "\(one.file):\(one.line): \(one.target) must not import \(one.module)")
    }
  }

  @Test func `a library is imported by its owners only`() {
    for one in imports {
      guard let owners = owners[one.module] else { continue }
      #expect(owners.contains(one.target), "\(one.file):\(one.line): \(one.target) must not import \(one.module)")
    }
  }

  @Test func `nobody imports what loads ICU`() {
    for one in imports {
      if let reason = refused[one.module] {
        Issue.record("\(one.file):\(one.line): import \(one.module): \(reason)")
      }
    }
  }

  @Test func `drivers, mocks and reports do not know each other`() {
    for (target, others) in strangers {
      for one in imports where one.target == target {
        #expect(!others.contains(one.module), "\(one.file):\(one.line): \(target) must not import \(one.module)")
      }
    }
  }

  @Test func `no source file is longer than 400 lines`() throws {
    for path in try Fixtures.files(below: "Sources", suffix: ".swift") + Fixtures.files(below: "Tests", suffix: ".swift") {
      let lines = try Fixtures.text(of: path).utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(lines <= 400, "\(path) has \(lines) lines")
    }
  }
}
