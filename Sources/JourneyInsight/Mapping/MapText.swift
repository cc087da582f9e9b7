import Diagnostics

/// A map for a terminal: each screen with its ways, and how many scenarios walked each.
package struct MapText {
  private let map: JourneyMap
  private let showsAll: Bool
  private static let width = 34

  /// - Parameter showsAll: whether screens are shown that no scenario reaches.
  package init(_ map: JourneyMap, showsAll: Bool) {
    self.map = map
    self.showsAll = showsAll
  }

  package var text: String {
    var lines = [head]
    if !map.isComplete { lines.append("What is not drawn was not seen; it may be there.") }
    for place in map.screens where showsAll || !place.walked.isEmpty {
      lines.append("")
      lines += self.lines(of: place)
    }
    let nobody = map.screens.filter(\.walked.isEmpty).map(\.id)
    if !nobody.isEmpty, !showsAll { lines += ["", "not reached: \(nobody.joined(separator: ", ")) (--all)"] }
    if !map.unknownScreens.isEmpty {
      lines += ["", "\(map.tenant) shows screens that the mock does not have: \(map.unknownScreens.joined(separator: ", "))"]
    }
    if !map.everywhere.isEmpty { lines += ["", "everywhere: " + map.everywhere.map(everywhere).joined(separator: "; ")] }
    return lines.map { HarmlessText.line($0) }.joined(separator: "\n") + "\n"
  }

  private var head: String {
    let ways = map.ways
    let walked = ways.count { !$0.walked.isEmpty }
    let scenarios = Set(map.screens.flatMap(\.walked)).count
    let unreachable = ways.count { !$0.isReachable }
    let all = map.isExplored ? "all of them can be taken" : "it is not known whether all of them can be taken"
    let some = "\(unreachable) of them cannot be taken\(map.isExplored ? "" : ", others perhaps not either")"
    let known = map.isComplete ? ", \(unreachable == 0 ? all : some)" : " seen"
    return "\(map.tenant): \(Self.count(map.screens.count, "screen")), \(Self.count(ways.count, "path"))\(known). "
      + "\(walked) \(walked == 1 ? "is" : "are") walked, by \(Self.count(scenarios, "scenario")); \(ways.count - walked) not walked."
  }

  private func lines(of place: JourneyMap.Place) -> [String] {
    let title = place.id + (place.shownTitle.map { " (\($0))" } ?? "")
    var lines = [Self.padded(title, to: Self.width) + " " + Self.scenarios(place.walked.count)]
    var last: String?
    for way in place.ways {
      let press = way.press == last ? "" : way.press.withExamples
      last = way.press
      lines += self.lines(of: way, press: press)
    }
    return lines
  }

  private func lines(of way: JourneyMap.Way, press: String) -> [String] {
    let mark = way.walked.isEmpty ? "-" : " "
    let count = !way.isReachable ? "cannot" : way.walked.isEmpty ? "none" : String(way.walked.count)
    let names = way.words.joined(separator: ", then ")
    let notes = way.notes.isEmpty ? "" : ": " + way.notes.joined(separator: "; ")
    let target = way.target == .stay ? "stays\(notes)" : "→ \(way.target.name)\(notes)"
    let rest = "\(String(repeating: " ", count: max(0, 6 - count.count)))\(count) \(target)"
    var lines: [String] = []
    if !press.isEmpty { lines.append("\(mark) \(press)") }
    lines.append("\(mark)   \(Self.padded(names, to: Self.width)) \(rest)")
    return lines
  }

  private func everywhere(_ way: JourneyMap.Way) -> String {
    "\(way.press) → \(way.target.name)" + (way.walked.isEmpty ? ", not walked" : ", \(Self.scenarios(way.walked.count))")
  }

  private static func scenarios(_ count: Int) -> String {
    count == 0 ? "not walked" : Self.count(count, "scenario")
  }

  static func count(_ number: Int, _ word: String) -> String { number == 1 ? "1 \(word)" : "\(number) \(word)s" }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
