import ArgumentParser
import FoundationEssentials

/// The flags that every measurement takes.
struct BenchFlags: ParsableArguments {
  @Option(help: ArgumentHelp("How often each figure is taken.", valueName: "n"))
  var runs = 10

  @Option(help: ArgumentHelp("The package's folder, which contains fixtures/tenants.", valueName: "folder"))
  var package = "."

  @Option(help: ArgumentHelp("The built command; the one next to this program by default.", valueName: "file"))
  var journey: String?

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs takes a number from 1, not \(runs).") }
  }

  /// The command that is measured from outside.
  func journeyPath() throws -> String {
    let own = CommandLine.arguments[0]
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    let path = journey ?? folder + "/journey"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw ValidationError("'\(path)' is missing: build the product 'journey' in the same way first, or give --journey.")
    }
    return path
  }
}
