/// Changes files as people and tools do by accident: lines are missing, doubled, swapped or indented differently, keys have other
/// names, values have other types, conditions have other words, blocks are missing or moved.
package struct FileMutator: Sendable {
  private enum Change: CaseIterable {
    case removeLine, removeLines, doubleLine, swapLines, indent, replaceValue, removeValue, renameKey, replaceWord, removeWord, doubleWord
    case changeSign, removeBlock, moveBlock, copyBlock, cutOff
  }

  /// Values that few expect: at the edges of their types, of other kinds, or texts that mean something elsewhere.
  private static let values = numbers + kinds + texts + conditions
  private static let numbers = [
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "99999999999999999999999999", "-1", "0", "1.5", "1e999999999",
    "0x7f", "4096", "65536", "36525d", "99999d", "0s", "1ms", "100y", "1h1h", "-5m",
  ]
  private static let kinds = [
    "", "~", "null", "true", "false", "yes", "[]", "{}", "[[]]", "{a: b}", "[a, b, a]", "[null, {}, 1]", "''", "\"\"", "*", "*a", "&a b",
    "!t x", "|", ">-", "- a", "\t", "#", "%", "@", "`",
  ]
  private static let texts = [
    "\"\\u0000\"", "\"\\n\"", "é", "👩‍👩‍👧", "\u{202E}x", "${account.email}", "${", "$${x}", "${now('+36525d')}", "${digits(100)}", "finish",
    "start",
    "everywhere", "account", "https://", "http://[::1", "https://app.acme.test/callback", "../../../../etc/passwd", "/dev/zero", ".", "a/b",
    "a.b.c", "present", "absent", "none", "any",
  ]
  private static let conditions = [
    "not account", "not (account)", "account and account", "counter.code == full", "timer.code == over", "session.prompt == create",
    "answer.code == totp(account.totp)", "answer.x matches '(a+)+$'",
  ]
  private static let signs = ["(", ")", "[", "]", "{", "}", "==", "!=", ",", ":", "'", "\"", "#", "-", ""]

  private let vocabulary: [String]

  /// - Parameter vocabulary: further words, as the keys of the language at hand, that replace others.
  package init(vocabulary: [String] = []) {
    self.vocabulary = vocabulary
  }

  /// The text with one to three changes, now and then with more.
  package func mutated(_ text: String, using random: inout some RandomNumberGenerator) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let most = Int.random(in: 0..<10, using: &random) == 0 ? 12 : 3
    for _ in 0..<Int.random(in: 1...most, using: &random) where !lines.isEmpty { change(&lines, using: &random) }
    return lines.joined(separator: "\n")
  }

  private func change(_ lines: inout [String], using random: inout some RandomNumberGenerator) {
    let index = Int.random(in: lines.indices, using: &random)
    let other = Int.random(in: lines.indices, using: &random)
    switch Change.allCases.randomElement(using: &random) ?? .removeLine {
    case .removeLine: lines.remove(at: index)
    case .removeLines: lines.removeSubrange(index..<min(index + Int.random(in: 2...8, using: &random), lines.count))
    case .doubleLine: lines.insert(lines[index], at: other)
    case .swapLines: lines.swapAt(index, other)
    case .indent: lines[index] = Self.indented(lines[index], using: &random)
    case .replaceValue: Self.replaceValue(of: &lines[index], by: Self.values.randomElement(using: &random) ?? "")
    case .removeValue: Self.replaceValue(of: &lines[index], by: "")
    case .renameKey: Self.replaceKey(of: &lines[index], by: word(from: lines[other], using: &random))
    case .replaceWord: Self.replaceWord(of: &lines[index], by: [word(from: lines[other], using: &random)], using: &random)
    case .removeWord: Self.replaceWord(of: &lines[index], by: [], using: &random)
    case .doubleWord:
      let word = word(from: lines[index], using: &random)
      Self.replaceWord(of: &lines[index], by: [word, " ", word], using: &random)
    case .changeSign: Self.replaceSign(of: &lines[index], by: Self.signs.randomElement(using: &random) ?? "", using: &random)
    case .removeBlock: lines.removeSubrange(Self.block(at: index, in: lines))
    case .copyBlock: lines.insert(contentsOf: lines[Self.block(at: index, in: lines)], at: other)
    case .moveBlock:
      let range = Self.block(at: index, in: lines)
      let block = Array(lines[range])
      lines.removeSubrange(range)
      lines.insert(contentsOf: block, at: min(other, lines.count))
    case .cutOff: lines.removeSubrange(index...)
    }
  }

  /// A word of the language, of a line of the same file, or an unexpected value.
  private func word(from line: String, using random: inout some RandomNumberGenerator) -> String {
    let words = Self.pieces(of: line).filter(Self.isWord)
    let all = Bool.random(using: &random) ? words : vocabulary + Self.values
    return all.randomElement(using: &random) ?? ""
  }

  private static func indented(_ line: String, using random: inout some RandomNumberGenerator) -> String {
    let blanks = line.prefix { $0 == " " }.count
    let more = [-4, -2, -1, 1, 2, 4, 8].randomElement(using: &random) ?? 0
    return String(repeating: " ", count: max(blanks + more, 0)) + line.dropFirst(blanks)
  }

  /// Replaces what follows the first colon, or the dash.
  private static func replaceValue(of line: inout String, by value: String) {
    guard let mark = line.firstIndex(of: ":") ?? line.firstIndex(of: "-") else { return line = value }
    line = line[...mark] + " " + value
  }

  private static func replaceKey(of line: inout String, by key: String) {
    guard let colon = line.firstIndex(of: ":") else { return line = key }
    line = line.prefix { $0 == " " || $0 == "-" } + key + line[colon...]
  }

  private static func replaceWord(of line: inout String, by words: [String], using random: inout some RandomNumberGenerator) {
    var pieces = pieces(of: line)
    guard let place = pieces.indices.filter({ isWord(pieces[$0]) }).randomElement(using: &random) else { return }
    pieces.replaceSubrange(place...place, with: words)
    line = pieces.joined()
  }

  private static func replaceSign(of line: inout String, by sign: String, using random: inout some RandomNumberGenerator) {
    var pieces = pieces(of: line)
    let signs = pieces.indices.filter { !isWord(pieces[$0]) && pieces[$0] != " " }
    guard let place = signs.randomElement(using: &random) else { return line += sign }
    pieces[place] = sign
    line = pieces.joined()
  }

  /// The line and all below it that is indented deeper.
  private static func block(at index: Int, in lines: [String]) -> Range<Int> {
    func depth(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    let rest = lines[(index + 1)...]
    let end = rest.firstIndex { !$0.isEmpty && depth($0) <= depth(lines[index]) } ?? lines.endIndex
    return index..<end
  }

  /// Words, and what is between them, in order.
  private static func pieces(of line: String) -> [String] {
    var pieces: [String] = []
    for character in line {
      let text = String(character)
      if isWord(text), let last = pieces.last, isWord(last) { pieces[pieces.count - 1] += text } else { pieces.append(text) }
    }
    return pieces
  }

  private static func isWord(_ piece: String) -> Bool {
    piece.first.map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" || $0 == "/" } ?? false
  }
}
