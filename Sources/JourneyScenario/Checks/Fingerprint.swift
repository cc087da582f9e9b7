internal import Diagnostics
internal import Encodings
internal import LocatedYAML

/// A number that equal trees share, wherever they are, however they are written, and in every run.
struct Fingerprint {
  private var hash = FNV1a()

  mutating func combine(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { hash.combine($0) } }

  mutating func combine(_ text: String) {
    hash.combine(text.utf8)
    // No text contains this byte, so that what follows is never taken for its end.
    hash.combine(CollectionOfOne(0xFF))
  }

  /// Adds a tree; the keys named are left out of its outermost map.
  mutating func combine(_ node: YAMLNode, without keys: Set<String> = []) {
    switch node {
    case .scalar(let scalar):
      combine(scalar.kind.number)
      combine(scalar.text)
    case .sequence(let sequence):
      combine(.sequence, sequence.items.count)
      for item in sequence.items { combine(item) }
    case .mapping(let mapping):
      combine(.mapping, mapping.entries.count { !keys.contains($0.key.value) })
      for entry in mapping.entries where !keys.contains(entry.key.value) {
        combine(entry.key.value)
        combine(entry.value)
      }
    }
  }

  var value: UInt64 { hash.value }

  /// Distinguishes collections from scalars, whose kinds have smaller numbers.
  private enum Collection: UInt64 {
    case sequence = 16
    case mapping = 17
  }

  private mutating func combine(_ collection: Collection, _ count: Int) {
    combine(collection.rawValue)
    combine(UInt64(count))
  }
}

extension YAMLScalar.Kind {
  fileprivate var number: UInt64 {
    switch self {
    case .nothing: 0
    case .null: 1
    case .boolean(false): 2
    case .boolean(true): 3
    case .number: 4
    case .text: 5
    }
  }
}
