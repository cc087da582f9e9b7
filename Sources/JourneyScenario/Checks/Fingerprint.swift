internal import Diagnostics
internal import LocatedYAML

/// A number that equal trees share, wherever they are and however they are written.
struct Fingerprint {
  private var hasher = Hasher()

  mutating func combine(_ number: Int) { hasher.combine(number) }

  /// Adds a tree; the keys named are left out of its outermost map.
  mutating func combine(_ node: YAMLNode, without keys: Set<String> = []) {
    switch node {
    case .scalar(let scalar):
      hasher.combine(scalar.kind)
      hasher.combine(scalar.text)
    case .sequence(let sequence):
      hasher.combine(sequence.items.count)
      for item in sequence.items { combine(item) }
    case .mapping(let mapping):
      hasher.combine(mapping.entries.count { !keys.contains($0.key.value) })
      for entry in mapping.entries where !keys.contains(entry.key.value) {
        hasher.combine(entry.key.value)
        combine(entry.value)
      }
    }
  }

  var value: Int { hasher.finalize() }
}
