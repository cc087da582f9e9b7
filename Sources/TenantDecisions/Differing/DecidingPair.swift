/// The rules that decide for a person in two versions of a tenant.
struct DecidingPair {
  /// One version's deciding rules: for each sequence the entry; `nil` where none holds.
  struct Half {
    var sequences: [RuleSequence]
    var entries: [RuleSequence.Entry?]
    /// The rule of enrolment that decides next to those that let people in; `nil` where none does, or it is not looked at.
    var enrolment: RuleSequence.Entry?
    /// What those decide that let people in.
    let asking: [RuleOutcome]

    /// What the person meets: all of it together.
    var demand: RuleDemand { RuleDemand(asking) }

    fileprivate init(_ sequences: [RuleSequence], _ rules: [Int?], enrolment: RuleSequence?, _ rule: Int?) {
      self.sequences = sequences
      entries = zip(sequences, rules).map { sequence, place in place.map { sequence.entries[$0] } }
      asking = entries.compactMap { $0?.rule.outcome }
      guard let enrolment else { return }
      self.enrolment = rule.map { enrolment.entries[$0] }
      self.sequences.append(enrolment)
      entries.append(self.enrolment)
    }
  }

  var before: Half
  var now: Half
  /// The place of the combination.
  var place: Int
  /// Where the rules stand: those of the second version count first.
  var order: [Int]

  /// - Parameters:
  ///   - enrolment: the rules of enrolment that are looked at next to those that let people in.
  ///   - rules: the places of the deciding ones: of the first version, of the second, and of enrolment in both.
  init(
    _ before: [RuleSequence], _ now: [RuleSequence], enrolment: (before: RuleSequence, now: RuleSequence)? = nil, _ rules: [Int?],
    _ place: Int
  ) {
    let (old, new) = (Array(rules.prefix(before.count)), Array(rules.dropFirst(before.count).prefix(now.count)))
    let rest = Array(rules.dropFirst(before.count + now.count))
    self.before = Half(before, old, enrolment: enrolment?.before, rest.first ?? nil)
    self.now = Half(now, new, enrolment: enrolment?.now, rest.last ?? nil)
    self.place = place
    order = (new + old + rest.reversed()).map { $0 ?? .max }
  }

  /// The sequences of which another outcome comes; all of them where the rules are the same, and only what they ask for is worth something
  /// else.
  private var changed: [RuleKind] {
    let kinds = Set(before.sequences.map(\.kind) + now.sequences.map(\.kind))
    let other = kinds.filter { before.outcome(of: $0) != now.outcome(of: $0) }
    return RuleKind.allCases.filter((other.isEmpty ? kinds : other).contains)
  }

  /// The lists and the deciding rules, of what changed alone.
  var id: String {
    let kinds = changed
    return "\(kinds.map(scope).joined(separator: "+")):\(before.name(of: kinds)):\(now.name(of: kinds))"
  }

  /// The change that it is, without the people.
  func change(_ shift: DemandShift, _ kind: RuleKind?) -> RuleChange {
    let kinds = changed
    var (old, new) = (before.side(of: kinds), now.side(of: kinds))
    if case .set(let first) = before.demand(of: kinds), case .set(let second) = now.demand(of: kinds), first != second {
      // Of long lists of words, those that are others.
      let words = Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }.sorted()
      (old.asked, new.asked) = (RuleWording.text(words, of: first), RuleWording.text(words, of: second))
    }
    let presence = (before.presence(of: kinds), now.presence(of: kinds))
    if old.asked == new.asked, presence.0 != presence.1, !presence.0.isEmpty, !presence.1.isEmpty {
      old.asked += " (\(presence.0))"
      new.asked += " (\(presence.1))"
    }
    return RuleChange(id: id, shift: shift, kind: kind, places: [], before: old, now: new)
  }

  /// The kind, and of apps the list that decides now, else the one that did.
  private func scope(_ kind: RuleKind) -> String {
    guard kind == .app else { return kind.rawValue }
    return (now.list(of: kind) ?? before.list(of: kind)).map { "app/\($0)" } ?? kind.rawValue
  }
}

extension DecidingPair.Half {
  fileprivate func entry(of kind: RuleKind) -> RuleSequence.Entry? {
    zip(sequences, entries).first { $0.0.kind == kind }?.1
  }

  fileprivate func outcome(of kind: RuleKind) -> RuleOutcome? { entry(of: kind)?.rule.outcome }

  fileprivate func demand(of kinds: [RuleKind]) -> RuleDemand { RuleDemand(kinds.map(outcome)) }

  fileprivate func list(of kind: RuleKind) -> String? { sequences.first { $0.kind == kind }?.entries.first?.list }

  fileprivate func name(of kinds: [RuleKind]) -> String {
    kinds.map { kind in
      guard let entry = entry(of: kind) else { return "(no rule)" }
      let rule = entry.rule.id ?? entry.rule.name
      // Lists that are tried one after the other may have rules of one name.
      return kind.isTriedInOrder ? "\(entry.list)/\(rule)" : rule
    }.joined(separator: "+")
  }

  fileprivate func presence(of kinds: [RuleKind]) -> String {
    RuleWording.presence(kinds.compactMap { if case .ask(let ask)? = outcome(of: $0) { ask } else { nil } })
  }

  fileprivate func side(of kinds: [RuleKind]) -> RuleChange.Side {
    let outcomes = kinds.compactMap { outcome(of: $0) }
    let isDenied = outcomes.contains(.deny)
    let asks = kinds.compactMap { kind -> (kind: RuleKind, ask: RuleAsk)? in
      if case .ask(let ask)? = outcome(of: kind), !isDenied { (kind, ask) } else { nil }
    }
    return RuleChange.Side(
      rules: kinds.map { kind in entry(of: kind)?.rule.name ?? "(no rule)" },
      asked: kinds == [.enrolment] ? RuleWording.settingUp(RuleDemand(outcomes)) : RuleWording.text(RuleDemand(outcomes)),
      again: Self.unique(asks.map { RuleWording.again($0.ask, of: $0.kind) }),
      lacking: Self.unique(asks.map(\.ask).filter { RuleDemand([.ask($0)]) != .ask([]) }.map { RuleWording.text($0.whenLacking) }))
  }

  private static func unique(_ texts: [String]) -> String {
    texts.enumerated().filter { place, text in !text.isEmpty && texts.firstIndex(of: text) == place }.map(\.element)
      .joined(separator: "; ")
  }
}
