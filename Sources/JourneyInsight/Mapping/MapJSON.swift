import Encodings

/// A map as one JSON object: sorted as the map is, without times.
package struct MapJSON {
  private let map: JourneyMap

  package init(_ map: JourneyMap) { self.map = map }

  package var text: String {
    let tree: JSONValue = [
      "v": .integer(1), "tenant": .string(map.tenant), "complete": .bool(map.isComplete), "start": .string(map.start),
      "screens": .array(map.screens.map(Self.place)), "everywhere": .array(map.everywhere.map(Self.way)),
      "ends": .array(ends.map(JSONValue.string)), "unknown": .array(map.unknownScreens.map(JSONValue.string)),
    ]
    return JSONWriter.text(of: tree) + "\n"
  }

  /// What journeys end in, each once.
  private var ends: [String] {
    var ends: [String] = []
    for way in map.ways {
      switch way.target {
      case .signedIn, .refused, .expired: if !ends.contains(way.target.name) { ends.append(way.target.name) }
      case .screen, .stay, .away: break
      }
    }
    return ends
  }

  private static func place(_ place: JourneyMap.Place) -> JSONValue {
    [
      "id": .string(place.id), "title": place.title.map(JSONValue.string) ?? .null,
      "walked": .array(place.walked.map(JSONValue.string)), "ways": .array(place.ways.map(way)),
    ]
  }

  private static func way(_ way: JourneyMap.Way) -> JSONValue {
    [
      "edges": .array(way.edges.map(JSONValue.string)), "form": .string(way.form), "press": .string(way.press),
      "when": .array(way.conditions.map(JSONValue.string)), "target": .string(way.target.name),
      "notes": .array(way.notes.map(JSONValue.string)), "walked": .array(way.walked.map(JSONValue.string)),
      "reachable": .bool(way.isReachable),
    ]
  }
}
