/// Where everything of a drawn map is, in pixels.
///
/// Each screen is a box with a row for each place that it leads to. The boxes are a tree: the parent of a screen is the first one, seen from
/// the start, that leads to it, one column to the right of it; what else leads there names it. So a line runs only between two columns,
/// in the order of the rows, and crosses neither a box nor another line.
struct MapLayout {
  /// A screen's box, and what is written in it.
  struct Box {
    var id: String
    var area: Area
    /// What a person reads at the top of the screen, else its id.
    var title: Label
    /// The id below its title; `nil` where the id is the title.
    var subtitle: Label?
    /// What is pressed where that leads to more than one place; the rows below it say where.
    var headings: [Label] = []
    var rows: [Row] = []
    var isWalked: Bool
  }

  /// Something to press that leads to one place, or one of the places that it leads to.
  struct Row {
    var target: JourneyMap.Target
    /// What is pressed; `nil` where it is written above.
    var press: Label?
    /// Where it leads; `nil` where the line says so.
    var destination: Label?
    /// How many scenarios went there.
    var count: Label
    var state: State
    /// Whether a line leads to the screen.
    var isBranch: Bool
  }

  enum State: String {
    case walked, unwalked, unreachable
  }

  /// A text that ends where its room ends, and the whole of it.
  struct Label {
    var text: String
    var whole: String
    var area: Area
  }

  struct Area: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var right: Int { x + width }
    var bottom: Int { y + height }
    var middle: Int { y + height / 2 }

    func meets(_ other: Area) -> Bool { x < other.right && other.x < right && y < other.bottom && other.y < bottom }

    func holds(_ other: Area) -> Bool { x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom }
  }

  /// From a row to the box of the screen that it leads to.
  struct Line {
    var start: Point
    var end: Point
    var state: State

    struct Point {
      var x: Int
      var y: Int
    }
  }

  static let line = 20
  private static let width = 310
  private static let inset = 10
  private static let padding = 6
  private static let countWidth = 34
  private static let gap = (x: 70, y: 18)

  private let places: [String: JourneyMap.Place]
  /// The children of each screen.
  private var branches: [String: Set<String>] = [:]
  /// Where the next box of each column begins.
  private var free: [Int] = []
  /// In the order of the tree.
  private(set) var boxes: [Box] = []
  private(set) var lines: [Line] = []
  private(set) var size = (width: 0, height: 0)

  init(_ map: JourneyMap) {
    places = Dictionary(map.screens.map { ($0.id, $0) }) { first, _ in first }
    // Links of mails lead into the middle of a journey: what only they lead to is drawn below, from the left again.
    var met: Set<String> = []
    for root in [map.start] + map.screens.map(\.id) where places[root] != nil && met.insert(root).inserted {
      grow(from: root, &met)
      let top = boxes.map(\.area.bottom).max().map { $0 + Self.gap.y * 2 } ?? Self.inset
      free = free.map { _ in top }
      _ = put(root, in: 0, from: top)
    }
    size = ((boxes.map(\.area.right).max() ?? 0) + Self.inset, (boxes.map(\.area.bottom).max() ?? 0) + Self.inset)
  }

  /// Gives each new screen the nearest one that leads to it as its parent.
  private mutating func grow(from root: String, _ met: inout Set<String>) {
    var open = [root]
    while !open.isEmpty {
      var further: [String] = []
      for id in open {
        for way in places[id]?.ways ?? [] {
          guard case .screen(let target) = way.target, places[target] != nil, met.insert(target).inserted else { continue }
          branches[id, default: []].insert(target)
          further.append(target)
        }
      }
      open = further
    }
  }

  /// Draws a screen and its children.
  private mutating func put(_ id: String, in column: Int, from top: Int) -> Area? {
    guard let place = places[id] else { return nil }
    while free.count <= column { free.append(top) }
    let box = box(of: place, x: Self.inset + column * (Self.width + Self.gap.x), y: max(top, free[column]))
    free[column] = box.area.bottom + Self.gap.y
    boxes.append(box)
    for row in box.rows {
      guard let id = row.target.screen, row.isBranch, let next = put(id, in: column + 1, from: box.area.y) else { continue }
      let start = Line.Point(x: box.area.right, y: row.count.area.middle)
      lines.append(Line(start: start, end: Line.Point(x: next.x, y: next.y + Self.padding + Self.line / 2), state: row.state))
    }
    return box.area
  }

  private func box(of place: JourneyMap.Place, x: Int, y: Int) -> Box {
    var pen = Pen(x: x + Self.inset, y: y + Self.padding)
    let room = Self.width - Self.inset * 2
    var box = Box(
      id: place.id, area: Area(x: x, y: y, width: Self.width, height: 0),
      title: pen.label(place.shownTitle ?? place.id, in: room, isBold: true), subtitle: nil, isWalked: !place.walked.isEmpty)
    pen.y += Self.line
    if place.shownTitle != nil {
      box.subtitle = pen.label(place.id, in: room)
      pen.y += Self.line
    }
    let presses = place.presses
    if !presses.isEmpty { pen.y += Self.padding }
    var hanging = branches[place.id] ?? []
    for press in presses { draw(press, in: &box, &pen, &hanging) }
    box.area.height = pen.y + Self.padding - y
    return box
  }

  /// Draws what is pressed, and where it leads.
  private func draw(_ press: JourneyMap.Press, in box: inout Box, _ pen: inout Pen, _ hanging: inout Set<String>) {
    let room = Self.width - Self.inset * 2 - Self.countWidth
    let label = pen.label(press.name, in: room)
    for (index, way) in press.targets.enumerated() {
      let isBranch = way.target.screen.map { hanging.remove($0) != nil } ?? false
      let name = name(of: way.target, isBranch: isBranch)
      var row = Row(
        target: way.target, count: pen.label(way.walked > 0 ? String(way.walked) : "–", endingAt: pen.x + room + Self.countWidth),
        state: way.walked > 0 ? .walked : way.isReachable ? .unwalked : .unreachable, isBranch: isBranch)
      if press.targets.count == 1, isBranch {
        row.press = label
      } else if press.targets.count == 1, label.area.width + Self.inset + DrawnText.width(of: name) <= room {
        row.press = label
        row.destination = pen.moved(by: label.area.width + Self.inset).label(name, in: room)
      } else {
        if index == 0 {
          box.headings.append(label)
          pen.y += Self.line
          row.count.area.y = pen.y
        }
        row.destination = pen.moved(by: Self.inset * 2).label(name, in: room - Self.inset * 2)
      }
      box.rows.append(row)
      pen.y += Self.line
    }
  }

  private func name(of target: JourneyMap.Target, isBranch: Bool) -> String {
    switch target {
    case .screen(let id): "\(isBranch ? "→" : "↩") \(places[id]?.shownTitle ?? id)"
    case .signedIn: "✓ \(target.name)"
    case .refused, .expired: "✗ \(target.name)"
    case .away: "↗ \(target.name)"
    case .stay: target.name
    }
  }

  /// Where the next text is written.
  private struct Pen {
    var x: Int
    var y: Int

    func label(_ text: String, in room: Int, isBold: Bool = false) -> Label {
      let shown = DrawnText.fitting(text, in: room, isBold: isBold)
      return Label(
        text: shown, whole: text, area: Area(x: x, y: y, width: DrawnText.width(of: shown, isBold: isBold), height: MapLayout.line))
    }

    func moved(by x: Int) -> Pen { Pen(x: self.x + x, y: y) }

    func label(_ text: String, endingAt right: Int) -> Label {
      let width = DrawnText.width(of: text)
      return Label(text: text, whole: text, area: Area(x: right - width, y: y, width: width, height: MapLayout.line))
    }
  }
}

