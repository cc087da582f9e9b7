extension RunDifference {
  /// The heading above the changes of a class; a promise that is broken need not keep anybody out.
  func heading(of meaning: ChangeClass) -> String {
    let broken = promises.flatMap(\.changes)
    guard meaning == .breaking, !broken.isEmpty else { return meaning.heading }
    let all = groups.count { $0.meaning == .breaking } + computedChanges.count { $0.meaning == .breaking }
    return all > broken.count ? "\(meaning.heading), or a promise is broken" : "A promise is broken"
  }
}
