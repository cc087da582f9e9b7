internal import Diagnostics
internal import LocatedYAML

/// What the `_folder.yaml` files above a scenario give it: the nearest wins, tags add up.
struct FolderDefaults {
  /// Each key once, without `tags`.
  private(set) var entries: [YAMLMapping.Entry] = []
  /// From the outermost folder on, each once.
  private(set) var tags: [String] = []
  /// Of what is given, so that scenarios of different folders never count as the same.
  private(set) var fingerprint: UInt64 = 0

  /// Takes an entry in place of what a folder above gives for the same key.
  mutating func set(_ entry: YAMLMapping.Entry) {
    entries.removeAll { $0.key.value == entry.key.value }
    entries.append(entry)
  }

  /// Adds the tags that are not there yet.
  mutating func add(tags others: [String]) {
    var known = Set(tags)
    for tag in others where known.insert(tag).inserted { tags.append(tag) }
  }

  /// Makes the fingerprint that of what was given before and of this document.
  mutating func combine(_ document: YAMLNode) {
    var combined = Fingerprint()
    combined.combine(fingerprint)
    combined.combine(document)
    fingerprint = combined.value
  }
}
