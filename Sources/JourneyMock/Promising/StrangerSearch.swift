/// Looks at every moment on some screens for what tells somebody known from somebody whom nobody knows.
struct StrangerSearch {
  private let search: PromiseSearch
  private let places: Set<Int>
  /// Whether a form there looks anybody up.
  private(set) var isLookedUp = false
  /// What has to be kept to tell where an answer leads.
  private(set) var open: Set<KeptVariable> = []
  /// What has to be so for the way that tells them apart, and is not kept.
  private(set) var assumed: Set<KeptVariable> = []
  /// The states that somebody unknown comes to.
  private(set) var shown: Set<Int> = []
  /// What tells them apart.
  private(set) var told: (way: BreakingWay, difference: String)?

  /// - Parameters:
  ///   - search: one that is done.
  ///   - places: the states on whose screens an address is entered.
  init(_ search: PromiseSearch, on places: Set<Int>) { (self.search, self.places) = (search, places) }

  mutating func look() {
    for number in search.moments.indices where told == nil && places.contains(search.moments[number].state) {
      let moment = search.moments[number]
      for (form, _) in search.course.shownForms(at: moment) where !form.finds.isEmpty {
        isLookedUp = true
        look(at: form, number)
      }
    }
  }

  private mutating func look(at form: GraphForm, _ number: Int) {
    let moment = search.moments[number]
    for pair in search.strangers(form, at: moment, open: &open) where told == nil {
      guard let difference = pair.difference else {
        if pair.unknown.end == nil { shown.insert(pair.unknown.moment.state) }
        continue
      }
      let screen = search.course.screen(of: moment.state) ?? ""
      let step = search.step(of: pair, after: number, screen, form)
      assumed = search.assumed(by: step)
      told = (search.way(to: step, .screen(screen)), difference)
    }
  }
}
