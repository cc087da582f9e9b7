/// Looks at every moment on some screens for what tells somebody known from somebody whom nobody knows.
struct StrangerSearch {
  private let search: PromiseSearch
  private let places: Set<Int>
  private let screens: ScreenParts
  /// Whether a form there looks anybody up.
  private(set) var isLookedUp = false
  /// What has to be kept to tell where an answer leads.
  private(set) var open: Set<KeptVariable> = []
  /// What has to be so for the way that tells them apart, and is not kept.
  private(set) var assumed: Set<KeptVariable> = []
  /// Why it cannot be told of some pair; `nil` where it can.
  private(set) var undecided: String?
  /// What tells them apart.
  private(set) var told: (way: BreakingWay, difference: String)?

  /// - Parameters:
  ///   - search: one that is done.
  ///   - places: the states on whose screens an address is entered.
  ///   - screens: what is shown next.
  init(_ search: PromiseSearch, on places: Set<Int>, _ screens: ScreenParts) {
    (self.search, self.places, self.screens) = (search, places, screens)
  }

  mutating func look() {
    for number in search.moments.indices where told == nil && places.contains(search.moments[number].state) {
      let moment = search.moments[number]
      for shown in search.course.shownForms(at: moment) where !shown.form.finds.isEmpty {
        isLookedUp = true
        look(at: shown.form, number)
      }
    }
  }

  private mutating func look(at form: GraphForm, _ number: Int) {
    let moment = search.moments[number]
    for pair in search.strangers(form, at: moment, open: &open) where told == nil {
      guard let difference = pair.difference ?? screens.difference(pair, open: &open) else {
        undecided = undecided ?? screens.undecided(pair)
        continue
      }
      let screen = search.course.screen(of: moment.state) ?? ""
      let step = search.step(of: pair, after: number, screen, form)
      assumed = search.assumed(by: step)
      told = (search.way(to: step, .screen(screen)), difference)
    }
  }
}
