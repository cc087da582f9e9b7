import Synchronization

/// Finds known texts in others, as a reader would who decodes what he reads.
///
/// A text is searched as it is, then without its escapes (of JSON and scripts, references of HTML, percent-encoding), then without
/// the escapes that are left, and so on; what is coded as Base64 is searched in the same way, on several lines too, and so are
/// hexadecimal digits, also with signs between them. Nesting is followed four levels deep.
///
/// What may be decoded is looked at piece by piece, cut where no known text can go on in any coding, since most pieces of a
/// document hide nothing.
package struct SecretSearch: Sendable {
  static let deepest = 4
  /// Bytes that are looked at at the most, as often as the text is long: what is nested is shorter than what it is nested in.
  private static let maxWork = 24

  /// Characters of Base32: 80 bits.
  private static let shortestSeed = 16

  private var index = TextIndex()
  private var close = CloseIndex()
  private var patterns: [LetterPattern] = []
  private(set) var scattered = ScatteredIndex()
  private var known: Set<String> = []
  private var knownClosely: Set<String> = []
  private var knownScattered: Set<String> = []
  /// Whether any text has a blank in it, which forms write as a plus sign.
  private var holdsBlank = false
  private var pieces = TextPieces()
  /// What pieces may be decoded to, for all texts that are looked for.
  private var decoded = DecodedTexts()
  /// Another number for each set of texts that is looked for, here and in every other search.
  private var edition: UInt64 = 0
  private static let editions = Atomic<UInt64>(0)

  package init() {}

  /// Whether there is nothing to look for.
  package var isEmpty: Bool { index.isEmpty }

  /// Whether this very text is looked for.
  package func knows(_ text: String) -> Bool { known.contains(text) }

  /// Looks for this text from now on; one of less than six bytes is part of too many others.
  ///
  /// - Parameter isScattered: whether its signs may be scattered over a page on purpose, which is the most expensive to look for.
  package mutating func learn(_ text: String, isScattered: Bool = true) {
    guard text.utf8.count >= TextIndex.shortest else { return }
    if isScattered, knownScattered.insert(text).inserted { scattered.add(Array(text.utf8)) }
    guard known.insert(text).inserted else { return }
    edition = Self.editions.add(1, ordering: .relaxed).newValue
    let (before, heldBlank) = (pieces, holdsBlank)
    // What pieces may be decoded to depends on both.
    defer { if holdsBlank != heldBlank || !pieces.cuts(like: before) { decoded = DecodedTexts() } }
    for spelling in [Array(text.utf8)] + TextSpellings.all(of: text) { add(spelling) }
  }

  /// Looks for these very bytes, and for how they are escaped and coded.
  private mutating func add(_ bytes: [UInt8]) {
    if bytes.contains(0x20) { holdsBlank = true }
    pieces.keepTogether(bytes)
    index.add(bytes)
    // The host of an address is written in lower case, whatever its source.
    index.add(Self.changed(bytes, UInt8(ascii: "A")...UInt8(ascii: "Z")) { $0 | 0x20 })
    index.add(Self.changed(bytes, UInt8(ascii: "a")...UInt8(ascii: "z")) { $0 & ~0x20 })
    // Where escapes are taken back, those go too that the text itself has.
    var view = TextView(original: bytes, isTracked: false)
    for _ in 0..<Self.deepest {
      guard let next = view.withoutEscapes else { break }
      index.add(next.bytes)
      pieces.keepTogether(next.bytes)
      view = next
    }
    addCoded(bytes)
  }

  /// Looks for what the bytes are coded as.
  private mutating func addCoded(_ bytes: [UInt8]) {
    let digits = Array(Hex.encode(bytes).utf8)
    index.add(digits)
    index.add(Self.changed(digits, UInt8(ascii: "a")...UInt8(ascii: "f")) { $0 & ~0x20 })
    for shift in 0..<3 {
      let standard = TextSpellings.base64(bytes, shift: shift)
      index.add(standard)
      index.add(
        Self.changed(standard, UInt8(ascii: "+")...UInt8(ascii: "/")) { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : UInt8(ascii: "_") })
    }
  }

  /// Looks for this text as `learn` does, and for its pieces, in any case and however its signs are grouped.
  package mutating func learnClosely(_ text: String) {
    learn(text)
    guard text.utf8.count >= TextIndex.shortest, knownClosely.insert(text).inserted else { return }
    edition = Self.editions.add(1, ordering: .relaxed).newValue
    for bytes in [Array(text.utf8)] + TextSpellings.all(of: text) {
      close.add(bytes)
      if bytes.count <= CloseIndex.longest { scattered.addClosely(bytes) }
      close.add(whole: Array(Hex.encode(bytes).utf8))
      for shift in 0..<3 { close.add(whole: TextSpellings.base64(bytes, shift: shift)) }
    }
    // As PowerShell and directories code a password.
    for isBigEndian in [false, true] { addCoded(TextSpellings.utf16(text, isBigEndian: isBigEndian)) }
    if let pattern = LetterPattern(text) { patterns.append(pattern) }
    // The key of an authenticator app, as other programs write it.
    if text.utf8.count >= Self.shortestSeed, let key = Base32.decode(text) {
      index.add(key)
      addCoded(key)
    }
  }

  /// Calls the body for each place of a known text that is not encoded, as long as it returns true.
  private func eachMatch(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool) {
    var goesOn = true
    index.eachMatch(in: bytes) { range in
      goesOn = body(range)
      return goesOn
    }
    if goesOn, !close.isEmpty {
      close.eachMatch(in: bytes) { range in
        goesOn = body(range)
        return goesOn
      }
    }
    for pattern in patterns where goesOn {
      pattern.eachMatch(in: bytes) { range in
        goesOn = body(range)
        return goesOn
      }
    }
  }

  /// The bytes, those of a range changed.
  private static func changed(_ bytes: [UInt8], _ range: ClosedRange<UInt8>, _ change: (UInt8) -> UInt8) -> [UInt8] {
    var changed = bytes
    changed.withUnsafeMutableBufferPointer { changed in
      for index in changed.indices where range.contains(changed[index]) { changed[index] = change(changed[index]) }
    }
    return changed
  }

  /// Whether a known text is in the bytes.
  package func isFound(in bytes: ArraySlice<UInt8>) -> Bool { bytes.withUnsafeBufferPointer { isFound(in: $0) } }

  /// Whether a known text is in the bytes.
  package func isFound(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let found = foundPieces(in: bytes, stopsAtFirst: true) { return !found.isEmpty }
    return isFound(inWhole: bytes)
  }

  /// Whether a known text is in the bytes, where looking at them piece by piece is too much work.
  private func isFound(inWhole bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if hasMatch(in: bytes) { return true }
    var search = Search(self, size: bytes.count, stopsAtFirst: true)
    search.look(inside: bytes, isTracked: false)
    return !search.found.isEmpty
  }

  /// The pieces that hold a known text, in any coding; `nil` if looking at all of them would be more work than a text is worth.
  ///
  /// No known text goes on beyond its piece: a text is cut only at bytes that none of them has.
  private func foundPieces(in bytes: UnsafeBufferPointer<UInt8>, stopsAtFirst: Bool) -> [Range<Int>]? {
    guard !isEmpty, bytes.count >= TextIndex.shortest else { return [] }
    return decoded.withPieces { known in
      var found: [Range<Int>] = []
      var workLeft = Self.work(for: bytes.count)
      pieces.eachPiece(in: bytes) { range in
        let piece = UnsafeBufferPointer(rebasing: bytes[range])
        let finding = known.finding(
          in: piece, edition,
          decode: { decodings(of: piece, isTracked: piece.count <= DecodedTexts.Pieces.longest) },
          isFound: { decodings in hasMatch(in: piece) || decodings.views.contains { $0.bytes.withUnsafeBufferPointer(hasMatch) } })
        workLeft = finding.map { workLeft - $0.work } ?? 0
        guard let finding, workLeft > 0 else { return false }
        guard finding.isFound else { return true }
        found.append(range)
        return !stopsAtFirst
      }
      return workLeft > 0 ? found : nil
    }
  }

  /// The stretches of what may be decoded to a known text, piece by piece; `nil` if looking at all of it would be more work than a
  /// text is worth.
  private func hiddenRanges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    decoded.withPieces { known in
      var hidden: [Range<Int>] = []
      var workLeft = Self.work(for: bytes.count)
      pieces.eachPiece(in: bytes) { range in
        let piece = UnsafeBufferPointer(rebasing: bytes[range])
        guard let decodings = known.decodings(of: piece, orElse: { decodings(of: piece, isTracked: true) }) else {
          workLeft = 0
          return false
        }
        workLeft -= decodings.work
        for view in decodings.views {
          view.bytes.withUnsafeBufferPointer { text in
            eachMatch(in: text) { match in
              let place = view.original(match)
              hidden.append((range.lowerBound + place.lowerBound)..<(range.lowerBound + place.upperBound))
              return true
            }
          }
        }
        return workLeft > 0
      }
      return workLeft > 0 ? hidden : nil
    }
  }

  /// Everything that a piece may be decoded to; `nil` if that is more work than it is worth.
  private func decodings(of piece: UnsafeBufferPointer<UInt8>, isTracked: Bool) -> DecodedTexts.Decodings? {
    guard !HiddenText(in: piece).isEmpty else { return DecodedTexts.Decodings() }
    var search = Search(self, size: piece.count, stopsAtFirst: false, gathers: true)
    search.look(inside: piece, isTracked: isTracked)
    return search.decodings
  }

  /// How many bytes may be looked at for a text of so many.
  private static func work(for size: Int) -> Int { size * maxWork + 4096 }

  /// The stretches of known texts in the bytes, in order, none of which touches another.
  package func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    let start = bytes.startIndex
    return bytes.withUnsafeBufferPointer { bytes in
      guard let found = foundPieces(in: bytes, stopsAtFirst: false) else {
        return isFound(inWhole: bytes) ? foundRanges(in: bytes).map { ($0.lowerBound + start)..<($0.upperBound + start) } : []
      }
      return found.flatMap { piece in
        let start = start + piece.lowerBound
        return foundRanges(in: UnsafeBufferPointer(rebasing: bytes[piece])).map { ($0.lowerBound + start)..<($0.upperBound + start) }
      }
    }
  }

  private func foundRanges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var search = Search(self, size: bytes.count, stopsAtFirst: false)
    search.collect(bytes)
    if let hidden = hiddenRanges(in: bytes) {
      search.found += hidden
    } else {
      search.look(inside: bytes, isTracked: true)
    }
    return Self.merged(search.found)
  }

  /// The bytes with `***` for every known text; `nil` if there is none.
  package func masked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? { bytes.withUnsafeBufferPointer { masked($0) } }

  private func masked(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let found = foundPieces(in: bytes, stopsAtFirst: false) else {
      return isFound(inWhole: bytes) ? maskedFound(Array(bytes)) : nil
    }
    guard !found.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    for piece in found {
      result += bytes[copied..<piece.lowerBound]
      result += maskedFound(Array(bytes[piece]))
      copied = piece.upperBound
    }
    return result + bytes[copied...]
  }

  /// The bytes with `***` for every known text; there is one.
  private func maskedFound(_ bytes: [UInt8]) -> [UInt8] {
    var piece = bytes
    // Text next to a known text may now be a separate word, and a short known text. Each pass leaves less to find.
    repeat {
      // What is found and has no place, since it is hidden too deep to be taken out, takes everything with it.
      guard let next = pass(over: piece) else { return Self.sign }
      piece = next
    } while isFound(in: piece[...])
    return piece
  }

  /// The text with `***` for every known text.
  package func masked(_ text: String) -> String {
    guard !isEmpty, text.utf8.count >= TextIndex.shortest else { return text }
    // Nearly every text has nothing to mask: it is looked at where it is.
    var bytes = text
    return bytes.withUTF8 { masked($0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func pass(over bytes: [UInt8]) -> [UInt8]? {
    let found = bytes.withUnsafeBufferPointer { foundRanges(in: $0) }
    return found.isEmpty ? nil : Self.masked(bytes, found)
  }

  private func hasMatch(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFound = false
    eachMatch(in: bytes) { _ in
      isFound = true
      return false
    }
    return isFound
  }
}

extension SecretSearch {
  /// One search of one text, level by level.
  private struct Search {
    let texts: SecretSearch
    let stopsAtFirst: Bool
    /// In the original; they may overlap.
    var found: [Range<Int>] = []
    /// Bytes that may still be looked at.
    private var workLeft: Int
    /// Everything that was decoded, where nothing is looked for.
    private var gathered: [TextView]?
    private let work: Int

    init(_ texts: SecretSearch, size: Int, stopsAtFirst: Bool, gathers: Bool = false) {
      self.texts = texts
      self.stopsAtFirst = stopsAtFirst
      gathered = gathers ? [] : nil
      work = SecretSearch.work(for: size)
      workLeft = work
    }

    /// What was gathered; `nil` if it is not all.
    var decodings: DecodedTexts.Decodings? {
      workLeft > 0 ? gathered.map { DecodedTexts.Decodings(views: $0, work: work - workLeft) } : nil
    }

    private var isDone: Bool { workLeft <= 0 || stopsAtFirst && !found.isEmpty }

    /// Takes what is in the original as it is.
    mutating func collect(_ bytes: UnsafeBufferPointer<UInt8>) {
      workLeft -= bytes.count
      found += ranges(in: bytes)
    }

    private mutating func collect(_ view: TextView) {
      guard !isDone else { return }
      workLeft -= view.bytes.count
      guard gathered == nil else {
        if view.bytes.count >= TextIndex.shortest { gathered?.append(view) }
        return
      }
      found += view.bytes.withUnsafeBufferPointer { ranges(in: $0) }.map { view.original($0) }
    }

    private func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      texts.eachMatch(in: bytes) { range in
        ranges.append(range)
        return !stopsAtFirst
      }
      return ranges
    }

    /// Looks at everything that the text may be decoded to, nearest first.
    mutating func look(inside original: UnsafeBufferPointer<UInt8>, isTracked: Bool) {
      var level: [(piece: TextView, hidden: HiddenText)] = []
      texts.pieces.each(in: original) { range, hidden in
        level.append((TextView(original: original, range, isTracked: isTracked), hidden))
      }
      for depth in 1...SecretSearch.deepest where !level.isEmpty {
        var next: [TextView] = []
        for (piece, hidden) in level where !isDone { next += decoded(piece, hidden) }
        level = []
        for view in next where !isDone {
          collect(view)
          guard depth < SecretSearch.deepest else { continue }
          view.bytes.withUnsafeBufferPointer { bytes in
            texts.pieces.each(in: bytes) { range, hidden in level.append((TextView(part: range, of: view), hidden)) }
          }
        }
      }
    }

    /// Everything that a piece may say in one step; texts that are only cut differently are looked at at once.
    private mutating func decoded(_ piece: TextView, _ hidden: HiddenText) -> [TextView] {
      var next: [TextView] = []
      if hidden.contains(.brokenBase64), let collapsed = piece.withoutBreaksInBase64 { collect(collapsed) }
      if hidden.contains(.hexadecimal), let collapsed = piece.withoutSignsInHexadecimal { next.append(collapsed) }
      if hidden.contains(.digits) { next += piece.textsInHexadecimal }
      if hidden.contains(.escapes), let plain = piece.withoutEscapes { next.append(plain) }
      if hidden.contains(.pluses), let plain = piece.withoutCodePoints { next.append(plain) }
      if hidden.contains(.pluses), texts.holdsBlank, let blank = piece.withBlanksForPluses { next.append(blank) }
      if hidden.contains(.base64) { next += piece.textsInBase64 }
      return next
    }
  }
}
