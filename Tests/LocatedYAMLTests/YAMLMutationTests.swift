import Diagnostics
import JourneyTestSupport
import LocatedYAML
import Testing

/// Whatever the bytes: no crash, and every place that is named lies in the file.
struct YAMLMutationTests {
  private static let samples = [
    """
    journey: Sign in
    tags: [smoke, sign-in]
    steps:
      - screen: identification   # a comment
        widgets:
          identifier: {type: input, label: "Email", required: true}
        answers: {identifier: ${account.email}, b: x #1
      - finish:
        claims: {<<: *base, email: "${account.email}"}
    ---
    text: |
      some text
    more: >-
      folded
    quoted: 'it''s'
    """,
    "a: &a {x: 1}\nb: &b [*a, *a]\nc: {<<: [*a], y: !t z}\n---\r\n? é\r\n: 世界\u{2028}k: &n\n...\n%TAG ! x\n---\n- - - \"\\x41\"\n",
  ]

  private static let fragments = [
    "\n", "\t", " ", "---\n", "...", "${", "{", "}", "[", "]", ": ", ":", "- ", "#", " #1", "&a ", "*a", "!t ", "<<: ", "\"", "'", "|", ">",
    "%",
    "@", "`", "?", "\r", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{0}", "\\", ",", "é", "👍", "\u{1}",
  ].map { Array($0.utf8) }

  @Test func `places stay within the file and nothing crashes`() {
    let rounds = MutationRounds(usual: 4000, of: "YAML files")
    let seed = rounds.seed
    var random = SeededGenerator(state: seed)
    for round in 0..<rounds.count {
      var bytes = Array(Self.samples[round % Self.samples.count].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
      var diagnostics: [Diagnostic] = []
      let result = YAMLParser.documents(inBytes: bytes, named: "m", diagnostics: &diagnostics)
      let stray = diagnostics.flatMap { [$0.range] + $0.notes.map(\.range) }.compactMap { $0 }.filter { !isInside($0) }
      #expect(
        stray.isEmpty, "seed \(seed), round \(round): \(stray.map(\.start)) \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      let areInside = result.documents.allSatisfy(isInside)
      #expect(areInside, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      _ = DiagnosticRenderer(usesColour: true, excerptWidth: 30).render(diagnostics)
      guard stray.isEmpty else { return }
    }
  }

  @Test(arguments: ["? a", "? - b\n? c", "k: [x, y]\n? d", "---\r\n? é", "a:\n  ? b"])
  func `a value that is left out at the end of a file without a line break has a place in it`(text: String) {
    var diagnostics: [Diagnostic] = []
    let result = YAMLParser.documents(inBytes: Array(text.utf8), named: "m", diagnostics: &diagnostics)
    let areInside = result.documents.allSatisfy(isInside)
    #expect(!result.documents.isEmpty && areInside)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.insert(contentsOf: Self.fragments.randomElement(using: &random) ?? [], at: place)
    case 1: bytes.removeSubrange(place..<min(place + Int.random(in: 0...8, using: &random), bytes.count))
    case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    case 3: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
    default: bytes.replaceSubrange(place..<min(place + 1, bytes.count), with: Self.fragments.randomElement(using: &random) ?? [])
    }
  }

  private func isInside(_ range: SourceRange) -> Bool {
    [range.start, range.end].allSatisfy { position in
      guard let line = range.file.line(position.line) else { return false }
      return position.column >= 1 && position.column <= line.unicodeScalars.count + 1
    } && range.start <= range.end
  }

  private func isInside(_ node: YAMLNode) -> Bool {
    guard isInside(node.range) else { return false }
    switch node {
    case .scalar: return true
    case .sequence(let sequence): return sequence.items.allSatisfy(isInside)
    case .mapping(let mapping): return mapping.entries.allSatisfy { isInside($0.key.range) && isInside($0.value) }
    }
  }
}

/// SplitMix64: small, and the same numbers for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
