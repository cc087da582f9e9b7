import JourneyModel

/// Whether a rule of a field that changed is now stricter, looser, or only another one.
struct RuleStrictness {
  let kind: ChangeKind

  /// Rules that are stricter the larger they are; of all other numbers the smaller is the stricter.
  private static let lowerBounds: Set<String> = [
    "minLength", "minSelectable", "min", "minLowerCase", "minUpperCase", "minNumber", "minSymbol",
  ]
  private static let upperBounds: Set<String> = [
    "maxLength", "maxSelectable", "max", "maxRepeatedCharacters", "maxNumericCharacterSequences",
  ]

  init(_ name: String, _ before: Value?, _ now: Value?) {
    guard let before else {
      kind = .stricter
      return
    }
    guard let now else {
      kind = .looser
      return
    }
    if name == "mustContain", case .list(let old) = before, case .list(let new) = now,
      old.allSatisfy(new.contains) != new.allSatisfy(old.contains)
    {
      kind = old.allSatisfy(new.contains) ? .stricter : .looser
      return
    }
    guard let old = before.amount, let new = now.amount, old != new else {
      kind = .ruleChanged
      return
    }
    if Self.lowerBounds.contains(name) {
      kind = new > old ? .stricter : .looser
    } else if Self.upperBounds.contains(name) {
      kind = new < old ? .stricter : .looser
    } else {
      kind = .ruleChanged
    }
  }
}

extension Value {
  fileprivate var amount: Double? {
    switch self {
    case .number(let spelling), .text(let spelling): Double(spelling)
    case .null, .bool, .list, .map, .secret: nil
    }
  }
}
