package import Diagnostics
package import JourneyLanguage

extension MockTenant {
  /// How many moments of journeys are looked at for one promise where nothing else is said.
  package static let promiseLimit = 60_000

  /// What the graph says of a promise; `nil` if something is wrong with it, which is reported.
  ///
  /// - Parameter limit: how many moments are looked at.
  package func judge(_ promise: Promise, limit: Int = Self.promiseLimit, diagnostics: inout [Diagnostic]) -> PromiseVerdict? {
    if case .always(.canSignIn, let apps, let exceptions) = promise.rule {
      return canSignIn(promise, apps, exceptions, &diagnostics)
    }
    var compiler = PromiseCompiler(
      TenantCompiler(definition, speech: speech, inherited: inherited), of: name,
      known: (accounts.map(\.name), graph.tables.mails.map(\.name), screens.map(\.id)))
    let rule = compiler.promise(promise)
    diagnostics += compiler.diagnostics
    guard let rule else { return nil }
    let verdict = verdict(on: rule, of: promise, limit)
    guard case .kept(var extent) = verdict else { return verdict }
    if rule.accounts?.isEmpty == true { extent.isMet = false }
    return .kept(extent)
  }

  private func verdict(on rule: TenantPromise, of promise: Promise, _ limit: Int) -> PromiseVerdict {
    let parts = searchedParts(rule)
    let reason = demandsNotKnown
    switch promise.rule {
    case .always(.everyLanguage, _, let exceptions):
      let found = untranslated(except: Set(exceptions.map(\.value)))
      let extent = SearchExtent(situations: found.count, acts: 0, isMet: found.count > 0)
      return found.texts.isEmpty ? .kept(extent) : .untranslated(found.texts)
    case _ where reason != nil: return .unknown(reason ?? "")
    case .always(.wayOn, _, let exceptions):
      return wayOn(except: exceptions.map(\.value), rule, limit, parts)
    case .always(.alike, let places, _):
      return alike(rule, on: places.map(\.value), limit, parts)
    case .always(.canSignIn, _, _): return .unknown("it is about rules")
    case .never, .only: return verdict(on: rule, keeping: [], limit, parts)
    }
  }

  /// Why it is not known what the flow can ask for; `nil` if it is.
  var demandsNotKnown: String? {
    guard let apps = graph.demands?.notKnown, !apps.isEmpty else { return nil }
    return "the rules of \(NameAdvice.list(apps)) combine too many facts"
  }

  static let tooMuch = "more is kept of a journey than can be looked at"

  static func tooMany(_ limit: Int) -> String { "there are more than \(limit) situations to look at" }

  func course(_ promise: TenantPromise, keeping variables: Set<KeptVariable>, _ parts: SearchedParts) -> PromiseCourse? {
    MomentLayout(graph, keeping: variables.union(promise.atoms.compactMap(\.variable))).map {
      PromiseCourse(compiled, promise, layout: $0, offers: parts.offers, live: parts.live)
    }
  }

  /// Looks at every way, first with as little kept of journeys as the promise asks for.
  ///
  /// What is not kept may be anything, so there are rather more ways than less: if none of them breaks the promise, it is kept. A way
  /// that breaks it only if something is so that is not kept says what to keep, and everything is looked at again.
  ///
  /// - Parameters:
  ///   - isBreach: whether a moment itself breaks the promise; `nil` where that is not known.
  ///   - stay: how a person remains at a moment that breaks it.
  func verdict(
    on promise: TenantPromise, keeping first: Set<KeptVariable>, _ limit: Int, _ parts: SearchedParts,
    isBreach: @escaping (PromiseCourse, JourneyMoment) -> Bool? = { _, _ in false },
    stay: (PromiseCourse, JourneyMoment) -> BreakingWay.Stay? = { _, _ in nil }
  ) -> PromiseVerdict {
    var kept = first
    while true {
      guard let course = course(promise, keeping: kept, parts) else { return .unknown(Self.tooMuch) }
      var search = PromiseSearch(course, people: compiled.people, limit: limit) { isBreach(course, $0) }
      search.search()
      guard let breach = search.breach else {
        if !search.isComplete { return .unknown(Self.tooMany(limit)) }
        return search.isUncertain ? .unknown("it is not known of every screen") : .kept(search.extent)
      }
      let missing = Self.first(of: search.assumed(by: breach.step).subtracting(kept))
      guard !missing.isEmpty else {
        var way = search.way(to: breach.step, breach.end)
        way.stay = stay(course, breach.moment)
        return .broken(way)
      }
      kept.formUnion(missing)
    }
  }

  /// What is kept next of what a way assumes.
  static func first(of variables: Set<KeptVariable>) -> Set<KeptVariable> {
    let rank = variables.map(\.rank).min()
    return variables.filter { $0.rank == rank }
  }

  /// Whether every moment on a screen leads on or back; only waiting for mails does not count as leading on.
  private func wayOn(except exceptions: [String], _ promise: TenantPromise, _ limit: Int, _ parts: SearchedParts) -> PromiseVerdict {
    guard let anybody = course(.aboutEverybody, keeping: [], parts) else { return .unknown(Self.tooMuch) }
    let meant = graph.states.indices.filter { place in
      guard let id = anybody.screen(of: place) else { return false }
      return !exceptions.contains { JourneyEvent.isPart($0, of: id) }
    }
    let open = meant.filter { place in
      guard let screen = graph.states[place].screen else { return false }
      return !dialogues.allSatisfy { $0.leadsToStart(fromScreen: screen) } && !leadsOn(from: place, anybody)
    }
    guard !open.isEmpty else {
      let screens = graph.states.count { $0.screen != nil }
      return .kept(SearchExtent(situations: screens, acts: graph.everyForm.count, isMet: !meant.isEmpty))
    }
    let watched = Set(open)
    let people = compiled.people
    let kept = open.reduce(into: Set<KeptVariable>()) { $0.formUnion(anybody.variables(at: $1)) }
    return verdict(on: promise, keeping: kept, limit, parts) { course, moment in
      watched.contains(moment.state) ? StuckScreens(course, people: people, anybody: anybody).isStuck(at: moment) : false
    } stay: { course, moment in
      StuckScreens(course, people: people, anybody: anybody).stay(at: moment)
    }
  }

  /// Whether a person can leave a screen by one act, whatever is known of them.
  private func leadsOn(from place: Int, _ anybody: PromiseCourse) -> Bool {
    [JourneyMoment.Person.nobody, .created].allSatisfy { person in
      var moment = JourneyMoment(state: place, session: 0)
      moment.person = person
      return StuckScreens(anybody, anybody: anybody).leadsOn(from: moment) == true
    }
  }
}

extension MockTenant {
  /// The edges and states that a journey can meet if everything may be so that anything asks for: all others it cannot meet, whatever is so.
  /// `nil` where that is too much to look at.
  ///
  /// - Parameters:
  ///   - parts: what a promise about no event reads.
  ///   - limit: how many moments are looked at.
  func possibleParts(_ parts: SearchedParts, limit: Int = promiseLimit) -> PromiseSearch.PassedParts? {
    guard demandsNotKnown == nil, let course = course(.aboutEverybody, keeping: [], parts) else { return nil }
    var search = PromiseSearch(course, people: compiled.people, limit: limit, notesParts: true)
    search.search()
    return search.isComplete ? search.passed : nil
  }
}

extension TenantPromise {
  /// A promise about no event and without conditions.
  static let aboutEverybody = TenantPromise(rule: .any, who: .always, accounts: nil, unless: .constant(false))
}
