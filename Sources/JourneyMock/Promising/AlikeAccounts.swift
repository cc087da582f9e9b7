/// Which accounts of a tenant no form and no promise can tell apart but by what moments keep of them.
struct AlikeAccounts {
  private let firsts: [Int]

  init(_ people: [AccountState], in graph: TenantGraph, _ promise: TenantPromise) {
    let finds = graph.everyForm.flatMap(\.finds)
    var groups: [[String?]: Int] = [:]
    firsts = people.indices.map { place in
      let traits = finds.map { find -> String? in
        guard let text = people[place].scope.attributes[find.attribute.index] else { return nil }
        if case .literal(let wanted) = find.source { return wanted == text ? "same" : nil }
        return "some"
      }
      let isMeant = promise.accounts.map { $0.contains(place) } ?? true
      let key = traits + [isMeant ? "meant" : nil]
      groups[key] = groups[key] ?? place
      return groups[key] ?? place
    }
  }

  /// The accounts that no other one is like, by their places.
  var singles: Set<Int> {
    let counts = firsts.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return Set(counts.filter { $0.value == 1 }.keys)
  }

  /// The first account that is like this one.
  func first(like place: Int) -> Int { firsts.indices.contains(place) ? firsts[place] : place }
}
