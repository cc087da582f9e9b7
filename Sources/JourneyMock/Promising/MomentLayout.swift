/// Where the facts, counters, timers and texts that moments keep are packed.
///
/// What is left out may be anything at any time, so that moments that differ only in it are one.
struct MomentLayout: Sendable {
  /// Bits of one scope.
  struct Field: Sendable {
    var shift: UInt64
    /// Not shifted.
    var mask: UInt64

    /// Its bits where they are packed.
    var bits: UInt64 { mask << shift }

    func value(in bits: UInt64) -> UInt64 { (bits >> shift) & mask }
    func set(_ value: UInt64, in bits: inout UInt64) {
      bits = bits & ~(mask << shift) | (value & mask) << shift
    }
  }

  private(set) var facts = FieldsByScope()
  private(set) var counters = FieldsByScope()
  private(set) var timers = FieldsByScope()
  private(set) var attributes = FieldsByScope()
  /// Whether the code of a message was sent in the journey, by the message's place.
  private(set) var codes: [Int: Field] = [:]
  private var used: [FactScope: UInt64] = [:]

  /// - Parameter variables: what is kept; what texts among it are made of is kept, too.
  ///
  /// `nil` if it does not fit into 64 bits a scope.
  init?(_ graph: TenantGraph, keeping variables: Set<KeptVariable>) {
    let tables = graph.tables
    let needs = LayoutNeeds(variables, of: graph)
    for scope in FactScope.allCases {
      let empty = ScopeState(scope, in: tables)
      facts[scope] = Array(repeating: nil, count: empty.facts.count)
      counters[scope] = Array(repeating: nil, count: empty.counters.count)
      timers[scope] = Array(repeating: nil, count: empty.timers.count)
      attributes[scope] = Array(repeating: nil, count: empty.attributes.count)
    }
    for rule in tables.facts where needs.facts.contains(rule.slot) {
      let width = if case .set(let words) = rule.kind { UInt64(words.count) } else { Self.width(of: max(rule.words.count - 1, 1)) }
      facts[rule.slot.scope][rule.slot.index] = take(width, rule.slot.scope)
    }
    for rule in tables.counters where needs.counters.contains(rule.slot) {
      counters[rule.slot.scope][rule.slot.index] = take(Self.width(of: rule.limit), rule.slot.scope)
    }
    for rule in tables.timers where needs.timers.contains(rule.slot) {
      timers[rule.slot.scope][rule.slot.index] = take(2, rule.slot.scope)
    }
    for slot in needs.attributes.sorted(by: { ($0.scope.rawValue, $0.index) < ($1.scope.rawValue, $1.index) }) {
      attributes[slot.scope][slot.index] = take(1, slot.scope)
    }
    for mail in needs.codes.sorted() { codes[mail] = take(1, .session) }
    guard used.values.allSatisfy({ $0 <= 64 }) else { return nil }
  }

  private mutating func take(_ width: UInt64, _ scope: FactScope) -> Field {
    let shift = used[scope, default: 0]
    used[scope] = shift + width
    return Field(shift: min(shift, 63), mask: width >= 64 ? .max : (1 << width) - 1)
  }

  private static func width(of number: Int) -> UInt64 {
    UInt64(Int.bitWidth - number.leadingZeroBitCount)
  }

  func field(ofFact slot: Slot) -> Field? { facts[slot.scope][slot.index] }
  func field(ofCounter slot: Slot) -> Field? { counters[slot.scope][slot.index] }
  func field(ofTimer slot: Slot) -> Field? { timers[slot.scope][slot.index] }
  func field(ofText slot: AttributeSlot) -> Field? { attributes[slot.scope][slot.index] }

  /// An account as a world begins with it.
  func packed(_ scope: ScopeState, of kind: FactScope) -> UInt64 {
    var bits: UInt64 = 0
    for (index, field) in facts[kind].enumerated() { field?.set(scope.facts[index], in: &bits) }
    for (index, field) in attributes[kind].enumerated() where scope.attributes[index] != nil {
      field?.set(1, in: &bits)
    }
    return bits
  }
}

/// The fields of facts, counters, timers or texts, by scope and place; `nil` for those left out.
struct FieldsByScope: Sendable {
  private var session: [MomentLayout.Field?] = []
  private var account: [MomentLayout.Field?] = []
  private var device: [MomentLayout.Field?] = []

  subscript(scope: FactScope) -> [MomentLayout.Field?] {
    get {
      switch scope {
      case .session: session
      case .account: account
      case .device: device
      }
    }
    set {
      switch scope {
      case .session: session = newValue
      case .account: account = newValue
      case .device: device = newValue
      }
    }
  }
}

/// What is kept, and what leads to that.
private struct LayoutNeeds {
  var facts: Set<Slot> = []
  var counters: Set<Slot> = []
  var timers: Set<Slot> = []
  var attributes: Set<AttributeSlot> = []
  var codes: Set<Int> = []

  init(_ variables: Set<KeptVariable>, of graph: TenantGraph) {
    for variable in variables {
      switch variable {
      case .fact(let slot): facts.insert(slot)
      case .counter(let slot): counters.insert(slot)
      case .timer(let slot): timers.insert(slot)
      case .text(let slot): attributes.insert(slot)
      case .code(let mail): codes.insert(mail)
      }
    }
    for places in graph.demandPlaces where !facts.isDisjoint(with: places.results) {
      facts.formUnion([places.proven, places.factors])
      attributes.insert(AccountAttribute.password.slot)
    }
    let mails = graph.tables.mails
    for mail in codes where mails.indices.contains(mail) { attributes.insert(mails[mail].recipient) }
    attributes = graph.sources(of: attributes)
  }
}

extension TenantGraph {
  /// The texts with those that they are copied from, whatever the way.
  func sources(of texts: Set<AttributeSlot>) -> Set<AttributeSlot> {
    var texts = texts
    let copies = everyEffect.flatMap(\.assignments).compactMap { assignment -> (to: AttributeSlot, from: AttributeSlot)? in
      guard case .attribute(let slot) = assignment.target, case .attribute(let source) = assignment.source else { return nil }
      return (slot, source)
    }
    var count = -1
    while count != texts.count {
      count = texts.count
      for copy in copies where texts.contains(copy.to) { texts.insert(copy.from) }
    }
    return texts
  }

  /// Where edges keep what the rules demand, once for all of them.
  var demandPlaces: Set<DemandPlaces> {
    Set(everyEffect.compactMap { if case .evaluateRules(let places) = $0 { places } else { nil } })
  }

  /// What edges, full counters and timers that are over do.
  var everyEffect: [Effect] {
    everyForm.flatMap(\.edges).flatMap(\.effects) + tables.counters.flatMap(\.effects) + tables.timers.flatMap(\.effects)
  }

  /// Every form of every state, decisions among them.
  var everyForm: [GraphForm] { states.flatMap(\.everyForm) }
}

extension GraphState {
  /// Its forms, or its decision.
  var everyForm: [GraphForm] { forms + (decision.map { [$0] } ?? []) }
}
