/// What a search reads of a tenant in addition to its graph.
struct SearchedParts: Sendable {
  let offers: ScreenOffers
  let live: LiveParts
}

extension MockTenant {
  func searchedParts(_ promise: TenantPromise) -> SearchedParts {
    let offers = offers
    return SearchedParts(
      offers: offers, live: LiveParts(graph, compiled.rules, always: promise.atoms.compactMap(\.variable), offers: offers))
  }

  /// What its screens offer that the edges of its graph do not tell.
  var offers: ScreenOffers {
    var compiler = TenantCompiler(definition, speech: speech, inherited: inherited)
    compiler.compileStates()
    return ScreenOffers(beside: formsBeside, of: definition.screens, &compiler)
  }

  /// The forms that dialects offer in addition to those of the file, by state.
  private var formsBeside: [[OfferedForm]] {
    graph.states.map { state in
      guard let screen = state.screen else { return [] }
      let offers = dialogues.map { $0.formsBeside(screen: screen, of: graph).filter { state.form($0.form.id) == nil } }
      var offered: [OfferedForm] = []
      for beside in offers.joined() where !offered.contains(where: { $0.form.form.id == beside.form.id }) {
        let isInAll = offers.allSatisfy { $0.contains { $0.form.id == beside.form.id } }
        offered.append(OfferedForm(form: beside, isInAll: isInAll))
      }
      return offered
    }
  }
}
