import ScreenPages

/// What shows cases of one verdict only; it works by style alone.
enum HTMLFilter {
  /// A radio button with its label for each verdict that a case has.
  static func element(_ totals: RunTotals) -> MarkupElement {
    var set = MarkupElement("fieldset", class: "filter")
    set.add(MarkupElement("legend", text: "Show"))
    let verdicts = [
      ("all", totals.cases), ("failed", totals.failed), ("broken", totals.broken), ("flaky", totals.flaky), ("skipped", totals.skipped),
      ("passed", totals.passed),
    ]
    for (verdict, count) in verdicts where count > 0 {
      var input = MarkupElement("input")
      input.set("type", "radio")
      input.set("name", "show")
      input.set("id", "show-\(verdict)")
      if verdict == "all" { input.set("checked", "") }
      var label = MarkupElement("label", text: "\(verdict) \(count)")
      label.set("for", "show-\(verdict)")
      set.add(MarkupElement("span", class: "option", [input, label]))
    }
    return set
  }
}
