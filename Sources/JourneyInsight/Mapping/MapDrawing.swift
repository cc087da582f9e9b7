import Diagnostics
import ScreenPages

/// A map drawn: columns by the distance from the start, in each column the order of the map.
///
/// A way back is a short line with a name, so that no line crosses the drawing.
struct MapDrawing {
  private static let box = (width: 180, height: 40)
  private static let step = (x: 260, y: 76)
  private static let margin = 20

  private struct Spot {
    var x: Int
    var y: Int
  }

  private struct Line: Hashable {
    var from: String
    var to: String
  }

  private let map: JourneyMap
  private var spots: [String: Spot] = [:]
  private var columns: [String: Int] = [:]
  private var size = (width: 0, height: 0)

  init(_ map: JourneyMap) {
    self.map = map
    let distances = map.distances
    let last = (distances.values.max() ?? 0) + 1
    var rows: [Int: Int] = [:]
    var ends: [String] = []
    for way in map.ways where way.target.isEnd && !ends.contains(way.target.name) { ends.append(way.target.name) }
    for name in map.screens.map(\.id) + ends {
      let column = ends.contains(name) ? last : distances[name] ?? last
      let row = rows[column, default: 0]
      rows[column] = row + 1
      columns[name] = column
      spots[name] = Spot(x: Self.margin + column * Self.step.x, y: Self.margin + row * Self.step.y)
    }
    size = (Self.margin * 2 + last * Self.step.x + Self.box.width, Self.margin * 2 + (rows.values.max() ?? 1) * Self.step.y)
  }

  static func anchor(_ id: String) -> String { "screen-" + id.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined() }

  var element: MarkupElement {
    var svg = MarkupElement("svg")
    svg.set("viewBox", "0 0 \(size.width) \(size.height)")
    // Links are in it, which an image cannot have.
    svg.set("role", "group")
    svg.set("aria-label", "The screens and the paths between them; the list below says the same.")
    for line in lines { for part in parts(of: line) { svg.add(part) } }
    for place in map.screens { if let spot = spots[place.id] { svg.add(Self.box(of: place, at: spot)) } }
    for (name, spot) in spots.sorted(by: { $0.key < $1.key }) where !map.screens.contains(where: { $0.id == name }) {
      svg.add(Self.text(name, x: spot.x + 8, y: spot.y + 25, kind: nil))
    }
    return svg
  }

  private var lines: [(line: Line, walked: Int, isReachable: Bool)] {
    var order: [Line] = []
    var walked: [Line: Set<String>] = [:]
    var reachable: [Line: Bool] = [:]
    for place in map.screens {
      for way in place.ways where spots[way.target.name] != nil {
        let line = Line(from: place.id, to: way.target.name)
        if walked[line] == nil { order.append(line) }
        walked[line, default: []].formUnion(way.walked)
        reachable[line] = (reachable[line] ?? false) || way.isReachable
      }
    }
    return order.map { ($0, walked[$0]?.count ?? 0, reachable[$0] ?? true) }
  }

  private func parts(of line: (line: Line, walked: Int, isReachable: Bool)) -> [MarkupElement] {
    guard let from = spots[line.line.from], let to = spots[line.line.to] else { return [] }
    let kind = line.walked > 0 ? "walked" : line.isReachable ? "unwalked" : "unreachable"
    guard columns[line.line.to, default: 0] > columns[line.line.from, default: 0] else {
      let back = backs(of: line.line)
      return [Self.text("↩ \(line.line.to)", x: from.x + 8, y: from.y + Self.box.height + 12 + back * 12, kind: "quiet")]
    }
    let (x, y) = (from.x + Self.box.width, from.y + Self.box.height / 2)
    let (endX, endY) = (to.x, to.y + Self.box.height / 2)
    var path = MarkupElement("path")
    path.set("d", "M\(x) \(y)C\(x + 40) \(y) \(endX - 40) \(endY) \(endX) \(endY)")
    path.set("class", kind)
    guard line.walked > 0 else { return [path] }
    return [path, Self.text(String(line.walked), x: (x + endX) / 2, y: (y + endY) / 2 - 4, kind: nil)]
  }

  /// The place of a way back among those of its screen.
  private func backs(of line: Line) -> Int {
    let all = lines.map(\.line).filter { other in
      other.from == line.from && columns[other.to, default: 0] <= columns[other.from, default: 0]
    }
    return all.firstIndex(of: line) ?? 0
  }

  private static func box(of place: JourneyMap.Place, at spot: Spot) -> MarkupElement {
    var link = MarkupElement("a")
    link.set("href", "#\(anchor(place.id))")
    var rect = MarkupElement("rect")
    for (name, value) in [("x", spot.x), ("y", spot.y), ("width", box.width), ("height", box.height), ("rx", 6)] { rect.set(name, value) }
    rect.set("class", place.walked.isEmpty ? "unwalked" : "walked")
    link.add(rect)
    link.add(text(String(place.id.prefix(26)), x: spot.x + 8, y: spot.y + 25, kind: nil))
    return link
  }

  private static func text(_ text: String, x: Int, y: Int, kind: String?) -> MarkupElement {
    var element = MarkupElement("text", text: HarmlessText.line(text, limit: 60))
    element.set("x", x)
    element.set("y", y)
    element.set("class", kind)
    return element
  }
}

extension JourneyMap.Target {
  /// Whether it is not a screen, and drawn at the end.
  fileprivate var isEnd: Bool {
    switch self {
    case .signedIn, .refused, .expired, .away: true
    case .screen, .stay: false
    }
  }
}
