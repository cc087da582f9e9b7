extension RunDifference {
  /// The heading above the changes of a class; a promise that is broken need not keep anybody out.
  func heading(of meaning: ChangeClass, _ usual: String) -> String {
    let broken = promises.flatMap(\.changes)
    guard meaning == .breaking, !broken.isEmpty else { return usual }
    let all = groups.count { $0.meaning == .breaking } + computedChanges.count { $0.meaning == .breaking }
    let isUpper = usual == usual.uppercased()
    guard all > broken.count else { return isUpper ? "A PROMISE IS BROKEN" : "A promise is broken" }
    return usual + (isUpper ? ", OR A PROMISE IS BROKEN" : ", or a promise is broken")
  }
}
