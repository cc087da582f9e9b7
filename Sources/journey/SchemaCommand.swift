import ArgumentParser
import JourneyKit

/// `journey schema`: JSON Schemas of what people write, for editors.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema for editors: completion and error checking as you type.",
    discussion: HelpText.page(
      "Only 'journey check' knows what depends on a tenant, a dialect or another step.",
      examples: ["journey schema scenario > scenario.schema.json"])
  )

  /// The files that there is a schema of.
  enum File: String, ExpressibleByArgument, CaseIterable {
    case scenario, fragment, folder, tenants, promises
  }

  @Argument(help: ArgumentHelp("'scenario', 'fragment', 'folder' (_folder.yaml), 'tenants' or 'promises'.", valueName: "file"))
  var file: File = .scenario

  func run() throws {
    let described: SchemaFile =
      switch file {
      case .scenario: .scenario
      case .fragment: .fragment
      case .folder: .folder
      case .tenants: .tenants
      case .promises: .promises
      }
    Console.output(described.schema)
  }
}
