extension SecretSearch {
  /// The bytes with `***` for every known text whose signs are scattered: over tags, or over strings that a script joins, or with
  /// invisible signs between them; `nil` if there is none.
  ///
  /// What was found before has to be masked already. A text for which looking is too much work is left out, and says so.
  package func maskedScattered(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    for _ in 0..<Self.deepest {
      guard let found = scattered.finding(in: result ?? bytes) else { return result }
      guard !found.isUnknown else { return Array("*** (left out: it repeats a secret too often to be searched)".utf8) }
      result = Self.masked(result ?? bytes, Self.merged(found.ranges))
    }
    return scattered.finding(in: result ?? bytes) == nil ? result : Self.sign
  }

  /// Whether a known text is in the bytes whose signs are scattered.
  package func isFoundScattered(in bytes: [UInt8]) -> Bool { scattered.finding(in: bytes) != nil }

  /// The stretches of known texts in a page of our own whose signs are in several of its texts, tags between them with them, in order.
  package func rangesAcrossTags(in bytes: [UInt8]) -> [Range<Int>] { Self.merged(scattered.rangesAcrossTags(in: bytes)) }

  /// Whether any known text may be scattered on purpose.
  package var looksForScattered: Bool { !scattered.isEmpty }

  /// Which of these texts hold a known text together, each a sign or more of it, in this order.
  ///
  /// What a single one of them holds has to be masked already. Where looking is too much work, all of them.
  package func textsTogether(_ texts: [ArraySlice<UInt8>]) -> [Int] {
    guard looksForScattered, texts.count > 1 else { return [] }
    var (joined, ends): ([UInt8], [Int]) = ([], [])
    for text in texts {
      joined += text
      ends.append(joined.count)
      // A line break does not count as a sign, and ends a word.
      joined.append(UInt8(ascii: "\n"))
    }
    guard let found = scattered.finding(in: joined) else { return [] }
    guard !found.isUnknown else { return Array(texts.indices) }
    return texts.indices.filter { place in
      let range = (place == 0 ? 0 : ends[place - 1] + 1)..<ends[place]
      return !range.isEmpty && found.ranges.contains { $0.overlaps(range) }
    }
  }
}
