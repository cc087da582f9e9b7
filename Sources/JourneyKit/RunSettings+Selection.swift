import Encodings
import JourneyRunner

extension RunSettings.Selection {
  /// The cases that are wanted by their ids, and those that they are compared with.
  func cases(of cases: [PlannedCase]) -> [PlannedCase] {
    guard let ids else { return cases }
    let groups = Set(cases.filter { ids.contains($0.id) }.compactMap(\.indistinguishableFrom))
    return cases.filter { planned in ids.contains(planned.id) || planned.indistinguishableFrom.map(groups.contains) == true }
  }
}

extension RunSettings {
  /// What decides which cases there are, as its user spells it, e.g. `journeys`, `--tag smoke`.
  var selectionWords: [String] {
    var words = usedPaths
    if let tags = selection.tags { words.append("\(spelling[.tags]) \(tags)") }
    if let name = selection.name { words.append("\(spelling[.name]) \(name)") }
    words += selection.places.map { "\(spelling[.places]) \($0)" }
    // The cases of an earlier run, by a digest of their ids: there may be thousands.
    if let ids = selection.ids {
      var hash = FNV1a()
      for id in ids.sorted() { hash.combine((id + "\n").utf8) }
      words.append("\(spelling[.ids]) \(ids.count):\(String(hash.value, radix: 16))")
    }
    if let app { words.append("\(spelling[.app]) \(app)") }
    return words
  }
}
