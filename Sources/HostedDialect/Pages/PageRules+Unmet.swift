import JourneyModel

extension PageRules {
  /// What the rules for pages of this place lack on a page that none of them names, in a sentence each, by the name that they give.
  ///
  /// Of several rules with one name it is the one that lacks the least.
  func unmet(by page: HTMLPage, _ arrival: PageArrival, on screen: Screen) -> [String: String] {
    guard !screens.isEmpty, !screens.contains(where: { $0.id == screen.id.text }) else { return [:] }
    let heading = PageHeading(in: page.tree, title: page.title)
    var found: [String: (lacks: Int, sentence: String)] = [:]
    for rule in screens where rule.path?.matches(page.url) ?? false {
      let lacking = rule.lacking(page, heading, arrival, screen.passwordField)
      if let before = found[rule.id], before.lacks <= lacking.count { continue }
      let place = rule.place.map { " at \($0)" } ?? ""
      let sentence = "the rule for '\(rule.id)'\(place) has the path of this page and does not fit: " + lacking.joined(separator: ", and ")
      found[rule.id] = (lacking.count, sentence)
    }
    return found.mapValues(\.sentence)
  }
}

extension PageRule {
  /// The conditions that a page does not meet, each as a part of a sentence.
  fileprivate func lacking(
    _ page: HTMLPage, _ heading: PageHeading, _ arrival: PageArrival, _ password: WidgetID?
  ) -> [String] {
    var lacking: [String] = []
    if let method, method != arrival.method { lacking.append("the page came by '\(arrival.method)' and not by '\(method)'") }
    if let status, status != arrival.status { lacking.append("its status is \(arrival.status) and not \(status)") }
    if let title, title != page.title, title != heading.title { lacking.append("its title is '\(page.title)' and not '\(title)'") }
    if let h1, h1 != heading.h1 { lacking.append("its heading is \(heading.h1.map { "'\($0)'" } ?? "missing") and not '\(h1)'") }
    for selector in has where !selector.matches(in: page) {
      let other = selector.description.contains("name=") ? password.map { " (the field for a password is '\($0.text)')" } ?? "" : ""
      lacking.append("'has: \(selector)' selects nothing on it\(other)")
    }
    return lacking
  }
}

extension Screen {
  /// The only field for an existing password; `nil` for none, or for several.
  fileprivate var passwordField: WidgetID? {
    let fields = forms.flatMap(\.widgets).filter { widget in
      if case .entry(let entry) = widget.kind { entry.purpose == .password } else { false }
    }
    return fields.count == 1 ? fields[0].id : nil
  }
}
