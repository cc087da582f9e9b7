package import Encodings

/// What a page says, sentence by sentence, as two visits are compared.
package struct PageText: Sendable, Hashable {
  /// In the order of the page, with `…` for words that differ from visit to visit. A line ends a sentence.
  package let sentences: [String]

  /// - Parameters:
  ///   - text: of lines, as `Screen.pageText` has them.
  ///   - moving: which words count as different from visit to visit.
  package init(_ text: String, moving: MovingWords.Scope = .all) {
    sentences = text.split(whereSeparator: \.isNewline).flatMap { line in
      Self.sentences(of: MovingWords.replaced(in: line.split(whereSeparator: \.isWhitespace), moving))
    }
  }

  /// The sentences of a page in its order, with the words that differ from visit to visit.
  package static func sentences(asWritten text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { line in sentences(of: line.split(whereSeparator: \.isWhitespace).map(String.init)) }
  }

  /// Sentences as they were stored.
  package init(sentences: [String]) { self.sentences = sentences }

  /// One sentence, or several next to each other, that one visit got and the other did not.
  package struct Change: Sendable, Hashable {
    /// `nil` for what is new.
    package var before: String?
    /// `nil` for what is gone; the same as before for what has moved.
    package var now: String?

    package var isMove: Bool { before == now }

    /// The same as it is shown: of long sentences only where they differ, with a few words around.
    package var excerpt: Change {
      guard let before, let now, !isMove else { return Change(before: before.map(Self.cut), now: now.map(Self.cut)) }
      guard max(before.count, now.count) > Self.longest else { return self }
      let (old, new) = (before.split(separator: " "), now.split(separator: " "))
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, min(old.count, new.count) - start)
      return Change(before: Self.part(of: old, start, end), now: Self.part(of: new, start, end))
    }

    private static let longest = 200
    /// Words that are shown around a difference.
    private static let context = 6

    private static func cut(_ text: String) -> String { text.count > longest ? "\(text.prefix(longest))…" : text }

    private static func part(of words: [Substring], _ start: Int, _ end: Int) -> String {
      let (first, last) = (max(0, start - context), min(words.count, words.count - end + context))
      return (first > 0 ? "… " : "") + cut(words[first..<last].joined(separator: " ")) + (last < words.count ? " …" : "")
    }
  }

  /// A sentence ends where a stop is followed by what may begin one.
  private static func sentences(of words: [String]) -> [String] {
    var sentences: [String] = []
    var open: [String] = []
    for (index, word) in words.enumerated() {
      open.append(word)
      guard let last = word.last(where: { !"\"')”»".contains($0) }), ".!?".contains(last), index + 1 < words.count,
        let first = words[index + 1].first(where: { $0.isLetter || $0.isNumber }), !first.isLowercase
      else { continue }
      sentences.append(open.joined(separator: " "))
      open = []
    }
    return open.isEmpty ? sentences : sentences + [open.joined(separator: " ")]
  }

  // MARK: Comparing

  /// What is new, gone or changed since an earlier visit, in the order of the page; a sentence that only moved comes last.
  ///
  /// - Parameter told: texts of the two screens' parts that differ, such as labels: the caller that compares those reports them.
  package func changes(since earlier: PageText, besides told: ToldTexts = ToldTexts()) -> [Change] {
    guard self != earlier else { return [] }
    var hunks = Self.hunks(earlier.sentences, sentences)
    let moved = Self.takeMoved(&hunks)
    var changes: [Change] = []
    for hunk in hunks {
      var gone = hunk.gone.filter { !told.before.contains(Self.key(of: $0)) }
      var new = hunk.new.filter { !told.now.contains(Self.key(of: $0)) }
      Self.takeHidden(&gone, &new)
      changes += Self.paired(gone, new)
    }
    // What a description says as well as the text that it names is one change.
    var known: Set<Change> = []
    return changes.filter { known.insert($0).inserted } + moved.map { Change(before: $0, now: $0) }
  }

  /// Sentences of one place that only one visit got.
  private struct Hunk {
    var gone: [String] = []
    var new: [String] = []
  }

  /// Sentences up to which their order counts; more of them are compared as two heaps.
  private static let mostAligned = 500
  /// Sentences of one place up to which it is looked for what each of them was.
  private static let mostPaired = 50

  private static func hunks(_ old: [String], _ new: [String]) -> [Hunk] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, min(old.count, new.count) - start)
    let (left, right) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
    guard max(left.count, right.count) <= mostAligned else { return [heaps(left, right)] }
    let difference = right.difference(from: left)
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): come.insert(offset)
      }
    }
    var hunks: [Hunk] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      var hunk = Hunk()
      while gone.contains(i) || come.contains(j) {
        if gone.contains(i) {
          hunk.gone.append(left[i])
          i += 1
        } else {
          hunk.new.append(right[j])
          j += 1
        }
      }
      if !hunk.gone.isEmpty || !hunk.new.isEmpty { hunks.append(hunk) }
      (i, j) = (i + 1, j + 1)
    }
    return hunks
  }

  private static func heaps(_ old: [String], _ new: [String]) -> Hunk {
    var counts: [String: Int] = [:]
    for sentence in old { counts[sentence, default: 0] += 1 }
    var hunk = Hunk()
    for sentence in new {
      if let count = counts[sentence], count > 0 { counts[sentence] = count - 1 } else { hunk.new.append(sentence) }
    }
    for sentence in old.reversed() {
      guard let count = counts[sentence], count > 0 else { continue }
      counts[sentence] = count - 1
      hunk.gone.append(sentence)
    }
    hunk.gone.reverse()
    return hunk
  }

  /// What one place lost and another one got.
  private static func takeMoved(_ hunks: inout [Hunk]) -> [String] {
    var lost: [String: Int] = [:]
    for sentence in hunks.flatMap(\.gone) { lost[sentence, default: 0] += 1 }
    var moved: [String] = []
    for index in hunks.indices {
      hunks[index].new.removeAll { sentence in
        guard let count = lost[sentence], count > 0 else { return false }
        lost[sentence] = count - 1
        moved.append(sentence)
        return true
      }
    }
    var rest = Dictionary(moved.map { ($0, 1) }, uniquingKeysWith: +)
    for index in hunks.indices {
      hunks[index].gone.removeAll { sentence in
        guard let count = rest[sentence], count > 0 else { return false }
        rest[sentence] = count - 1
        return true
      }
    }
    return moved
  }

  /// Leaves out what differs only in words that one of the two hides.
  private static func takeHidden(_ gone: inout [String], _ new: inout [String]) {
    guard gone.count <= mostAligned, new.count <= mostAligned, (gone + new).contains(where: { HiddenParts.are(in: $0) }) else { return }
    gone.removeAll { old in
      guard let index = new.firstIndex(where: { isHidden(old, $0) }) else { return false }
      new.remove(at: index)
      return true
    }
  }

  private static func isHidden(_ one: String, _ other: String) -> Bool {
    let (left, right) = (one.split(separator: " "), other.split(separator: " "))
    guard left.count == right.count, HiddenParts.are(in: one) || HiddenParts.are(in: other) else { return false }
    return zip(left, right).allSatisfy { $0 == $1 || HiddenParts.of($0, hide: $1) || HiddenParts.of($1, hide: $0) }
  }

  /// The sentences of one place, each with the one that it was, as far as they are similar.
  private static func paired(_ gone: [String], _ new: [String]) -> [Change] {
    guard gone.count != new.count else { return zip(gone, new).map { Change(before: $0, now: $1) } }
    guard max(gone.count, new.count) <= mostPaired else {
      return new.map { Change(before: nil, now: $0) } + gone.map { Change(before: $0, now: nil) }
    }
    var rest = gone
    var changes: [Change] = []
    for sentence in new {
      let index = rest.firstIndex { alike($0, sentence) }
      changes.append(Change(before: index.map { rest.remove(at: $0) }, now: sentence))
    }
    return changes + rest.map { Change(before: $0, now: nil) }
  }

  private static func alike(_ one: String, _ other: String) -> Bool {
    let (left, right) = (Set(one.split(separator: " ")), Set(other.split(separator: " ")))
    return left.intersection(right).count * 2 >= min(left.count, right.count) + 1
  }

  /// A sentence without the signs around it: a page may set a star behind a label.
  package static func key(of sentence: String) -> String {
    let isInside = { (character: Character) in
      character.isLetter || character.isNumber || character.isCurrencySymbol
    }
    guard let first = sentence.firstIndex(where: isInside), let last = sentence.lastIndex(where: isInside) else { return sentence }
    return String(sentence[first...last])
  }
}