/// How wide texts are at most, in the letters of whatever system draws them.
enum DrawnText {
  /// Of letters of 13 pixels; those of bold ones are wider.
  static func width(of text: String, isBold: Bool = false) -> Int {
    let sum = text.reduce(0) { $0 + Self.tenths(of: $1) }
    return (isBold ? sum * 11 / 10 : sum) / 10 + 1
  }

  /// The text, or as much of its beginning as fits.
  static func fitting(_ text: String, in room: Int, isBold: Bool = false) -> String {
    guard width(of: text, isBold: isBold) > room else { return text }
    var shown = text
    while !shown.isEmpty, width(of: shown + "…", isBold: isBold) > room { shown.removeLast() }
    return shown + "…"
  }

  private static func tenths(of letter: Character) -> Int {
    guard let byte = letter.asciiValue else { return letter.unicodeScalars.allSatisfy { $0.value < 0x250 } ? 90 : 140 }
    return switch byte {
    case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "j"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"),
      UInt8(ascii: "I"), UInt8(ascii: "|"), UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"):
      42
    case UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "/"):
      56
    case UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "z"): 72
    case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "@"), UInt8(ascii: "%"): 130
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 100
    default: 82
    }
  }
}

extension JourneyMap {
  /// Something to press, and where it leads.
  fileprivate struct Press {
    var name: String
    /// Each place once, in the order of the first way there; without those that stay.
    var targets: [(target: Target, walked: Int, isReachable: Bool)]
  }
}

extension JourneyMap.Target {
  /// The id of the screen; `nil` for an end.
  var screen: String? { if case .screen(let id) = self { id } else { nil } }
}

extension JourneyMap.Place {
  /// What can be pressed and leads on, in the order of the first way.
  fileprivate var presses: [JourneyMap.Press] {
    var found: [JourneyMap.Press] = []
    for press in ways.map(\.press.withExamples) where !found.contains(where: { $0.name == press }) {
      let ways = ways.filter { $0.press.withExamples == press && $0.target != .stay }
      var targets: [JourneyMap.Target] = []
      for way in ways where !targets.contains(way.target) { targets.append(way.target) }
      guard !targets.isEmpty else { continue }
      found.append(
        JourneyMap.Press(
          name: press,
          targets: targets.map { target in
            let there = ways.filter { $0.target == target }
            return (target, Set(there.flatMap(\.walked)).count, there.contains(where: \.isReachable))
          }))
    }
    return found
  }
}
