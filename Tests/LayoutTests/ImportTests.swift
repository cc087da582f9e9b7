import FoundationEssentials
import JourneyTestSupport
import Testing

/// The targets that may import a library; every other target that does is a leak. The benchmark measures two of them alone.
private let owners: [String: Set<String>] = [
  "CLibYAML": ["LocatedYAML", "journey-bench"],
  "CPCRE2": ["Encodings"],
  "CLibXML2": ["HostedDialect"],
  "CSpawn": ["SystemCalls"],
  "SystemPackage": ["SystemCalls"],
  "Glibc": ["SystemCalls"],
  "Musl": ["SystemCalls"],
  "Darwin": ["SystemCalls"],
  "AsyncHTTPClient": ["JourneyClient", "journey-bench"],
  "Hummingbird": ["JourneyMockServer"],
  "HummingbirdTLS": ["JourneyMockServer"],
  "HummingbirdCore": ["JourneyMockServer"],
  "X509": ["JourneyMockServer"],
  "SwiftASN1": ["JourneyMockServer"],
  "HTTPTypes": ["JourneyMockServer", "JourneyKit"],
  "ArgumentParser": ["journey", "journey-bench"],
  "JWTKit": ["JourneyClient", "JourneyMock"],
  "Testing": ["JourneyTesting"],
]

/// What nobody may import, and why.
private let refused: [String: String] = [
  "Foundation": "it loads ICU: FoundationEssentials holds what is needed",
  "FoundationNetworking": "requests go through JourneyClient",
  "FoundationXML": "it loads ICU",
]

/// Pairs that the layers allow and the house does not: drivers and mocks, parts that must not know each other.
private let strangers: [(target: String, mustNotImport: Set<String>)] = [
  ("JourneyMock", ["JourneyClient", "FlowDialect", "IDXDialect", "HostedDialect"]),
  ("JourneyFlowSpeech", ["JourneyClient", "FlowDialect", "IDXDialect", "IDXSpeech", "HostedSpeech", "JourneyScenario"]),
  ("IDXSpeech", ["JourneyClient", "FlowDialect", "IDXDialect", "JourneyFlowSpeech", "HostedSpeech", "JourneyScenario"]),
  ("HostedSpeech", ["JourneyClient", "FlowDialect", "IDXDialect", "HostedDialect", "JourneyFlowSpeech", "IDXSpeech", "JourneyScenario"]),
  (
    "GatewaySpeech",
    ["JourneyClient", "FlowDialect", "IDXDialect", "HostedDialect", "JourneyFlowSpeech", "IDXSpeech", "JourneyScenario", "JourneyReports"]
  ),
  ("TenantImport", ["JourneyLanguage", "JourneyClient", "FlowDialect", "IDXDialect", "HostedDialect"]),
  ("OktaImport", ["JourneyLanguage", "JourneyClient", "IDXDialect", "JourneyMock", "SystemCalls", "LocatedYAML"]),
  ("ScreenPages", ["LocatedYAML", "ModelCoding", "JourneyClient"]),
  ("MockMutation", ["JourneyClient", "JourneyFlowSpeech", "IDXSpeech", "JourneyScenario"]),
  ("JourneyMockServer", ["JourneyClient", "FlowDialect", "JourneyScenario", "JourneyReports"]),
  ("JourneyScenario", ["JourneyClient", "FlowDialect", "IDXDialect"]),
  ("JourneyRunner", ["JourneyClient", "FlowDialect", "IDXDialect", "HostedDialect", "JourneyMock", "LocatedYAML"]),
  ("JourneyReports", ["JourneyClient", "JourneyMock", "JourneyScenario", "LocatedYAML"]),
  ("FlowDialect", ["Diagnostics", "LocatedYAML", "JourneyLanguage"]),
  ("HostedDialect", ["Diagnostics", "LocatedYAML", "JourneyLanguage", "FlowDialect", "IDXDialect"]),
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
  /// The layer of each target, as the page on the house tells it: a target may import targets of a lower layer only.
  private let layers: [String: Int]

  init() throws {
    layers = try Self.toldLayers()
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

  private static func toldLayers() throws -> [String: Int] {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/Architecture.md")
    var told: [String: Int] = [:]
    for line in page.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }
      guard line.hasPrefix("| "), cells.count == 4, let layer = Int(cells[0].prefix { $0.isNumber }) else { continue }
      for match in cells[1].matches(of: /`([\w-]+)`/) {
        let name = String(match.1)
        // The system libraries and what only knows the standard library are both of layer 0.
        told[name] = name.hasPrefix("C") ? -1 : layer
      }
    }
    return told
  }

  @Test func `there are imports to look at`() {
    #expect(imports.count > 50)
  }

  @Test func `every target stands in the table of layers`() throws {
    let folders = try Fixtures.files(below: "Sources", suffix: ".swift").map { String($0.split(separator: "/")[1]) }
    let targets = Set(folders).subtracting(["JourneyTestSupport"])
    for target in targets {
      #expect(layers[target] != nil, "\(target) is in no layer")
    }
    // A target that is gone must go from the page too.
    #expect(Set(layers.keys).subtracting(targets).allSatisfy { $0.hasPrefix("C") }, "\(Set(layers.keys).subtracting(targets))")
  }

  @Test func `a target imports targets of a lower layer only`() {
    for one in imports {
      guard one.target != "JourneyTestSupport", let own = layers[one.target], let other = layers[one.module] else { continue }
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