/// Texts that only one of two screens has in its parts, as sentences of a page.
package struct ToldTexts: Sendable, Hashable {
  fileprivate var before: Set<String> = []
  fileprivate var now: Set<String> = []

  package init() {}

  /// - Parameters:
  ///   - before: the parts of the earlier screen as a tree, without its page.
  ///   - now: those of the later one.
  ///   - moving: which words count as different from visit to visit.
  package init(before: JSONValue, now: JSONValue, moving: MovingWords.Scope = .all) {
    let (old, new) = (Self.sentences(in: before, moving), Self.sentences(in: now, moving))
    (self.before, self.now) = (old.subtracting(new), new.subtracting(old))
  }

  private static func sentences(in value: JSONValue, _ moving: MovingWords.Scope) -> Set<String> {
    var found: Set<String> = []
    add(value, to: &found, moving)
    return found
  }

  private static func add(_ value: JSONValue, to found: inout Set<String>, _ moving: MovingWords.Scope) {
    switch value {
    case .null, .bool, .number: break
    case .string(let text): for sentence in PageText(text, moving: moving).sentences { found.insert(PageText.key(of: sentence)) }
    case .array(let elements): for element in elements { add(element, to: &found, moving) }
    case .object(let members): for member in members { add(member.value, to: &found, moving) }
    }
  }
}
