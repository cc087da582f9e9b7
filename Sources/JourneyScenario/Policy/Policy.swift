package import Diagnostics
package import JourneyModel
internal import LocatedYAML

/// What whoever starts a run lets the project use; what it does not name is not allowed.
///
/// It comes from outside of the project, since scenarios and tenants.yaml may be a stranger's: they can use less, never more.
package struct Policy: Sendable, Hashable {
  /// Whom tenants, inboxes, proxies and `request` may speak to.
  package var origins: Set<Origin>
  /// The names of environment variables that `${env.…}` may read.
  package var variables: Set<String>
  /// By name, where each may go; a name that is missing may not be used.
  package var secrets: [String: Set<Origin>]
  /// The names of mock tenants that are told a secret, by the secret's name; any other mock gets a value of its own instead.
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
    mocks = [:]
    commands = []
    probes = []
  }

  /// A command, or a family of them.
  package struct Command: Sendable, Hashable {
    /// How long a command may take that says nothing else.
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

  /// Reads a policy as it lies on disk.
  ///
  /// Where something is wrong with it, what could be read is less than what was written, never more.
  package static func read(_ bytes: [UInt8], named name: String) -> (policy: Policy, diagnostics: [Diagnostic]) {
    var decoder = PolicyDecoder()
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &decoder.diagnostics)
    let policy = decoder.policy(documents, file)
    return (policy, decoder.diagnostics.inOrder(of: file))
  }
}

extension Policy.Command {
  /// Stands for any further arguments.
  static let anyMore = "**"

  /// Whether these words are meant.
  ///
  /// - Parameter arguments: the program and its arguments; `nil` for one that is not known yet, which fits any.
  package func fits(_ arguments: [String?]) -> Bool {
    for (index, word) in words.enumerated() {
      if word == Self.anyMore { return true }
      guard index < arguments.count else { return false }
      guard let argument = arguments[index] else { continue }
      guard word.hasSuffix("*") ? argument.hasPrefix(word.dropLast()) : argument == word else { return false }
    }
    return words.count == arguments.count
  }

  /// The words as a message lists them.
  package var spelling: String { "[" + words.joined(separator: ", ") + "]" }
}
