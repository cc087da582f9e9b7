import ArgumentParser
import JourneyKit

/// The flags that say which scenarios are meant; `run`, `check` and `list` take them alike.
struct SelectionFlags: ParsableArguments {
  @Argument(help: "Scenario files and folders; names that begin with '_' are left out.")
  var paths: [String] = ["journeys"]

  @Option(help: ArgumentHelp("Take scenarios with these tags, e.g. 'smoke and not slow'.", valueName: "expression"))
  var tag: String?

  @Option(help: ArgumentHelp("Take scenarios whose name fits a regular expression.", valueName: "regex"))
  var name: String?

  @Option(help: ArgumentHelp("Take the scenario at a line of a file; may be given several times.", valueName: "file:line"))
  var at: [String] = []

  @Option(
    help: ArgumentHelp(
      "Walk a tenant's scenarios on another one, e.g. acme=acme-staging; may be given several times.", valueName: "tenant"))
  var tenant: [String] = []

  @Option(help: ArgumentHelp("Walk as this app, or as 'all' of them.", valueName: "name"))
  var app: String?

  @Option(help: ArgumentHelp("A variable for every scenario, as NAME=VALUE.", valueName: "name=value"))
  var `var`: [String] = []

  @Option(help: ArgumentHelp("Read secrets from a file of NAME=VALUE lines.", valueName: "file"))
  var secrets: String?

  @Option(
    help: ArgumentHelp(
      "Let the project use what this file names and nothing else: addresses, secrets, variables, commands, probes.", valueName: "file"))
  var policy: String?

  /// The settings that these flags mean.
  func settings() throws -> RunSettings {
    var settings = RunSettings()
    settings.paths = paths
    settings.selection.tags = tag
    settings.selection.name = name
    settings.selection.places = at
    settings.tenants = tenant
    settings.app = app
    settings.secretsFile = secrets
    settings.policyFile = policy
    settings.environment = ProcessEnvironment.variables
    for pair in self.var {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
        throw ValidationError("--var takes NAME=VALUE, not '\(pair)'.")
      }
      settings.variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    return settings
  }
}
