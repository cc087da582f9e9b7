import Diagnostics
import JourneyLanguage
import JourneyModel

/// Secrets that outputs cannot hide: short ones occur in other texts by chance, and a word of the project is in its titles and
/// paths as well, where `***` would reveal it.
struct GuessableSecrets {
  /// A shorter text is not looked for.
  private static let shortest = 6

  /// The files of the project that were read.
  let files: [SourceFile]

  /// What is warned of, each secret once, at the first place that names it.
  func problems(with needs: [Reference], in environment: RunEnvironment) -> [Diagnostic] {
    var seen: Set<String> = []
    return needs.compactMap { reference in
      guard let secret = environment.secrets(named: [reference]).first, seen.insert(secret.name).inserted, isGuessable(secret.unsafeText)
      else { return nil }
      return Diagnostic(
        .guessableSecret, "the secret '\(reference.path.name)' is short or a word of the project, so that outputs cannot hide it",
        at: reference.range, severity: .warning, suggestion: "give it a value that no title, path or text of the project contains")
    }
  }

  /// What is warned of where a file of the project has a password written out.
  static func problem(with password: String, of account: String, at range: SourceRange) -> Diagnostic? {
    guard password.utf8.count < shortest || isWords(password) else { return nil }
    return Diagnostic(
      .guessableSecret, "the password of the account '\(account)' is short or a word, so that outputs are not searched for it", at: range,
      severity: .warning, suggestion: "give the account one with digits or special characters")
  }

  private func isGuessable(_ text: String) -> Bool {
    if text.utf8.count < Self.shortest { return true }
    return Self.isWords(text) && files.contains { Self.holdsWord(text, $0.text) }
  }

  /// Whether it is letters and what joins them.
  static func isWords(_ text: String) -> Bool { !Secret(text, name: "", source: .project).isSearchedFor }

  /// Whether it is there with neither a letter nor a digit next to it.
  private static func holdsWord(_ word: String, _ text: String) -> Bool {
    text.ranges(of: word).contains { range in
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      return [before, after].allSatisfy { $0?.isLetter != true && $0?.isNumber != true }
    }
  }
}

extension [Reference.Part] {
  /// The first member, which is a secret's name.
  fileprivate var name: String {
    if case .member(let name)? = first { name } else { "" }
  }
}
