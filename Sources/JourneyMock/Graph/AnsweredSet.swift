import Encodings

/// The words of a set that a form asks for: by a list of them, or by a box for each.
package struct AnsweredSet: Sendable, Hashable {
  /// One word, and its bit in the set.
  package struct Word: Sendable, Hashable {
    var word: String
    var bit: UInt64
  }

  package let slot: Slot
  /// Of the list, or of what holds the boxes.
  let path: [String]
  /// Those that the form can answer.
  let words: [Word]

  /// The set after an answer. A box that is not answered changes nothing, as one that is not shown cannot be ticked.
  func bits(of answer: JSONValue, after bits: UInt64) -> UInt64 {
    guard let given = answer.value(at: path) else { return bits }
    var bits = bits
    for word in words {
      let isWanted = given.arrayValue.map { list in list.contains { $0.stringValue == word.word } } ?? given[word.word]?.boolValue
      guard let isWanted else { continue }
      if isWanted { bits |= word.bit } else { bits &= ~word.bit }
    }
    return bits
  }

  /// What the set can be after some answer; of many words not every combination.
  func possibleBits(after bits: UInt64) -> Set<UInt64> {
    guard words.count <= 6 else {
      let all = words.reduce(bits) { $0 | $1.bit }
      let none = words.reduce(bits) { $0 & ~$1.bit }
      return Set([bits, all, none] + words.flatMap { [none | $0.bit, all & ~$0.bit] })
    }
    return words.reduce(into: [bits]) { possible, word in
      possible = Set(possible.flatMap { [$0 | word.bit, $0 & ~word.bit] })
    }
  }
}
