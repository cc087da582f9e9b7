import JourneyRunner

extension RunSettings.Selection {
  /// The cases that are wanted by their ids, and those that they are compared with.
  func cases(of cases: [PlannedCase]) -> [PlannedCase] {
    guard let ids else { return cases }
    let groups = Set(cases.filter { ids.contains($0.id) }.compactMap(\.indistinguishableFrom))
    return cases.filter { planned in ids.contains(planned.id) || planned.indistinguishableFrom.map(groups.contains) == true }
  }
}
