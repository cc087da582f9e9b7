import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyInsight
@testable import JourneyKit

/// What is drawn of the map of each shipped tenant.
struct MapLayoutTests {
  private static let maps: [String: JourneyMap] = {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/journeys"]
    let mocks = JourneyRun(settings).project.sites.compactMapValues(\.mock)
    return mocks.reduce(into: [:]) { $0[$1.key] = MockMap($1.value).map(named: $1.key) }
  }()

  private static func layout(of tenant: String) throws -> (map: JourneyMap, layout: MapLayout) {
    let map = try #require(maps[tenant])
    return (map, MapLayout(map))
  }

  @Test(arguments: maps.keys.sorted()) func `no box and no text lies on another, and no line on a box`(tenant: String) throws {
    let (map, layout) = try Self.layout(of: tenant)
    #expect(Set(layout.boxes.map(\.id)) == Set(map.screens.map(\.id)))
    #expect(layout.boxes.count == map.screens.count)
    for (index, box) in layout.boxes.enumerated() {
      for other in layout.boxes[(index + 1)...] { #expect(!box.area.meets(other.area), "\(box.id), \(other.id)") }
      let labels =
        [box.title] + [box.subtitle].compactMap(\.self) + box.headings
        + box.rows.flatMap { [$0.press, $0.destination, $0.count].compactMap(\.self) }
      for (place, label) in labels.enumerated() {
        #expect(box.area.holds(label.area), "\(box.id): \(label.text)")
        for other in labels[(place + 1)...] { #expect(!label.area.meets(other.area), "\(box.id): \(label.text), \(other.text)") }
      }
      #expect(box.area.right < layout.size.width && box.area.bottom < layout.size.height)
    }
    for line in layout.lines {
      for box in layout.boxes { #expect(!Self.points(of: line).contains { box.area.hasInside($0) }, "\(line.start) to \(box.id)") }
    }
  }

  @Test(arguments: maps.keys.sorted()) func `no line crosses another, and every place is named or drawn`(tenant: String) throws {
    let (map, layout) = try Self.layout(of: tenant)
    for line in layout.lines {
      for other in layout.lines where other.start.x == line.start.x && other.start.y > line.start.y {
        #expect(other.end.y > line.end.y, "\(line) and \(other)")
      }
    }
    for place in map.screens {
      let box = try #require(layout.boxes.first { $0.id == place.id })
      let targets = Set(place.ways.map(\.target)).subtracting([.stay])
      #expect(Set(box.rows.map(\.target)) == targets)
      #expect(box.rows.allSatisfy { $0.destination != nil || $0.isBranch })
    }
    #expect(layout.lines.count == layout.boxes.flatMap(\.rows).count(where: \.isBranch))
  }

  /// Points of the drawn curve, without its ends.
  private static func points(of line: MapLayout.Line) -> [MapLayout.Line.Point] {
    (1..<40).map { step in
      let (part, rest) = (Double(step) / 40, 1 - Double(step) / 40)
      let (bend, far) = (Double(line.end.x - line.start.x) / 2, 3 * part * part * rest)
      let near = 3 * part * rest * rest
      let (begin, end) = (rest * rest * rest, part * part * part)
      let x =
        begin * Double(line.start.x) + near * (Double(line.start.x) + bend) + far * (Double(line.end.x) - bend) + end * Double(line.end.x)
      let y = (begin + near) * Double(line.start.y) + (far + end) * Double(line.end.y)
      return MapLayout.Line.Point(x: Int(x), y: Int(y))
    }
  }
}

extension MapLayout.Area {
  fileprivate func hasInside(_ point: MapLayout.Line.Point) -> Bool { x < point.x && point.x < right && y < point.y && point.y < bottom }
}
