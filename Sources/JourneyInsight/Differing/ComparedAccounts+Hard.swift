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
    }.compactMap(\.self)
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
      return "\(hard.words) \(reaches.count { $0.path != nil }) of \(reaches.count)\(doubt)"
    }
    let register = newcomer.now.path != nil ? "can" : newcomer.now.reason == nil ? "cannot" : "may be able to"
    let only = newcomer.now.path != nil && newcomer.ways.now == .never ? " only through another provider" : ""
    let able = "\(Self.counted(people.count { $0.now.path != nil }, of: people)) can sign in"
    let hard = cases.isEmpty ? "" : "\(hasProviders ? "; without another provider" : ""), \(cases.joined(separator: ", "))"
    return "in \(now) \(able)\(hard); new users \(register) register\(only)"
  }

  private func lost(in hard: HardCase) -> [Person] { all.filter { $0.isLost(in: hard) } }
}

extension ComparedAccounts.Person {
  fileprivate func isLost(in hard: HardCase) -> Bool { self.hard[hard].map { $0.before.path != nil && $0.now == .never } ?? false }
  fileprivate func isGained(in hard: HardCase) -> Bool { self.hard[hard].map { $0.before == .never && $0.now.path != nil } ?? false }
  /// Whether they got through in a hard case and it is not known whether they still do.
  func isDoubtful(in hard: HardCase) -> Bool { self.hard[hard].map { $0.before.path != nil && $0.now.reason != nil } ?? false }
}
