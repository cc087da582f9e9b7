extension PromiseCourse {
  /// The people of the tenant's file, as a world begins with them.
  func people(_ people: [AccountState]) -> [PromisePassage.Left] {
    let alike = AlikeAccounts(people, in: graph, promise)
    return people.enumerated().map { place, person in
      let bits = layout.packed(person.scope, of: .account)
      let known = KnownPerson(person: .account(alike.first(like: place)), account: bits, device: 0, seen: 0)
      return PromisePassage.Left(person: known, account: place)
    }
  }
}
