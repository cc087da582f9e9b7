/// Texts that are found by their signs alone, wherever tags, comments, quotation marks and invisible signs are between them: as a
/// browser shows a page, and as a script joins its strings.
struct ScatteredIndex: Sendable {
  /// What was found in a body.
  struct Finding {
    /// The stretches that texts take, tags between their signs with them; they may overlap.
    var ranges: [Range<Int>]
    /// Whether comparing was too much work, so that the whole body may hold a text.
    var isUnknown = false
  }

  /// The signs of each text that count.
  private var index = TextIndex(asksForWords: false)
  private var longest = 0
  /// How often escapes are taken back: those of JSON, and those of the HTML in it.
  private static let deepest = 2

  var isEmpty: Bool { index.isEmpty }

  mutating func add(_ text: [UInt8]) {
    let signs = text.withUnsafeBufferPointer { Self.signs(of: $0).signs }
    index.add(signs)
    longest = max(longest, signs.count)
  }

  /// Looks for a text also backwards, as a browser shows what runs from right to left, and as the numbers of its bytes, as scripts list
  /// them.
  mutating func addClosely(_ text: [UInt8]) {
    add(text)
    let signs = text.withUnsafeBufferPointer { Self.signs(of: $0).signs }
    let decimal = text.flatMap { Array(String($0).utf8) }
    let octal = text.flatMap { Array(String(0o1000 | Int($0), radix: 8).utf8.dropFirst()) }
    for other in [signs.reversed(), decimal, octal] {
      index.add(other)
      longest = max(longest, other.count)
    }
  }

  /// What is found in a body; `nil` for nothing.
  func finding(in bytes: [UInt8]) -> Finding? {
    guard !index.isEmpty, bytes.count >= TextIndex.shortest else { return nil }
    // Nearly every body has nothing: places are kept only where there is something.
    let finding = firstFinding(in: TextView(original: bytes, isTracked: false))
    return finding.map(\.isUnknown) == false ? firstFinding(in: TextView(original: bytes, isTracked: true)) : finding
  }

  /// What is found in a page whose tags are all well formed, once they are left out, and so are its references.
  func rangesAcrossTags(in bytes: [UInt8]) -> [Range<Int>] {
    guard !index.isEmpty, bytes.count >= TextIndex.shortest else { return [] }
    let found = { (isTracked: Bool) -> [Range<Int>] in
      guard let shown = TextView(original: bytes, isTracked: isTracked).withoutTags(.nothing) else { return [] }
      return [shown, shown.withoutEscapes].compactMap { $0.flatMap(plainFinding) }.flatMap(\.ranges)
    }
    // Places are kept only where there is something.
    return found(false).isEmpty ? [] : found(true)
  }

  /// What is found in the first reading of a body that has something: as it is, without its tags, without its escapes.
  private func firstFinding(in body: TextView) -> Finding? {
    var view = body
    for depth in 0...Self.deepest {
      if let found = plainFinding(in: view) { return found }
      if let found = shownFinding(in: view) { return found }
      guard depth < Self.deepest, let next = view.withoutEscapes else { return nil }
      view = next
    }
    return nil
  }

  /// What is found without tags, with and without the elements of which a browser shows nothing, and with what is quoted alone or left out.
  private func shownFinding(in view: TextView) -> Finding? {
    let hasTags = view.bytes.contains(UInt8(ascii: "<"))
    // Of JSON without any page in it the names of members are between the texts.
    if hasTags || !view.isJSON {
      for isQuoted in [false, true] {
        if let part = view.parts(areQuoted: isQuoted), let found = plainFinding(in: part) { return found }
      }
    }
    guard hasTags else { return nil }
    for cut in TextView.TagCut.allCases {
      guard let shown = view.withoutTags(cut) else { return nil }
      if let found = plainFinding(in: shown) ?? shown.withoutEscapes.flatMap(plainFinding) { return found }
    }
    return nil
  }

  private func plainFinding(in view: TextView) -> Finding? {
    view.bytes.withUnsafeBufferPointer { bytes in
      var next = PlainSigns(bytes)
      guard index.mayMatch({ next.next() }) else { return nil }
      let (signs, places) = Self.signs(of: bytes)
      var finding = Finding(ranges: [])
      signs.withUnsafeBufferPointer { signs in
        index.eachMatch(in: signs) { match in
          if match.count > longest { finding.isUnknown = true }
          let range = places[match.lowerBound].lowerBound..<places[match.upperBound - 1].upperBound
          if match.count >= TextIndex.shortestAnywhere || Self.isWord(range, of: view) { finding.ranges.append(view.original(range)) }
          return (view.isTracked || finding.ranges.isEmpty) && !finding.isUnknown
        }
      }
      return finding.ranges.isEmpty && !finding.isUnknown ? nil : finding
    }
  }

  /// Whether no letter and no digit is next to a short text, tags left aside; where places are not kept it may be.
  private static func isWord(_ range: Range<Int>, of view: TextView) -> Bool {
    guard view.isTracked else { return true }
    let (first, end) = (range.lowerBound, range.upperBound)
    func touch(_ place: Int) -> Bool { view.original(place - 1..<place).upperBound == view.original(place..<place + 1).lowerBound }
    let follows = first > 0 && TextIndex.isWordByte(view.bytes[first - 1]) && touch(first)
    let goesOn = end < view.bytes.count && TextIndex.isWordByte(view.bytes[end]) && touch(end)
    return !follows && !goesOn
  }

  private static func signs(of bytes: UnsafeBufferPointer<UInt8>) -> (signs: [UInt8], places: [Range<Int>]) {
    var (signs, places): ([UInt8], [Range<Int>]) = ([], [])
    var next = PlainSigns(bytes)
    while let sign = next.next() {
      signs.append(sign)
      places.append(next.place)
    }
    return (signs, places)
  }
}
