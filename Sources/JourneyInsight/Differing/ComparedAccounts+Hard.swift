/// What becomes of people in hard cases, where that differs between two versions.
extension ComparedAccounts {
  /// Those who can no longer sign in in a hard case, and those who now can.
  var hardChanges: [ComputedChange] {
    HardCase.allCases.flatMap { hard -> [ComputedChange?] in
      [
        change(
          hard.rawValue, .breaking, lost(in: hard), "can no longer sign in \(words(hard))", reach: { $0.hard[hard]?.before },
          nowReach: { $0.hard[hard]?.now }),
        change(
          "\(hard.rawValue):less", .less, all.filter { $0.isGained(in: hard) }, "could not sign in \(words(hard)) and can now",
          reach: { $0.hard[hard]?.before }, nowReach: { $0.hard[hard]?.now }),
      ]
    }.compactMap(\.self) + waitChanges
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

  /// What the headline says of them.
  var hardHeadlines: [String] {
    HardCase.allCases.compactMap { hard in
      let lost = lost(in: hard)
      if lost == [newcomer] { return "\(newcomer.name) can no longer sign in \(words(hard))" }
      let names = Self.list(lost.map(\.name))
      return lost.isEmpty ? nil : "\(Self.counted(lost.count, of: people)) can no longer sign in \(words(hard)): \(names)"
    }
  }

  /// How things are in the second version: how many can sign in, also in hard cases, and whether people can register.
  var standing: String {
    let cases = [HardCase.forgotten, .locked].compactMap { hard -> String? in
      let reaches = people.compactMap { $0.hard[hard]?.now }
      let unknown = reaches.count { $0.reason != nil }
      guard !reaches.isEmpty else { return nil }
      let doubt = unknown == 0 ? "" : " (\(unknown) not known)"
      let waits = Set(people.compactMap { $0.hard[hard]?.waits.now?.text })
      let wait = waits.count == 1 ? waits.first.map { " by waiting \($0)" } ?? "" : ""
      return
        "\(hard.words) \(reaches.count { $0.path != nil }) of \(reaches.count)\(wait)\(doubt)\(earlier { $0.hard[hard]?.before } now: { $0.hard[hard]?.now })"
    }
    let register = newcomer.now.path != nil ? "can" : newcomer.now.reason == nil ? "cannot" : "may be able to"
    let only = newcomer.now.path != nil && newcomer.ways.now == .never ? " only through another provider" : ""
    let able = "\(Self.counted(people.count { $0.now.path != nil }, of: people)) can sign in\(earlier { $0.before } now: { $0.now })"
    let hard = cases.isEmpty ? "" : "\(hasProviders ? "; without another provider" : ""), \(cases.joined(separator: ", "))"
    return "in \(now) \(able)\(hard); new users \(register) register\(only)"
  }

  /// How many got through before, where that is another number.
  private func earlier(_ before: (Person) -> Reach?, now: (Person) -> Reach?) -> String {
    let old = people.count { before($0)?.path != nil }
    return old == people.count { now($0)?.path != nil } ? "" : " (previously \(old))"
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
  /// Why it is not known.
  var reason: String? { now.reason ?? before.reason }
}

extension ComparedAccounts.Waits {
  fileprivate var differ: Bool { before != nil && now != nil && before != now }
}
