/// A map as a diagram of Mermaid, which pages of Markdown draw.
///
/// Mermaid draws no more than 280 lines: ways between the same two screens are one line, and a larger map becomes one diagram for each
/// folder of scenarios, in Markdown.
package struct MapMermaid {
  private static let maxLines = 250
  private let map: JourneyMap

  package init(_ map: JourneyMap) { self.map = map }

  private struct Line: Hashable {
    var from: String
    var to: String
  }

  package var text: String {
    let all = lines(among: nil)
    guard all.count > Self.maxLines else { return diagram(map.screens, all) }
    let untaken = all.count { $0.count == 0 }
    let parts = folders.map { folder in
      let screens = map.screens.filter { place in place.walked.contains { Self.folder(of: $0) == folder } }
      return "## \(Self.plain(folder))\n\n```mermaid\n\(diagram(screens, lines(among: folder).filter { $0.count > 0 }))```\n"
    }
    return "# \(Self.plain(map.tenant))\n\n\(all.count) lines are too many for one diagram; \(untaken) of them are not walked.\n\n"
      + parts.joined(separator: "\n")
  }

  /// The folders of the scenarios that walked, sorted.
  private var folders: [String] { Set(map.screens.flatMap(\.walked).map(Self.folder)).sorted() }

  /// The folder of a scenario, by the case's id.
  private static func folder(of id: String) -> String {
    let path = id.split(separator: "#").first ?? ""
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "scenarios"
  }

  private func diagram(_ screens: [JourneyMap.Place], _ lines: [(line: Line, label: String, count: Int)]) -> String {
    var text = "flowchart LR\n"
    var names: [String: String] = [:]
    for (index, place) in screens.enumerated() {
      names[place.id] = "s\(index)"
      text += "  s\(index)[\"\(Self.plain(place.id))\"]\(place.walked.isEmpty ? ":::unwalked" : "")\n"
    }
    var ends: [String] = []
    for (index, line) in lines.prefix(Self.maxLines).enumerated() {
      guard let from = names[line.line.from] else { continue }
      var to = names[line.line.to] ?? ""
      if to.isEmpty {
        if !ends.contains(line.line.to) {
          ends.append(line.line.to)
          text += "  e\(ends.count - 1)([\"\(Self.plain(line.line.to))\"])\n"
        }
        to = "e\(ends.firstIndex(of: line.line.to) ?? 0)"
      }
      let arrow = line.count > 0 ? "-->" : "-.->"
      text += "  \(from) \(arrow)|\"\(Self.plain(line.label))\"| \(to)\n"
      if index == Self.maxLines - 1, lines.count > Self.maxLines { text += "  %% \(lines.count - Self.maxLines) more paths are left out\n" }
    }
    return text + "  classDef unwalked stroke-dasharray: 5 5\n"
  }

  /// The ways between two places as one line: what is pressed, and how many scenarios took it.
  ///
  /// - Parameter folder: the folder whose scenarios count; `nil` for all.
  private func lines(among folder: String?) -> [(line: Line, label: String, count: Int)] {
    var order: [Line] = []
    var presses: [Line: [String]] = [:]
    var walked: [Line: Set<String>] = [:]
    for place in map.screens {
      for way in place.ways where way.target != .stay {
        let line = Line(from: place.id, to: way.target.name)
        if presses[line] == nil { order.append(line) }
        if presses[line]?.contains(way.press) != true { presses[line, default: []].append(way.press) }
        walked[line, default: []].formUnion(way.walked.filter { folder == nil || Self.folder(of: $0) == folder })
      }
    }
    return order.map { line in
      let count = walked[line]?.count ?? 0
      let label = (presses[line] ?? []).prefix(3).joined(separator: ", ") + (count > 0 ? " (\(count))" : "")
      return (line, label, count)
    }
  }

  /// Quotes and what Mermaid reads as its own become entities.
  private static func plain(_ text: String) -> String {
    String(text.prefix(80)).replacing("&", with: "#amp;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;").replacing(
      "|", with: "#124;"
    )
    .replacing("\n", with: " ")
  }
}
