/// Looks at every moment on some screens, and at whatever the same answers lead to from there, for what distinguishes a known person
/// from an unknown one.
struct StrangerSearch {
  private let search: PromiseSearch
  private let places: Set<Int>
  private let screens: ScreenParts
  /// Whether a form there looks anybody up.
  private(set) var isLookedUp = false
  /// What has to be kept to tell where an answer leads.
  private(set) var open: Set<KeptVariable> = []
  /// What has to be so for the path that distinguishes them, and is not kept.
  private(set) var assumed: Set<KeptVariable> = []
  /// Why it is not known of some pair; `nil` if it is known of all.
  private(set) var undecided: String?
  /// The situations of two people that were looked at.
  private var met: Set<[JourneyMoment]> = []
  private static let mostPairs = 20_000

  /// A path to what distinguishes two people, and what has to be so for it.
  private struct Told {
    var way: BreakingWay
    var difference: String
    var assumed: Set<KeptVariable>
  }

  /// What may tell them apart later, where nothing does at once.
  private var kept: Told?
  /// What distinguishes them.
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
    if told == nil, let kept { take(kept) }
  }

  private mutating func look(at form: GraphForm, _ number: Int) {
    let moment = search.moments[number]
    let screen = search.course.screen(of: moment.state) ?? ""
    for pair in search.strangers(form, at: moment, open: &open) where told == nil {
      follow(pair, from: search.step(of: pair, after: number, screen, form))
    }
  }

  /// Walks on with both, by every form that looks up no person and needs nothing that only the person knows, until they differ
  /// or nothing new comes.
  private mutating func follow(_ first: StrangerPair, from step: PromiseSearch.Step) {
    var walks: [(pair: StrangerPair, acts: [BreakingWay.Act])] = [(first, [])]
    var next = 0
    while next < walks.count {
      let (pair, acts) = walks[next]
      next += 1
      if let difference = pair.difference ?? screens.difference(pair, open: &open) {
        take(telling(difference, of: pair, after: acts, from: step))
        return
      }
      if kept == nil, let difference = pair.keptDifference { kept = telling(difference, of: pair, after: acts, from: step) }
      let message = pair.personalMessage.map { "the message '\($0)' says something of the account" }
      undecided = undecided ?? message ?? screens.undecided(pair)
      guard pair.unknown.end == nil, met.insert(pair.moments).inserted else { continue }
      guard met.count <= Self.mostPairs else {
        undecided = undecided ?? "there are more than \(Self.mostPairs) situations of two people"
        return
      }
      for shown in search.course.shownForms(at: pair.unknown.moment) where shown.form.finds.isEmpty {
        walks += search.followers(of: pair, shown, open: &open).map {
          (pair: $0, acts: acts + [search.act(of: $0, shown, on: pair)])
        }
      }
    }
  }

  private mutating func take(_ found: Told) {
    told = (way: found.way, difference: found.difference)
    assumed = found.assumed
  }

  private func telling(
    _ difference: String, of pair: StrangerPair, after acts: [BreakingWay.Act], from step: PromiseSearch.Step
  ) -> Told {
    var way = search.way(to: step, BreakingWay.End(pair.known, search.course))
    way.acts += acts
    way.strangersEnd = BreakingWay.End(pair.unknown, search.course)
    return Told(way: way, difference: difference, assumed: search.assumed(by: step))
  }
}
