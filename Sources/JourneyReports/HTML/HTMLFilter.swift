import ScreenPages

/// The buttons that show cases of one verdict only; they work by style alone.
enum HTMLFilter {
  private static let verdicts = ["all", "failed", "broken", "flaky", "skipped", "passed"]

  /// The check boxes; they are before the bar and the cases, so that styles can depend on them.
  static var inputs: [MarkupElement] {
    verdicts.enumerated().map { index, verdict in
      var input = MarkupElement("input", class: "filter")
      input.set("type", "radio")
      input.set("name", "show")
      input.set("id", "show-\(verdict)")
      if index == 0 { input.set("checked", "") }
      return input
    }
  }

  /// The labels, with how many cases each shows; a verdict that no case has is left out.
  static func bar(_ totals: RunTotals) -> MarkupElement {
    var bar = MarkupElement("nav")
    let counts = [totals.cases, totals.failed, totals.broken, totals.flaky, totals.skipped, totals.passed]
    for (verdict, count) in zip(verdicts, counts) where count > 0 {
      var label = MarkupElement("label", class: verdict, text: "\(verdict) \(count)")
      label.set("for", "show-\(verdict)")
      bar.add(label)
    }
    return bar
  }
}
