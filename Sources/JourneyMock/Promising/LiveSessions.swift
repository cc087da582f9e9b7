import JourneyLanguage

/// Which bits of a session something asks for later: in a state, or in one that comes after it.
///
/// What nothing asks for any more is left out of moments, so that those which differ only in it are one.
struct LiveSessions {
  /// By state.
  private(set) var bits: [UInt64]

  private let tenant: CompiledTenant
  private let layout: MomentLayout
  private let offers: ScreenOffers

  init(_ tenant: CompiledTenant, _ promise: TenantPromise, layout: MomentLayout, offers: ScreenOffers) {
    self.tenant = tenant
    self.layout = layout
    self.offers = offers
    let always = Self.always(promise, tenant.graph.tables, layout)
    bits = Array(repeating: always, count: tenant.graph.states.count)
    for (place, state) in tenant.graph.states.enumerated() {
      guard let screen = state.screen else { continue }
      for form in tenant.rules[screen].forms { bits[place] |= asked(by: form.condition) }
      for condition in offers.beside[place].map(\.form.condition) + offers.conditions(on: screen) { bits[place] |= asked(by: condition) }
    }
    var isChanged = true
    while isChanged {
      isChanged = false
      for place in bits.indices {
        let live = bits[place] | asked(by: tenant.graph.states[place], at: place)
        if live != bits[place] { (bits[place], isChanged) = (live, true) }
      }
    }
  }

  /// What a promise asks for, and timers, which may be over in any state.
  private static func always(
    _ promise: TenantPromise, _ tables: TenantGraph.Tables, _ layout: MomentLayout
  ) -> UInt64 {
    var bits = promise.atoms.reduce(0) { $0 | layout.sessionBits(of: $1) }
    for rule in tables.timers where rule.slot.scope == .session && !rule.effects.isEmpty {
      bits |= layout.field(ofTimer: rule.slot)?.bits ?? 0
    }
    return bits
  }

  private func asked(by condition: Guard) -> UInt64 {
    condition.atoms.reduce(0) { $0 | layout.sessionBits(of: $1) }
  }

  private func asked(by state: GraphState, at place: Int) -> UInt64 {
    let own = (state.forms + (state.decision.map { [$0] } ?? [])).reduce(0) { $0 | asked(by: $1, at: place) }
    return offers.beside[place].reduce(own) { $0 | asked(by: $1.form.form, at: $1.form.state ?? place) }
  }

  private func asked(by form: GraphForm, at place: Int) -> UInt64 {
    var live: UInt64 = 0
    for edge in form.edges {
      live |= asked(by: edge.condition)
      var after: UInt64 = 0
      take(edge.target, at: place, &after)
      if let comeback = edge.comeback { after |= bits[comeback] }
      for effect in edge.effects.reversed() { take(effect, at: place, &after) }
      live |= after
    }
    return live
  }

  private func take(_ target: Target, at place: Int, _ live: inout UInt64) {
    switch target {
    case .stay: live |= bits[place]
    case .state(let next): live |= bits[next]
    case .finish, .refuse, .handOver, .expire: break
    }
  }

  /// What is asked for before an effect, given what is after it.
  private func take(_ effect: Effect, at place: Int, _ live: inout UInt64) {
    let tables = tenant.graph.tables
    switch effect {
    case .setFact(let slot, _):
      if slot.scope == .session { live &= ~(layout.field(ofFact: slot)?.bits ?? 0) }
    case .setAttribute(.attribute(let slot), let source):
      if slot.scope == .session { live &= ~(layout.field(ofText: slot)?.bits ?? 0) }
      take(source, &live)
    case .create(let assignments): for assignment in assignments { take(assignment.source, &live) }
    case .count(let index):
      let rule = tables.counters[index]
      guard !rule.effects.isEmpty || rule.target != .stay else { break }
      // It may be full, or not.
      var full = live
      take(rule.target, at: place, &full)
      for effect in rule.effects.reversed() { take(effect, at: place, &full) }
      live |= full
      if rule.slot.scope == .session { live |= layout.field(ofCounter: rule.slot)?.bits ?? 0 }
    case .send(let mail):
      let rule = tables.mails[mail]
      if rule.recipient.scope == .session {
        live |= layout.field(ofText: rule.recipient)?.bits ?? 0
      }
      if let state = rule.linkState { live |= bits[state] }
    case .forgetSession: live = 0
    case .evaluateRules(let places):
      for slot in places.results { live &= ~(layout.field(ofFact: slot)?.bits ?? 0) }
      live |= layout.field(ofFact: places.proven)?.bits ?? 0
    case .addMember, .removeMember, .takeMembers, .setAttribute(.claim, _), .startTimer, .clearTimer, .clearCounter,
      .forgetAccount, .say:
      break
    }
  }

  private func take(_ source: ValueSource, _ live: inout UInt64) {
    if case .attribute(let slot) = source, slot.scope == .session {
      live |= layout.field(ofText: slot)?.bits ?? 0
    }
  }
}

extension MomentLayout {
  /// The bits of a session that an atom asks for.
  fileprivate func sessionBits(of atom: GuardAtom) -> UInt64 {
    switch atom {
    case .account: 0
    case .fact(let slot, _), .member(let slot, _):
      slot.scope == .session ? field(ofFact: slot)?.bits ?? 0 : 0
    case .timer(let slot, _): slot.scope == .session ? field(ofTimer: slot)?.bits ?? 0 : 0
    case .full(let slot): slot.scope == .session ? field(ofCounter: slot)?.bits ?? 0 : 0
    case .attribute(let slot): slot.scope == .session ? field(ofText: slot)?.bits ?? 0 : 0
    case .answer(let test):
      switch test.comparison {
      case .equalsAttribute(let slot), .equalsTOTP(let slot):
        slot.scope == .session ? field(ofText: slot)?.bits ?? 0 : 0
      case .equalsCode(let mail): codes[mail]?.bits ?? 0
      case .present, .equals, .equalsAnswer, .has, .matches: 0
      }
    }
  }
}
