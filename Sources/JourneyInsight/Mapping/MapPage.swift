import Diagnostics
import ScreenPages

/// A map as a page: a drawing, and beneath it the same as a list, for readers of screens and for paper.
package struct MapPage {
  private let map: JourneyMap

  package init(_ map: JourneyMap) { self.map = map }

  package var text: String {
    var page = InsightPage("Journeys of \(map.tenant)")
    let walked = map.ways.count { !$0.walked.isEmpty }
    let note = map.isComplete ? "" : " What is not drawn was not seen; it may be there."
    page.add(
      MarkupElement(
        "p",
        text: "\(MapText.count(map.screens.count, "screen")), \(MapText.count(map.ways.count, "path")); "
          + "\(walked) \(walked == 1 ? "is" : "are") walked.\(note)"))
    page.add(
      MarkupElement(
        "p", class: "quiet",
        text:
          "Each box is a screen, with what is pressed on it and where that leads: along a line, to a screen that is drawn elsewhere (↩), "
          + "to an end of the journey (✓, ✗) or out of it (↗). The number says how many scenarios went there. "
          + "A solid line is walked, a dashed one is not walked, a dotted one cannot be reached."))
    page.add(MapDrawing(map).element)
    page.add(MarkupElement("h2", text: "Every screen and every path"))
    let names = MapDrawing.names(of: map)
    for place in map.screens { page.add(Self.element(of: place, named: names[place.id] ?? "")) }
    if !map.everywhere.isEmpty {
      let names = map.everywhere.map { "\($0.press) → \($0.target.name)" }.joined(separator: "; ")
      page.add(MarkupElement("p", text: HarmlessText.line("On every screen: \(names)", limit: 1_000)))
    }
    if !map.unknownScreens.isEmpty {
      page.add(
        MarkupElement("p", text: "\(map.tenant) shows screens that the mock does not have: \(map.unknownScreens.joined(separator: ", "))"))
    }
    return page.text
  }

  private static func element(of place: JourneyMap.Place, named name: String) -> MarkupElement {
    var section = MarkupElement("section")
    var heading = MarkupElement("h3", text: HarmlessText.line(place.id + (place.shownTitle.map { ": \($0)" } ?? ""), limit: 300))
    heading.set("id", MapDrawing.anchor(name))
    section.add(heading)
    section.add(
      MarkupElement(
        "p", class: "quiet", text: place.walked.isEmpty ? "not walked" : "walked by \(MapText.count(place.walked.count, "scenario"))")
    )
    if let screen = place.shown {
      section.add(
        MarkupElement("details", children: [MarkupElement("summary", text: "the screen"), ScreenFigure(screen, marking: []).element]))
    }
    var list = MarkupElement("ul")
    for way in place.ways {
      let names = way.words.joined(separator: ", then ")
      let count = !way.isReachable ? "cannot be reached" : way.walked.isEmpty ? "not walked" : MapText.count(way.walked.count, "scenario")
      let notes = way.notes.isEmpty ? "" : " (\(way.notes.joined(separator: "; ")))"
      let text = "\(way.press.withExamples): \(names.isEmpty ? "" : names + " ")→ \(way.target.name)\(notes), \(count)"
      list.add(MarkupElement("li", text: HarmlessText.line(text, limit: 1_000)))
    }
    section.add(list)
    return section
  }
}
