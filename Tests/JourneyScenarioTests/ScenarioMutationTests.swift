import Diagnostics
import FoundationEssentials
import JourneyScenario
import JourneyTestSupport
import Testing

/// Whatever stands in a file: it is read to its end, every place named lies in a file, and what is sound can be compiled.
struct ScenarioMutationTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let words =
    StepHead.allCases.map { "- \($0.rawValue): " } + StepKey.allCases.map { "\($0.rawValue): " }
    + ScenarioKey.allCases.map { "\($0.rawValue): " }
    + [
      "\n", "    ", "  ", "{", "}", "[", "]", "\"", "${", "}", "${account.email}", ": ", "- ", "present", "true", "null", "12", "&a ", "*a",
      "<<: ",
    ]

  @Test func `mutated files are read to their end`() throws {
    let files = FolderFiles(root: ProjectFolder.path + "/fixtures/broken")
    let shipped = FolderFiles(root: ProjectFolder.path)
    var samples = try BrokenFilesTests.names.map { try files.bytes(of: $0) }
    samples += try shipped.scenarioFiles(below: "journeys").map { try shipped.bytes(of: $0) }
    let rounds = MutationRounds(usual: 3000, of: "scenario files")
    let seed = rounds.seed
    var random = Generator(state: seed)
    for round in 0..<rounds.count {
      var bytes = samples.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      var reader = ScenarioReader(files: files, context: .ofTests)
      let reading = reader.read(bytes, named: "mutated.yaml")
      let tenants = TenantsFile.read(bytes, named: "mutated.yaml", dialects: ["journey-flow"])
      let ranges = (reading.diagnostics + tenants.diagnostics).flatMap { [$0.range] + $0.notes.map(\.range) }.compactMap { $0 }
      let stray = ranges.filter { $0.end < $0.start || !$0.file.holds($0.start) || !$0.file.holds($0.end) }
      #expect(stray.isEmpty, "seed \(seed), round \(round): \(stray)")
      _ = DiagnosticRenderer().render(reading.diagnostics + tenants.diagnostics)
      for scenario in reading.scenarios where reading.isSound {
        #expect(isWhole(ProgramCompiler.compile(scenario.steps)), "seed \(seed), round \(round)")
        #expect(!CaseExpansion(root: "").cases(of: scenario).isEmpty || scenario.matrix?.exclude.isEmpty == false)
      }
      guard stray.isEmpty else { return }
    }
  }

  /// Whether every jump leads into the program or just behind it.
  private func isWhole(_ program: Program) -> Bool {
    let places = 0...program.instructions.count
    return program.instructions.allSatisfy { instruction in
      switch instruction {
      case .jump(let target), .unless(_, let target, _), .loop(_, let target): places.contains(target)
      case .choose(let branches, _, _): branches.allSatisfy { places.contains($0.target) }
      case .step(let step): ![.use, .either, .repeated].contains(step.kind.head)
      case .enter, .leave, .beginLoop, .endLoop, .comeBack: true
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout Generator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let word = Array((Self.words.randomElement(using: &random) ?? "").utf8)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.insert(contentsOf: word, at: place)
    case 1: bytes.removeSubrange(place..<min(place + Int.random(in: 0...12, using: &random), bytes.count))
    case 2: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
    case 3: swapLines(&bytes, &random)
    default: bytes.replaceSubrange(place..<min(place + 3, bytes.count), with: word)
    }
  }

  private func swapLines(_ bytes: inout [UInt8], _ random: inout Generator) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    lines.swapAt(Int.random(in: lines.indices, using: &random), Int.random(in: lines.indices, using: &random))
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}

extension SourceFile {
  /// Whether the position lies on one of its characters, or just behind the last of a line.
  fileprivate func holds(_ position: SourcePosition) -> Bool {
    guard let line = line(position.line) else { return false }
    return position.column >= 1 && position.column <= line.unicodeScalars.count + 1
  }
}
