import Diagnostics
import ScreenPages

/// The overview of a run of many journeys, as a table.
enum HTMLOverview {
  /// `nil` for a run that needs none.
  static func element(_ report: Report) -> MarkupElement? {
    let parts = RunOverview(report).parts
    guard !parts.isEmpty else { return nil }
    var section = MarkupElement.section("overview", "Overview")
    for part in parts {
      var table = MarkupElement("table", class: "overview")
      table.add(MarkupElement("thead", children: [row(["By \(part.title.lowercased())", "As described", "Others"], isHead: true)]))
      table.add(MarkupElement("tbody", children: part.rows.map { row([$0.name, $0.passed, $0.others], isBad: $0.isBad) }))
      section.add(table)
      if let rest = part.rest { section.add(MarkupElement("p", class: "quiet", text: rest)) }
    }
    return section
  }

  private static func row(_ cells: [String], isHead: Bool = false, isBad: Bool = false) -> MarkupElement {
    var row = MarkupElement("tr", class: isBad ? "bad" : "")
    for (place, cell) in cells.enumerated() {
      var element = MarkupElement(isHead || place == 0 ? "th" : "td", text: HarmlessText.line(cell, limit: 200))
      if isHead || place == 0 { element.set("scope", isHead ? "col" : "row") }
      row.add(element)
    }
    return row
  }
}
