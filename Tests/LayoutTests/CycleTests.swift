import JourneyTestSupport
import Testing

/// Files of one target that use each other, and types that share a name.
struct CycleTests {
  private static let files = Result { try Fixtures.files(below: "Sources", suffix: ".swift").map { try SourceNames(path: $0) } }

  private let targets: [String: [SourceNames]]

  init() throws { targets = Dictionary(grouping: try Self.files.get(), by: \.target) }

  @Test func `no files of a target use each other, but those of a type and its parts`() {
    #expect(targets.count > 15)
    for (target, files) in targets {
      let cycles = SourceCycles(files)
      let ways = cycles.all.map { "\($0.count) files: \(cycles.way(round: $0))" }
      #expect(ways.isEmpty, "\(target) has files in cycles:\n\(ways.joined(separator: "\n"))")
    }
  }

  @Test func `no two types have one name`() {
    var files: [String: [String]] = [:]
    for file in targets.values.joined() { for type in file.declared { files[type.name, default: []].append(file.path) } }
    #expect(files.count > 500)
    for (name, places) in files where places.count > 1 {
      Issue.record("'\(name)' is declared in \(places.sorted().joined(separator: " and "))")
    }
  }

  @Test func `a cycle is found and spelled out, whatever comments and strings say`() {
    func file(_ name: String, _ text: String) -> SourceNames { SourceNames(path: "Sources/X/\(name).swift", text: text) }
    let cycles = SourceCycles([
      file("A", "public struct A {\n  var b: B?\n}\n"), file("A+More", "extension A { var c: C { C() } }\n"),
      file("B", "struct B { let text = \"\\(C.self)\" }\n"), file("C", "enum C {\n  case a(A)\n}\n"),
      file("D", "/// Like A.\nstruct D { let a = \"A\" } // A\n"), file("E", "private struct E {}\nstruct F { var d: D }\n"),
      file("G", "struct G { var e: E, f: F }\n"),
    ])
    #expect(cycles.all == [["A", "B", "C"]])
    #expect(cycles.way(round: ["A", "B", "C"]) == "A → C (C) → A (A)")
  }
}
