import Diagnostics
import ScreenPages

/// A map drawn: what its layout says, as an image in a page.
struct MapDrawing {
  private let layout: MapLayout
  private let names: [String: String]

  init(_ map: JourneyMap) {
    layout = MapLayout(map)
    names = Self.names(of: map)
  }

  /// What the parts of a page about screens are called, by the screens' ids; those that differ only in signs are numbered.
  static func names(of map: JourneyMap) -> [String: String] {
    var names: [String: String] = [:]
    var used: Set<String> = []
    for place in map.screens where names[place.id] == nil {
      let plain = place.id.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      var name = plain
      var number = 1
      while !used.insert(name).inserted {
        number += 1
        name = "\(plain)-\(number)"
      }
      names[place.id] = name
    }
    return names
  }

  /// Where a page is about a screen.
  static func anchor(_ name: String) -> String { "screen-" + name }

  private static func box(_ name: String) -> String { "box-" + name }

  var element: MarkupElement {
    var svg = MarkupElement("svg")
    svg.set("viewBox", "0 0 \(layout.size.width) \(layout.size.height)")
    svg.set("width", layout.size.width)
    svg.set("height", layout.size.height)
    // Links are in it, which an image cannot have.
    svg.set("role", "group")
    svg.set("aria-label", "The screens and the paths between them; the list below says the same.")
    for line in layout.lines { svg.add(Self.path(of: line)) }
    for box in layout.boxes { svg.add(element(of: box)) }
    return MarkupElement("div", class: "drawing", [svg])
  }

  private static func path(of line: MapLayout.Line) -> MarkupElement {
    var path = MarkupElement("path")
    let (start, end) = (line.start, line.end)
    let bend = (end.x - start.x) / 2
    path.set("d", "M\(start.x) \(start.y)C\(start.x + bend) \(start.y) \(end.x - bend) \(end.y) \(end.x) \(end.y)")
    path.set("class", line.state.rawValue)
    return path
  }

  private func element(of box: MapLayout.Box) -> MarkupElement {
    let (name, text) = (names[box.id] ?? "", Self.text)
    var group = MarkupElement("g")
    group.set("id", Self.box(name))
    var rect = MarkupElement("rect")
    let area = box.area
    for (name, value) in [("x", area.x), ("y", area.y), ("width", area.width), ("height", area.height), ("rx", 6)] { rect.set(name, value) }
    rect.set("class", box.isWalked ? "walked" : "unwalked")
    group.add(rect)
    group.add(Self.link(to: Self.anchor(name), text(box.title, "title")))
    if let subtitle = box.subtitle { group.add(text(subtitle, "quiet")) }
    for heading in box.headings { group.add(text(heading, nil)) }
    for row in box.rows {
      let kind = row.state == .walked ? nil : "quiet"
      if let press = row.press { group.add(text(press, kind)) }
      if let destination = row.destination {
        let label = text(destination, row.target.mood ?? kind)
        if let target = row.target.screen.flatMap({ names[$0] }) {
          group.add(Self.link(to: Self.box(target), label))
        } else {
          group.add(label)
        }
      }
      group.add(text(row.count, "quiet"))
    }
    return group
  }

  private static func link(to anchor: String, _ text: MarkupElement) -> MarkupElement {
    var link = MarkupElement("a")
    link.set("href", "#\(anchor)")
    link.add(text)
    return link
  }

  /// A text; what is left out of it is shown when it is pointed at.
  private static func text(_ label: MapLayout.Label, _ kind: String?) -> MarkupElement {
    var element = MarkupElement("text", text: HarmlessText.line(label.text, limit: 300))
    element.set("x", label.area.x)
    element.set("y", label.area.bottom - 6)
    element.set("class", kind)
    if label.text != label.whole { element.add(MarkupElement("title", text: HarmlessText.line(label.whole, limit: 1_000))) }
    return element
  }
}

extension JourneyMap.Target {
  /// How an end is coloured; `nil` for a screen.
  fileprivate var mood: String? {
    switch self {
    case .signedIn: "good"
    case .refused, .expired: "bad"
    case .away, .stay, .screen: nil
    }
  }
}
