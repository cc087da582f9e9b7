import ArgumentParser

/// The flags that say what a project may use.
struct ProjectFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(
    help: ArgumentHelp(
      "Let the project use only what this file lists: addresses, secrets, variables, commands, probes.", valueName: "file"))
  var policy: String?
}
