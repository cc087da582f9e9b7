import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// The ways that people took from screen to screen, with how many did: a map of what was walked, and of nothing else.
struct HTMLWays {
  /// More ways than this would not be read.
  private static let maxWays = 3000

  private struct Way: Hashable {
    var tenant: String
    var from: String
    var press: String
    var to: String
  }

  private var counts: [Way: Int] = [:]
  /// In the order in which they were walked first.
  private var order: [Way] = []

  /// Takes the ways of a walk.
  mutating func take(_ course: WalkCourse, on tenant: String, _ screens: inout DrawnScreens) throws(EventLogError) {
    for (index, stop) in course.stops.enumerated() {
      guard case .screen(let shown) = stop, let answered = shown.answered, index + 1 < course.stops.count,
        let target = Self.name(of: course.stops[index + 1])
      else { continue }
      let press = try screens.face(of: shown.digest).pressed(AnsweredFormWords(form: answered.form, press: answered.press))
      let way = Way(tenant: tenant, from: shown.id, press: press ?? answered.form, to: target == shown.id ? "stays" : target)
      if counts[way] == nil {
        guard order.count < Self.maxWays else { continue }
        order.append(way)
      }
      counts[way, default: 0] += 1
    }
  }

  private static func name(of stop: WalkCourse.Stop) -> String? {
    switch stop {
    case .screen(let shown): shown.id
    case .message: nil
    case .left: "another page"
    case .ended(.completed), .ended(.finished): "signed in"
    case .ended(.refused): "refused"
    case .ended(.expired): "session over"
    }
  }

  /// The ways of each tenant as a nested list; `nil` if no way was taken.
  var element: MarkupElement? {
    guard !order.isEmpty else { return nil }
    var section = MarkupElement.section("ways", "Ways that were walked")
    section.add(
      MarkupElement("p", class: "quiet", text: "From screen to screen, by what was pressed. 'journey map' draws the others, too."))
    for tenant in Self.distinct(order.map(\.tenant)) { section.add(element(of: tenant)) }
    return section
  }

  private func element(of tenant: String) -> MarkupElement {
    let ways = order.filter { $0.tenant == tenant }
    let screens = Self.distinct(ways.map(\.from))
    var details = MarkupElement("details")
    details.add(
      MarkupElement("summary", text: HarmlessText.line("\(tenant): \(ways.count) ways from \(screens.count) screens", limit: 300)))
    var list = MarkupElement("ul", class: "ways")
    for screen in screens {
      var item = MarkupElement("li", text: HarmlessText.line(screen, limit: 200))
      var targets = MarkupElement("ul")
      for way in ways where way.from == screen {
        targets.add(MarkupElement("li", text: HarmlessText.line("\(way.press) → \(way.to), \(counts[way] ?? 0)×", limit: 400)))
      }
      item.add(targets)
      list.add(item)
    }
    details.add(list)
    return details
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
