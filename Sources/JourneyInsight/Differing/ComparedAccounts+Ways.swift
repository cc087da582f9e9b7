/// By which screens people sign in with their password, or register, where that differs between two versions.
extension ComparedAccounts {
  /// Those who can sign in as usual, and no longer with their password.
  var withoutPassword: [Person] { people.filter { $0.staysIn && $0.hasPasswordWay(before: true) && $0.ways.now == .never } }

  /// People with a password who sign in with it over other screens, those with the same difference together; then those who can no longer
  /// do so, or now can.
  var wayChanges: [ComputedChange] {
    let gained = people.filter { $0.staysIn && $0.ways.before == .never && $0.hasPasswordWay(before: false) }
    return [
      change("password-lost", .breaking, withoutPassword, "can still sign in, but no longer with the password"),
      change("password-works", .less, gained, "can now sign in with the password"),
    ].compactMap(\.self) + shifts(of: people, "way") { "the sign-in of \($0) with the password" }
      + shifts(of: [newcomer], "registration-way") { "the registration of \($0)" }
  }

  private func shifts(of people: [Person], _ id: String, subject: (String) -> String) -> [ComputedChange] {
    var order: [WayShift] = []
    var found: [WayShift: [Person]] = [:]
    for person in people {
      guard case (.stops(let before), .stops(let now)) = person.ways, !(person.oldPathStays && person.newPathWasThere),
        let shift = WayShift(before, now, isChoice: person.oldPathStays)
      else { continue }
      if found[shift] == nil { order.append(shift) }
      found[shift, default: []].append(person)
    }
    return order.compactMap { shift in
      var change = self.change("\(id):\(shift.id)", shift.meaning, found[shift] ?? [], shift.words, subject: subject)
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
  /// Whether they can sign in, with the same password, in both versions.
  fileprivate var staysIn: Bool {
    guard case (.reached, .reached) = (before, now) else { return false }
    return true
  }

  /// Whether they signed in with their password, still get in, and no path with it is known in the second version.
  var mayLosePassword: Bool { staysIn && hasPasswordWay(before: true) && ways.now == .unknown }

  fileprivate func hasPasswordWay(before isBefore: Bool) -> Bool {
    if case .stops = isBefore ? ways.before : ways.now { true } else { false }
  }
}
