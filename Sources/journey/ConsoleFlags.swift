import ArgumentParser
import JourneyReports

/// The flags that say how much the console shows.
struct ConsoleFlags: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Colour the output; on a terminal by default, never under NO_COLOR.")
  var color: Bool?

  @Flag(name: [.short, .long], help: "Show the summary and failures only.")
  var quiet = false

  @Flag(name: [.short, .long], help: "Show every step.")
  var verbose = false

  @Flag(help: "Show every exchange, secrets hidden, with a curl command that repeats it.")
  var trace = false

  func validate() throws {
    if quiet, verbose || trace { throw ValidationError("--quiet cannot be combined with --verbose or --trace.") }
  }

  /// How much is written.
  var verbosity: ConsoleStyle.Verbosity { trace ? .trace : verbose ? .verbose : quiet ? .quiet : .normal }

  /// Whether colour is used: what the flag says, else NO_COLOR and FORCE_COLOR, else whether it is a terminal.
  static func usesColour(_ wish: Bool?) -> Bool {
    if let wish { return wish }
    let environment = ProcessEnvironment.variables
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    if let force = environment["FORCE_COLOR"], !force.isEmpty, force != "0" { return true }
    return Console.isTerminal
  }
}
