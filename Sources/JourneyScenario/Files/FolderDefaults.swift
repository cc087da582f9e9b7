internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

/// What the `_folder.yaml` files above a scenario give it: the nearest wins, tags add up.
struct FolderDefaults {
  /// Each key once, without `tags`.
  var entries: [YAMLMapping.Entry] = []
  /// From the outermost folder on, each once.
  var tags: [String] = []
  /// Of what is given, so that scenarios of different folders never count as alike.
  var fingerprint = 0
}

extension ScenarioDecoder {
  /// The defaults of a folder file, over those of the folders above.
  mutating func defaults(_ bytes: [UInt8], named name: String, over outer: FolderDefaults) -> FolderDefaults {
    let (_, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &diagnostics)
    notes.noteRepetitions(in: diagnostics)
    var defaults = outer
    for document in documents.dropFirst() {
      report(.wrongType, "'_folder.yaml' is one map, found several documents", at: document.range)
    }
    guard let document = documents.first else { return defaults }
    guard case .mapping(let mapping) = document else {
      report(.wrongType, "'_folder.yaml' is a map of a scenario's keys, found \(document.kindName)", at: document.range)
      return defaults
    }
    var scenario = Scenario(
      file: mapping.range.file, title: .init(parts: [], range: mapping.range), id: "", steps: [], range: mapping.range)
    for entry in mapping.entries {
      guard let key = ScenarioKey(rawValue: entry.key.value) else {
        reportUnknown(entry.key, among: ScenarioKey.allCases.filter(\.mayStandInFolder).map(\.rawValue), in: "in '_folder.yaml'")
        continue
      }
      guard key.mayStandInFolder else {
        report(.misplacedKey, "'\(key.rawValue)' belongs to one scenario and is not allowed in '_folder.yaml'", at: entry.key.range)
        continue
      }
      take(key, entry, &scenario)
      if key != .tags {
        defaults.entries.removeAll { $0.key.value == key.rawValue }
        defaults.entries.append(entry)
      }
    }
    for tag in scenario.tags where !defaults.tags.contains(tag) { defaults.tags.append(tag) }
    var fingerprint = Fingerprint()
    fingerprint.combine(outer.fingerprint)
    fingerprint.combine(document)
    defaults.fingerprint = fingerprint.value
    return defaults
  }
}
