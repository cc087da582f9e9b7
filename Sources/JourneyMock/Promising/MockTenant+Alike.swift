import JourneyLanguage

extension MockTenant {
  /// Whether the mock answers an unknown person exactly as a known one, until the journey ends or the person proves who they are.
  func alike(_ promise: TenantPromise, on screens: [String], _ limit: Int, _ searched: SearchedParts) -> PromiseVerdict {
    guard let begun = course(promise, keeping: [], searched) else { return .unknown(Self.tooMuch) }
    let places = Set(
      graph.states.indices.filter { place in
        begun.screen(of: place).map { screen in screens.contains { JourneyEvent.isPart($0, of: screen) } } ?? false
      })
    var compiler = TenantCompiler(definition, speech: speech, inherited: inherited)
    compiler.compileStates()
    let parts = ScreenParts(definition.screens, &compiler)
    var kept = places.reduce(into: Set<KeptVariable>()) { $0.formUnion(begun.variables(at: $1)) }
    while true {
      guard let course = course(promise, keeping: kept, searched) else { return .unknown(Self.tooMuch) }
      var search = PromiseSearch(course, people: compiled.people, limit: limit)
      search.search()
      guard search.isComplete else { return .unknown(Self.tooMany(limit)) }
      var pairs = StrangerSearch(search, on: places, parts)
      pairs.look()
      let missing = pairs.open.isEmpty ? Self.first(of: pairs.assumed) : pairs.open
      guard !missing.subtracting(kept).isEmpty else { return verdict(on: pairs, search) }
      kept.formUnion(missing)
    }
  }

  private func verdict(on pairs: StrangerSearch, _ search: PromiseSearch) -> PromiseVerdict {
    if let told = pairs.told { return .told(told.way, difference: told.difference) }
    guard pairs.isLookedUp else { return .unknown("no form on these screens looks anybody up") }
    if let reason = pairs.undecided { return .unknown(reason) }
    return .kept(search.extent)
  }
}
