import Diagnostics

/// A map as a diagram of Mermaid, which pages of Markdown draw.
///
/// Mermaid draws no more than 280 lines: ways between the same two screens are one line, and a larger map becomes one diagram for each
/// folder of scenarios, in Markdown.
package struct MapMermaid {
  private static let maxLines = 250
  private let map: JourneyMap

  package init(_ map: JourneyMap) { self.map = map }

  package var text: String {
    let all = map.connections { _ in true }
    guard all.count > Self.maxLines else { return diagram(map.screens, all) }
    let untaken = all.count { $0.walked == 0 }
    let parts = folders.map { folder in
      let screens = map.screens.filter { place in place.walked.contains { Self.folder(of: $0) == folder } }
      return
        "## \(Self.plain(folder))\n\n```mermaid\n\(diagram(screens, map.connections { Self.folder(of: $0) == folder }.filter { $0.walked > 0 }))```\n"
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

  private func diagram(_ screens: [JourneyMap.Place], _ lines: [JourneyMap.Connection]) -> String {
    var text = "flowchart LR\n"
    var names: [String: String] = [:]
    for (index, place) in screens.enumerated() {
      names[place.id] = "s\(index)"
      text += "  s\(index)[\"\(Self.plain(place.name))\"]\(place.walked.isEmpty ? ":::unwalked" : "")\n"
    }
    var ends: [String] = []
    for (index, line) in lines.prefix(Self.maxLines).enumerated() {
      guard let from = names[line.from] else { continue }
      var to = names[line.to.name] ?? ""
      if to.isEmpty {
        if !ends.contains(line.to.name) {
          ends.append(line.to.name)
          text += "  e\(ends.count - 1)([\"\(Self.plain(line.to.name))\"])\n"
        }
        to = "e\(ends.firstIndex(of: line.to.name) ?? 0)"
      }
      let arrow = line.walked > 0 ? "-->" : "-.->"
      text += "  \(from) \(arrow)|\"\(Self.plain(line.label))\"| \(to)\n"
      if index == Self.maxLines - 1, lines.count > Self.maxLines { text += "  %% \(lines.count - Self.maxLines) more paths are left out\n" }
    }
    return text + "  classDef unwalked stroke-dasharray: 5 5\n"
  }

  /// Quotes and what Mermaid reads as its own become entities.
  private static func plain(_ text: String) -> String {
    HarmlessText.line(text, limit: 120).replacing("&", with: "#amp;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;")
      .replacing("|", with: "#124;")
  }
}
