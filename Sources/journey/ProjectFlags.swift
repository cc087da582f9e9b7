import ArgumentParser
import JourneyKit

/// The flags that say what a project may use.
struct ProjectFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(
    help: ArgumentHelp(
      "Let the project use only what this file lists: addresses, secrets, variables, commands, probes.", valueName: "file"))
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "Read the mails of a live tenant from this Maildir, which may be outside of the project; may be given several times.",
      valueName: "tenant=folder"))
  var maildir: [String] = []

  /// The settings that these flags mean for a project that is only read: what its secrets are does not matter.
  func settings(reading path: String) -> RunSettings {
    var settings = settings(of: [path])
    settings.needsValues = false
    return settings
  }

  /// The settings that these flags mean, for these files and folders.
  func settings(of paths: [String]) -> RunSettings {
    var settings = RunSettings()
    settings.paths = paths
    settings.secretsFile = secrets
    settings.policyFile = policy
    settings.environment = ProcessEnvironment.variables
    settings.spelling = .flags
    return settings
  }

  func validate() throws {
    for text in maildir where Self.pair(text) == nil { throw ValidationError("--maildir takes TENANT=FOLDER, not '\(text)'.") }
  }

  /// The files that they and others name, each with its flag: no output may overwrite one of them.
  func read(_ others: (flag: String, path: String?)...) -> [(flag: String, path: String?)] {
    let own: [(flag: String, path: String?)] = [("--secrets", secrets), ("--policy", policy)]
    return own + others
  }

  /// The folders by tenant.
  var maildirs: [String: String] {
    Dictionary(maildir.compactMap(Self.pair)) { _, last in last }
  }

  private static func pair(_ text: String) -> (String, String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}
