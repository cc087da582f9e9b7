/// What becomes of people in hard cases, where that differs between two versions.
extension ComparedAccounts {
  /// Those who can no longer sign in in a hard case, and those who now can.
  var hardChanges: [ComputedChange] {
    HardCase.allCases.flatMap { hard -> [ComputedChange?] in
      [
        change(
          hard.rawValue, hard.meaning, lost(in: hard), "can no longer sign in \(words(hard))", reach: { $0.hard[hard]?.before },
          nowReach: { $0.hard[hard]?.now }),
        change(
          "\(hard.rawValue):less", .less, all.filter { $0.isGained(in: hard) }, "could not sign in \(words(hard)) and can now",
          reach: { $0.hard[hard]?.before }, nowReach: { $0.hard[hard]?.now }),
      ]
    }.compactMap(\.self) + waitChanges + [countChange].compactMap(\.self)
  }

  /// Those who wait for another time after a lock, people with the same times together.
  private var waitChanges: [ComputedChange] {
    var order: [Waits] = []
    for waits in people.compactMap({ $0.hard[.locked]?.waits }) where waits.differ && !order.contains(waits) { order.append(waits) }
    return order.compactMap { waits in
      guard let old = waits.before, let new = waits.now else { return nil }
      let some = people.filter { $0.hard[.locked]?.waits == waits }
      let lock = "wrong passwords have locked the account"
      return change(
        "lock-time:\(old.text):\(new.text)", old.length < new.length ? .more : .less, some,
        "can sign in by waiting \(new.text) after \(lock), previously \(old.text)", reach: { $0.hard[.locked]?.before },
        nowReach: { $0.hard[.locked]?.now })
    }
  }

  /// Those whose accounts are locked after more or fewer wrong passwords.
  private var countChange: ComputedChange? {
    guard let old = wrongPasswords.before, let new = wrongPasswords.now, old != new else { return nil }
    let some = people.filter {
      $0.hard[.locked].map { $0.waits.before != nil && $0.waits.now != nil || $0.before == .never && $0.now == .never } ?? false
    }
    return change(
      "lock-count:\(old):\(new)", new < old ? .more : .less, some,
      "\(some.count == 1 ? "is" : "are") locked after \(Counted.text(new, "wrong password")), previously after \(old)",
      reach: { $0.hard[.locked]?.before }, nowReach: { $0.hard[.locked]?.now })
  }

  /// What the headline says of them.
  var hardHeadlines: [String] {
    HardCase.allCases.filter { $0.meaning == .breaking }.compactMap { hard in
      let lost = lost(in: hard)
      if lost == [newcomer] { return "\(newcomer.name) can no longer sign in \(words(hard))" }
      let names = Self.list(lost.map(\.name))
      return lost.isEmpty ? nil : "\(Self.counted(lost.count, of: people)) can no longer sign in \(words(hard)): \(names)"
    }
  }

  /// How things are in the second version: how many can sign in, also in hard cases, and whether people can register.
  var standing: String {
    let cases = [HardCase.forgotten, .locked].compactMap { standing(in: $0) }
    let register = newcomer.now.path != nil ? "can" : newcomer.now.reason == nil ? "cannot" : "may be able to"
    let only = newcomer.now.path != nil && newcomer.ways.now == .never ? " only through another provider" : ""
    let able = "\(Self.counted(people.count { $0.now.path != nil }, of: people)) can sign in\(remarks({ $0.before }, { $0.now }))"
    let hard = cases.isEmpty ? "" : "\(hasProviders ? "; without another provider" : ""), \(cases.joined(separator: ", "))"
    return "in \(now) \(able)\(hard); new users \(register) register\(only)"
  }

  /// The same in one hard case; `nil` where no account is in it.
  private func standing(in hard: HardCase) -> String? {
    let asked = people.filter { $0.hard[hard] != nil }
    guard !asked.isEmpty else { return nil }
    let waits = Set(asked.compactMap { $0.hard[hard]?.waits.now?.text })
    // Whose password does not work any more is not asked of what comes after wrong ones.
    let isOfSome = people.contains { $0.hard[hard] == nil && $0.now.path != nil && $0.hasPasswordWay(before: true) }
    let some = hard == .locked && isOfSome ? " who still sign in with the password" : ""
    let through = asked.count { $0.hard[hard]?.now.path != nil }
    let atOnce = asked.count { person in
      person.hard[hard].map { $0.now.path != nil && $0.waits.now == nil } ?? false || person.hard[.lockedAtOnce]?.now.path != nil
    }
    let wait =
      waits.count != 1
      ? "" : waits.first.map { atOnce == through ? " at once or by waiting \($0)" : " by waiting \($0)\(Self.atOnce(atOnce))" } ?? ""
    return "\(hard.words) \(through) of \(asked.count)\(some)\(wait)\(remarks({ $0.hard[hard]?.before }, { $0.hard[hard]?.now }))"
  }

  private static func atOnce(_ count: Int) -> String { count == 0 ? "" : ", \(count) of them at once" }

  /// Of how many it is not known, and how many got through before, where that is another number.
  private func remarks(_ before: (Person) -> Reach?, _ now: (Person) -> Reach?) -> String {
    let doubts = people.count { now($0)?.reason != nil }
    let old = people.count { before($0)?.path != nil }
    var remarks = doubts == 0 ? [] : ["\(doubts) not known"]
    if old != people.count(where: { now($0)?.path != nil }) { remarks.append("previously \(old)") }
    return remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
  }

  private func lost(in hard: HardCase) -> [Person] { all.filter { $0.isLost(in: hard) } }
}

extension ComparedAccounts.Person {
  fileprivate func isLost(in hard: HardCase) -> Bool { self.hard[hard].map { $0.before.path != nil && $0.now == .never } ?? false }
  fileprivate func isGained(in hard: HardCase) -> Bool { self.hard[hard].map { $0.before == .never && $0.now.path != nil } ?? false }
  /// Whether it is not known of them in a hard case, and was not known to be possible before.
  func isUntold(in hard: HardCase) -> Bool { self.hard[hard].map { $0.reason != nil && $0.before.path == nil } ?? false }
  /// Whether they got through in a hard case and it is not known whether they still do.
  func isDoubtful(in hard: HardCase) -> Bool { self.hard[hard].map { $0.before.path != nil && $0.now.reason != nil } ?? false }
}

extension ComparedAccounts.HardReach {
  package var isKnown: Bool { reason == nil }
  /// Why it is not known.
  var reason: String? { now.reason ?? before.reason }
}

extension ComparedAccounts.Waits {
  fileprivate var differ: Bool {
    guard let before, let now else { return false }
    return before.isExact && now.isExact && before != now
  }
}
