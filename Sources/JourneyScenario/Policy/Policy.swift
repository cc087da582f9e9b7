package import JourneyModel

/// What the caller of a run lets the project use; what it does not list is not allowed.
///
/// It comes from outside the project, because scenarios and tenants.yaml may be a stranger's: they can use less, never more.
package struct Policy: Sendable, Hashable {
  /// Where requests of tenants, inboxes, proxies and `request` may go.
  package var origins: Set<Origin>
  /// The names of environment variables that `${env.…}` may read.
  package var variables: Set<String>
  /// By name, where each may go; a name that is missing may not be used.
  package var secrets: [String: Set<Origin>]
  /// The fields that a secret may be typed into, apart from those of passwords and codes, by the secret's name.
  package var fields: [String: Set<String>]
  /// The names of mock tenants that get a secret, by the secret's name; any other mock gets a placeholder instead.
  package var mocks: [String: Set<String>]
  /// In the order written.
  package var commands: [Command]
  /// The probes that live tenants may be tried with.
  package var probes: Set<Probe>

  /// A policy that allows nothing.
  package init() {
    origins = []
    variables = []
    secrets = [:]
    fields = [:]
    mocks = [:]
    commands = []
    probes = []
  }

  /// A command, or a family of them.
  package struct Command: Sendable, Hashable {
    /// How long a command may take that has no limit of its own.
    package static let usualTimeout: Duration = .seconds(30)

    /// The program and its arguments, patterns among them; never empty.
    package var words: [String]
    /// The names of the variables that it gets.
    package var variables: [String]
    package var timeout: Duration

    package init(words: [String], variables: [String] = [], timeout: Duration = usualTimeout) {
      self.words = words
      self.variables = variables
      self.timeout = timeout
    }
  }
}

extension Policy.Command {
  /// Matches any further arguments.
  static let anyMore = "**"

  /// The rule for '*' and '**', as messages show it.
  package static let patternRule =
    "'*' stands for letters, digits and the characters . _ - + @ : , / and begins with a letter or a digit; it contains no '..'"

  private static let signs = Set("._-+@:,/".unicodeScalars)

  /// Whether these words are meant.
  ///
  /// - Parameter arguments: the program and its arguments; `nil` for one that is not known yet, which fits any.
  package func fits(_ arguments: [String?]) -> Bool { fits(arguments, Self.isHarmless) }

  /// The first argument that only its signs keep from being meant, such as one that a shell or `make` would carry out; `nil`
  /// where these words are meant, or where something else keeps them from it.
  package func tooTelling(_ arguments: [String?]) -> String? {
    guard !fits(arguments), fits(arguments, { _ in true }) else { return nil }
    for (index, argument) in arguments.enumerated() {
      guard let argument, let rest = patterned(at: index, argument), !Self.isHarmless(rest) else { continue }
      return argument
    }
    return nil
  }

  private func fits(_ arguments: [String?], _ isAllowed: (Substring) -> Bool) -> Bool {
    let rest = words.last == Self.anyMore
    guard rest ? arguments.count >= words.count - 1 : arguments.count == words.count else { return false }
    return arguments.enumerated().allSatisfy { index, argument in
      guard let argument else { return true }
      if let rest = patterned(at: index, argument) { return isAllowed(rest) }
      return index < words.count && argument == words[index]
    }
  }

  /// What a pattern matches of an argument; `nil` if it has to be written out, or has another beginning.
  private func patterned(at index: Int, _ argument: String) -> Substring? {
    if words.last == Self.anyMore, index >= words.count - 1 { return argument[...] }
    guard index < words.count, words[index].hasSuffix("*"), argument.hasPrefix(words[index].dropLast()) else { return nil }
    return argument.dropFirst(words[index].count - 1)
  }

  /// Whether no shell, `make` or program takes a text for anything but a value: no variable, option, assignment, file of
  /// arguments or way out of a folder.
  private static func isHarmless(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first, isWord(first) else { return false }
    guard text.unicodeScalars.allSatisfy({ isWord($0) || signs.contains($0) }) else { return false }
    return !text.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }

  /// The words as a message lists them.
  package var spelling: String { "[" + words.joined(separator: ", ") + "]" }
}
