internal import Diagnostics
internal import JourneyLanguage
internal import LocatedYAML

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
      if key != .tags { defaults.set(entry) }
    }
    defaults.add(tags: scenario.tags)
    defaults.combine(document)
    return defaults
  }
}
