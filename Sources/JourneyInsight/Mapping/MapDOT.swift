import Diagnostics

/// A map in the language of Graphviz, whose programs draw it.
package struct MapDOT {
  private let map: JourneyMap

  package init(_ map: JourneyMap) { self.map = map }

  package var text: String {
    var text = "digraph \(Self.quoted(map.tenant)) {\n  rankdir=LR\n  node [shape=box, style=rounded]\n"
    for place in map.screens {
      text += "  \(Self.quoted(place.id)) [label=\(Self.quoted(place.name))\(place.walked.isEmpty ? ", style=\"rounded,dashed\"" : "")]\n"
    }
    let connections = map.connections { _ in true }
    let screens = Set(map.screens.map(\.id))
    var ends: [String] = []
    for connection in connections {
      if case .screen(let id) = connection.to, screens.contains(id) { continue }
      if !ends.contains(connection.to.name) { ends.append(connection.to.name) }
    }
    // An end may be called as a screen is.
    let ids = ends.indices.map { index in
      var id = "end \(index)"
      while screens.contains(id) { id += "'" }
      return Self.quoted(id)
    }
    for (index, end) in ends.enumerated() { text += "  \(ids[index]) [label=\(Self.quoted(end)), shape=plaintext]\n" }
    for connection in connections {
      var target = Self.quoted(connection.to.name)
      if !(connection.to.screen.map(screens.contains) ?? false), let end = ends.firstIndex(of: connection.to.name) { target = ids[end] }
      text += "  \(Self.quoted(connection.from)) -> \(target) [label=\(Self.quoted(connection.label))"
      text += "\(connection.walked > 0 ? "" : ", style=dashed")]\n"
    }
    return text + "}\n"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + HarmlessText.line(text, limit: 200).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension JourneyMap {
  /// The ways from one place to another as one.
  struct Connection {
    var from: String
    var to: Target
    /// What is pressed for it.
    var presses: [String]
    /// How many cases took it.
    var walked: Int

    /// The first presses, and how many cases took them.
    var label: String { presses.prefix(3).joined(separator: ", ") + (walked > 0 ? " (\(walked))" : "") }
  }

  /// Where each screen leads, in the order of the map; without what stays.
  ///
  /// - Parameter counts: whether the walk of a case, by its id, counts.
  func connections(_ counts: (String) -> Bool) -> [Connection] {
    screens.flatMap { place in
      var targets: [Target] = []
      for way in place.ways where way.target != .stay && !targets.contains(way.target) { targets.append(way.target) }
      return targets.map { target in
        let ways = place.ways.filter { $0.target == target }
        var presses: [String] = []
        for way in ways where !presses.contains(way.press) { presses.append(way.press) }
        return Connection(from: place.id, to: target, presses: presses, walked: Set(ways.flatMap(\.walked).filter(counts)).count)
      }
    }
  }
}

extension JourneyMap.Place {
  /// Its title and its id.
  var name: String { shownTitle.map { "\($0.count > 60 ? $0.prefix(60) + "…" : $0) (\(id))" } ?? id }

  /// Its title, unless that is blank.
  var shownTitle: String? { title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}
