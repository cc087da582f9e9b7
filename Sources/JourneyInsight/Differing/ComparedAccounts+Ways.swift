/// By which screens people sign in with their password, or register, where that differs between two versions.
extension ComparedAccounts {
  /// Those who can sign in as usual, and no longer with their password.
  var withoutPassword: [Person] { people.filter(\.losesWay) }

  /// People with a password who sign in with it over other screens, those with the same difference together; then those who can no longer
  /// do so, or now can.
  var wayChanges: [ComputedChange] {
    return [
      change("password-lost", .breaking, withoutPassword, "can still sign in, but no longer with the password"),
      change("password-works", .less, people.filter(\.gainsWay), "can now sign in with the password"),
      change("provider-only", .breaking, [newcomer].filter(\.losesWay), "can register only through another provider"),
      change("own-registration", .less, [newcomer].filter(\.gainsWay), "can now register without another provider"),
    ].compactMap(\.self) + shifts(of: people, "way", Self.shift) { "the sign-in of \($0) with the password" }
      + shifts(of: [newcomer], "registration-way", Self.shift) { "the registration of \($0)" }
      + otherShifts(of: people.filter { !$0.hasPasswordWay(before: true) && !$0.hasPasswordWay(before: false) }, "other-way", "")
      + otherShifts(of: people.filter { $0.hasPasswordWay(before: true) }, "forgotten-way", " after forgetting the password")
  }

  /// Paths on which people do not enter the password that they have, or have none.
  private func otherShifts(of people: [Person], _ id: String, _ when: String) -> [ComputedChange] {
    shifts(of: people, id, Self.otherShift, reach: ({ $0.hard[.forgotten]?.before }, { $0.hard[.forgotten]?.now })) {
      "the sign-in of \($0)\(when)\(hasProviders ? " without another provider" : "")"
    }
  }

  private static func shift(of person: Person) -> WayShift? {
    guard case (.stops(let before), .stops(let now)) = person.ways, !(person.oldPathStays && person.newPathWasThere) else { return nil }
    return WayShift(before, now, isChoice: person.oldPathStays)
  }

  /// Of who takes another path, as the one of the first version does not lead to tokens any more.
  private static func otherShift(of person: Person) -> WayShift? {
    guard let reach = person.hard[.forgotten], let before = reach.before.stops, let now = reach.now.stops else { return nil }
    guard let shift = WayShift(before, now, isChoice: false) else { return nil }
    // What the sign-in itself has more or less is a change of its own.
    return shift == Self.shift(of: person) ? nil : shift
  }

  private func shifts(
    of people: [Person], _ id: String, _ shift: (Person) -> WayShift?,
    reach: (before: (Person) -> Reach?, now: (Person) -> Reach?) = ({ $0.before }, { $0.now }), subject: (String) -> String
  ) -> [ComputedChange] {
    var order: [WayShift] = []
    var found: [WayShift: [Person]] = [:]
    for person in people {
      guard let shift = shift(person) else { continue }
      if found[shift] == nil { order.append(shift) }
      found[shift, default: []].append(person)
    }
    return order.compactMap { shift in
      var change = self.change(
        "\(id):\(shift.id)", shift.meaning, found[shift] ?? [], shift.words, subject: subject, reach: reach.before, nowReach: reach.now)
      change?.shift = shift
      return change
    }
  }
}

extension ComputedChange {
  /// Whether it is about screens of which walks tell, each by a change of its own, that they come or go.
  func isTold(by changes: Set<String>, of tenant: String) -> Bool {
    guard let shift else { return false }
    return shift.added.allSatisfy { changes.contains("\(tenant):\($0):screen-added") }
      && shift.removed.allSatisfy { changes.contains("\(tenant):\($0):screen-removed") }
  }
}

extension ComparedAccounts.Person {
  /// Whether they can sign in, with the same password as far as is known, in both versions.
  private var staysIn: Bool {
    switch (before, now) {
    case (.reached, .reached), (.reached, .perhapsByNewPassword): true
    default: false
    }
  }

  /// Whether they still get in, and no longer as usual: with their password, or by registering without another provider.
  var losesWay: Bool { staysIn && hasPasswordWay(before: true) && ways.now == .never }

  /// Whether they got in before, and can now do so as usual.
  fileprivate var gainsWay: Bool { staysIn && ways.before == .never && hasPasswordWay(before: false) }

  /// Whether they signed in with their password, or registered without another provider, still get in, and no such path is known now.
  var mayLoseWay: Bool { staysIn && hasPasswordWay(before: true) && ways.now == .unknown }

  func hasPasswordWay(before isBefore: Bool) -> Bool {
    if case .stops = isBefore ? ways.before : ways.now { true } else { false }
  }
}
