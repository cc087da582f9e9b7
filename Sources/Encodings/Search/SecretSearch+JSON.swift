extension SecretSearch {
  /// Members of a screen whose values are words of the model, and no text of a tenant.
  private static let vocabulary: Set<[UInt8]> = Set(["type", "kind", "level", "purpose", "scope", "method"].map { Array($0.utf8) })
  /// Members that name things, between those that a person reads.
  private static let names: Set<[UInt8]> = Set(["id", "name", "form", "widget"].map { Array($0.utf8) })

  /// A JSON text with `***` for every known text in its strings, names of members among them; what holds JSON together stays.
  package func maskedTexts(json bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    JSONStrings.each(in: bytes) { text, _ in
      result += bytes[copied..<text.lowerBound]
      let masked = masked(bytes[text])
      result += maskedScattered(masked ?? Array(bytes[text])) ?? masked ?? Array(bytes[text])
      copied = text.upperBound
      return true
    }
    return result + bytes[copied...]
  }

  /// A JSON text with `***` for the strings that hold a known text together; `nil` if none do.
  ///
  /// Looked at are the values of members with one name, those that a person reads, and all of them, each in the order of the text.
  package func maskedTogether(json bytes: [UInt8]) -> [UInt8]? {
    guard looksForScattered else { return nil }
    var named: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    var (read, all): ([Range<Int>], [Range<Int>]) = ([], [])
    var name: ArraySlice<UInt8> = []
    JSONStrings.each(in: bytes) { text, isName in
      if isName {
        name = bytes[text]
        return true
      }
      named[name, default: []].append(text)
      let member = Array(name)
      guard !Self.vocabulary.contains(member) else { return true }
      all.append(text)
      if !Self.names.contains(member) { read.append(text) }
      return true
    }
    var hidden: Set<Range<Int>> = []
    for texts in Array(named.values) + [read, all] {
      hidden.formUnion(textsTogether(texts.map { bytes[$0] }).map { texts[$0] })
    }
    guard !hidden.isEmpty else { return nil }
    var result = bytes
    for range in hidden.sorted(by: { $0.lowerBound > $1.lowerBound }) { result.replaceSubrange(range, with: Self.sign) }
    return result
  }
}
