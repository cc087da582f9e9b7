package import Diagnostics
package import JourneyLanguage

extension MockTenant {
  /// How many moments of journeys are looked at for one promise where nothing else is said.
  package static let promiseLimit = 20_000

  /// What the graph says of a promise; `nil` if something is wrong with it, which is reported.
  ///
  /// - Parameter limit: how many moments are looked at.
  package func judge(_ promise: Promise, limit: Int = Self.promiseLimit, diagnostics: inout [Diagnostic]) -> PromiseVerdict? {
    var compiler = PromiseCompiler(
      TenantCompiler(definition, speech: speech, inherited: inherited), of: name,
      known: (accounts.map(\.name), graph.tables.mails.map(\.name), screens.map(\.id)))
    let rule = compiler.promise(promise)
    diagnostics += compiler.diagnostics
    guard compiler.diagnostics.isEmpty else { return nil }
    switch promise.rule {
    case .always(.everyLanguage, _, let exceptions):
      let found = untranslated(except: Set(exceptions.map(\.value)))
      return found.isEmpty ? .kept : .untranslated(found)
    case .always(.wayOn, _, let exceptions):
      return wayOn(except: exceptions.map(\.value), unless: rule, limit)
    case .always(.alike, let places, _):
      return rule.flatMap { alike($0, on: places.map(\.value), limit) }
    case .never, .only:
      guard let rule else { return nil }
      guard let course = course(rule) else { return .unknown(Self.tooMuch) }
      var search = PromiseSearch(course, people: compiled.people, limit: limit)
      search.search()
      if let breach = search.breach { return .broken(search.way(to: breach.step, breach.end)) }
      return search.isComplete ? .kept : .unknown("there are more than \(limit) moments to look at")
    }
  }

  static let tooMuch = "more is kept of a journey than can be looked at"

  func course(_ promise: TenantPromise, keepsSession: Bool = false) -> PromiseCourse? {
    var atoms = Set(promise.atoms)
    for form in graph.everyForm { for edge in form.edges { atoms.formUnion(edge.condition.atoms) } }
    for rule in compiled.rules { for form in rule.forms { atoms.formUnion(form.condition.atoms) } }
    return MomentLayout(graph, asked: atoms, keepsSession: keepsSession).map { PromiseCourse(compiled, promise, layout: $0) }
  }

  /// Whether every moment on a screen leads on or back; only waiting for mails is no way on.
  private func wayOn(except exceptions: [String], unless rule: TenantPromise?, _ limit: Int) -> PromiseVerdict {
    let any = TenantPromise(event: .tokens, after: [], count: 0, isOnly: true, who: .always, accounts: nil, unless: .constant(false))
    guard let course = course(rule ?? any) else { return .unknown(Self.tooMuch) }
    var search = PromiseSearch(course, people: compiled.people, limit: limit, keepsExits: true)
    search.search()
    guard search.isComplete else { return .unknown("there are more than \(limit) moments to look at") }
    let stuck = search.stuck.first { number in
      let moment = search.moments[number]
      guard let place = graph.states[moment.state].screen, let screen = course.screen(of: moment.state) else { return false }
      let restarts = dialogues.contains { $0.leadsToStart(fromScreen: place) }
      return !restarts && !exceptions.contains { JourneyEvent.isPart($0, of: screen) }
    }
    guard let stuck else { return .kept }
    let screen = course.screen(of: search.moments[stuck].state) ?? ""
    return .broken(search.way(to: search.steps[stuck], .screen(screen)))
  }
}

extension PromiseSearch {
  /// The moments from which no act leads to another state or an end, in the order found.
  var stuck: [Int] {
    var good = Array(repeating: false, count: moments.count)
    var before: [Int: [Int]] = [:]
    var open: [Int] = []
    for exit in exits {
      let leaves = exit.to.map { moments[$0].state != moments[exit.from].state } ?? true
      if leaves, !good[exit.from] {
        good[exit.from] = true
        open.append(exit.from)
      } else if let next = exit.to, next != exit.from {
        before[next, default: []].append(exit.from)
      }
    }
    while let place = open.popLast() {
      for other in before[place] ?? [] where !good[other] {
        good[other] = true
        open.append(other)
      }
    }
    return moments.indices.filter { !good[$0] && moments[$0].state >= 0 }
  }
}
