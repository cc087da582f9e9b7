import TenantDecisions

/// A span of time as the API writes it, e.g. `PT2H10M`.
enum OktaSpan {
  /// As long as the session: what the console writes for it.
  private static let session = ProofNeed.wholeSession

  /// In seconds; `nil` within for as long as the session, and `nil` for another text.
  static func seconds(_ text: String) -> Int?? {
    guard text.hasPrefix("P") else { return nil }
    var total = 0
    var number = ""
    var isTime = false
    for sign in text.dropFirst() {
      if sign == "T", number.isEmpty, !isTime {
        isTime = true
      } else if sign.isASCII, sign.isNumber, number.count < 9 {
        number.append(sign)
      } else {
        guard let count = Int(number), let unit = unit(sign, isTime) else { return nil }
        total += count * unit
        number = ""
      }
    }
    guard number.isEmpty, text.count > 2 else { return nil }
    return total >= session ? .some(nil) : total
  }

  private static func unit(_ sign: Character, _ isTime: Bool) -> Int? {
    switch sign {
    case "D" where !isTime: 86_400
    case "W" where !isTime: 604_800
    case "H" where isTime: 3_600
    case "M" where isTime: 60
    case "S" where isTime: 1
    default: nil
    }
  }
}
