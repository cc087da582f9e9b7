/// The accounts that forms can find by the texts that they look up.
struct FindableAccounts {
  private let people: [AccountState]
  /// The texts that an edge changes of an existing account.
  private let changed: Set<AttributeSlot>
  /// The texts that who registers may have.
  private let registered: Set<AttributeSlot>
  /// Those of them that a registration may leave out.
  private let leftOut: Set<AttributeSlot>

  init(_ people: [AccountState], in graph: TenantGraph) {
    self.people = people
    var changed: Set<AttributeSlot> = []
    var created: Set<AttributeSlot> = []
    for effect in graph.everyEffect {
      if case .setAttribute(.attribute(let slot), _) = effect { changed.insert(slot) }
      guard case .create(let assignments) = effect else { continue }
      for assignment in assignments { if case .attribute(let slot) = assignment.target { created.insert(slot) } }
    }
    leftOut = Set(
      graph.everyForm.flatMap { form in
        form.edges.flatMap(\.effects).flatMap(\.assignments).compactMap { assignment -> AttributeSlot? in
          guard case .attribute(let slot) = assignment.target, case .answer(let path) = assignment.source else { return nil }
          return form.optional.contains(path) ? slot : nil
        }
      })
    self.changed = changed
    registered = changed.union(created)
  }

  /// Whether a form can find the person by one of the texts that it looks for.
  ///
  /// - Parameter has: whether the person has such a text; `nil` where that is not kept.
  func mayFind(_ person: JourneyMoment.Person, _ form: GraphForm, has: (AttributeSlot) -> Bool?) -> Bool {
    form.finds.contains { mayFind(person, by: $0) && has($0.attribute) != false }
  }

  /// What has to be known to tell whether a form finds who registered: texts that a registration may leave out.
  func texts(of person: JourneyMoment.Person, _ form: GraphForm) -> [AttributeSlot] {
    person == .created ? form.finds.map(\.attribute).filter(leftOut.contains) : []
  }

  private func mayFind(_ person: JourneyMoment.Person, by find: Find) -> Bool {
    switch person {
    case .nobody: false
    case .created: registered.contains(find.attribute) && !isTaken(find)
    case .account(let place):
      if changed.contains(find.attribute) { true } else { isFound(people[place], by: find) }
    }
  }

  private func isFound(_ person: AccountState, by find: Find) -> Bool {
    guard let text = person.scope.attributes[find.attribute.index] else { return false }
    return literal(of: find).map { $0.lowercased() == text.lowercased() } ?? true
  }

  /// Whether it finds an account of the tenant's file, which then comes first.
  private func isTaken(_ find: Find) -> Bool {
    literal(of: find) != nil && !changed.contains(find.attribute) && people.contains { isFound($0, by: find) }
  }

  private func literal(of find: Find) -> String? {
    if case .literal(let text) = find.source { text } else { nil }
  }
}
