extension SecretSearch {
  /// The bytes with `***` for every known text whose signs are scattered: over tags, or over strings that a script joins, or with
  /// signs between them that nobody sees; `nil` if there is none.
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
}
