/// Where the facts, counters, timers and texts that anything asks for are packed.
///
/// What nothing asks for is left out, so that moments that differ only in it are one.
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

  /// - Parameters:
  ///   - atoms: what conditions ask, those of promises among them.
  ///   - keepsSession: whether everything of the session counts, asked for or not.
  ///
  /// `nil` if it does not fit into 64 bits a scope.
  init?(_ graph: TenantGraph, asked atoms: Set<GuardAtom>, keepsSession: Bool) {
    let tables = graph.tables
    var needs = LayoutNeeds(atoms, of: graph)
    if keepsSession { needs.addSession(of: tables) }
    for scope in FactScope.allCases {
      let empty = ScopeState(scope, in: tables)
      facts[scope] = Array(repeating: nil, count: empty.facts.count)
      counters[scope] = Array(repeating: nil, count: empty.counters.count)
      timers[scope] = Array(repeating: nil, count: empty.timers.count)
      attributes[scope] = Array(repeating: nil, count: empty.attributes.count)
    }
    for rule in tables.facts where needs.facts.contains(rule.slot) {
      let width =
        if case .set(let words) = rule.kind { UInt64(words.count) } else {
          Self.width(of: max(rule.words.count - 1, 1))
        }
      let field = take(width, rule.slot.scope)
      facts[rule.slot.scope][rule.slot.index] = field
    }
    for rule in tables.counters where needs.counters.contains(rule.slot) {
      let field = take(Self.width(of: rule.limit), rule.slot.scope)
      counters[rule.slot.scope][rule.slot.index] = field
    }
    for rule in tables.timers where needs.timers.contains(rule.slot) {
      let field = take(2, rule.slot.scope)
      timers[rule.slot.scope][rule.slot.index] = field
    }
    for slot in needs.attributes.sorted(by: {
      ($0.scope.rawValue, $0.index) < ($1.scope.rawValue, $1.index)
    }) {
      let field = take(1, slot.scope)
      attributes[slot.scope][slot.index] = field
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

/// What conditions ask for, and what leads to that.
private struct LayoutNeeds {
  var facts: Set<Slot> = []
  var counters: Set<Slot> = []
  var timers: Set<Slot> = []
  var attributes: Set<AttributeSlot> = []
  var codes: Set<Int> = []

  init(_ atoms: Set<GuardAtom>, of graph: TenantGraph) {
    for atom in atoms {
      switch atom {
      case .account: break
      case .fact(let slot, _), .member(let slot, _): facts.insert(slot)
      case .timer(let slot, _): timers.insert(slot)
      case .full(let slot): counters.insert(slot)
      case .attribute(let slot): attributes.insert(slot)
      case .answer(let test): take(test)
      }
    }
    let tables = graph.tables
    for rule in tables.counters where !rule.effects.isEmpty || rule.target != .stay {
      counters.insert(rule.slot)
    }
    for rule in tables.timers where !rule.effects.isEmpty { timers.insert(rule.slot) }
    for mail in codes where tables.mails.indices.contains(mail) {
      attributes.insert(tables.mails[mail].recipient)
    }
    takeSources(of: graph)
  }

  private mutating func take(_ test: AnswerTest) {
    switch test.comparison {
    case .equalsAttribute(let slot), .equalsTOTP(let slot): attributes.insert(slot)
    case .equalsCode(let mail): codes.insert(mail)
    case .present, .equals, .equalsAnswer, .has, .matches: break
    }
  }

  /// What the texts that count are made of.
  private mutating func takeSources(of graph: TenantGraph) {
    let effects = graph.everyForm.flatMap(\.edges).flatMap(\.effects)
    var count = -1
    while count != attributes.count {
      count = attributes.count
      for case .setAttribute(.attribute(let slot), .attribute(let source)) in effects
      where attributes.contains(slot) {
        attributes.insert(source)
      }
    }
  }

  mutating func addSession(of tables: TenantGraph.Tables) {
    facts.formUnion(tables.facts.map(\.slot).filter { $0.scope == .session })
    counters.formUnion(tables.counters.map(\.slot).filter { $0.scope == .session })
    timers.formUnion(tables.timers.map(\.slot).filter { $0.scope == .session })
  }
}

extension TenantGraph {
  /// Every form of every state, decisions among them.
  var everyForm: [GraphForm] { states.flatMap { $0.forms + ($0.decision.map { [$0] } ?? []) } }
}
