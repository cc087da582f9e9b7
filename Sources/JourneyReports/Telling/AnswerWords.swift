import JourneyRunner

/// Where an answer comes from, as a person would say it; what it is never is in a log.
enum AnswerWords {
  static func text(of source: AnswerSource) -> String {
    switch source {
    case .mail: return "the code of the mail"
    case .sms: return "the code of the text message"
    case .totp: return "the code of the authenticator app"
    case .typed: return "as the scenario says"
    default: break
    }
    let parts = source.rawValue.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return source.rawValue }
    return parts[0] == "account" ? "their \(words(parts[1]))" : "the secret \(parts[1])"
  }

  /// `givenName` as `given name`.
  private static func words(_ name: Substring) -> String {
    name.reduce(into: "") { words, character in
      if character == "." || character == "_" {
        words += " "
      } else if character.isUppercase {
        words += " \(character.lowercased())"
      } else {
        words.append(character)
      }
    }
  }
}
