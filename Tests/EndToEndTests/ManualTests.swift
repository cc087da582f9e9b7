import JourneyTestSupport
import Testing

/// What packages install next to the program, and the program prints itself.
struct ManualTests {
  @Test func `the manual page tells every command, flag, exit code and variable of the help pages`() async throws {
    let page = try await BuiltCommand.run("manual")
    #expect(page.code == 0)
    #expect(page.output.hasPrefix(".TH JOURNEY 1 "))
    let plain = page.output.replacing("\\-", with: "-").replacing("\\fB", with: "").replacing("\\fI", with: "").replacing("\\fR", with: "")
    for command in [
      "run", "check", "list", "init", "schema", "mock", "report", "merge", "mutate", "look", "record", "diff", "outcomes", "people",
      "import", "map", "heal", "lsp",
    ] {
      #expect(plain.contains(".SS journey \(command)\n"))
      let help = try await BuiltCommand.run(command, "--help")
      for flag in help.output.matches(of: /--[a-z][a-z-]+/) where !["--help", "--version"].contains(flag.0) {
        #expect(plain.contains(flag.0), "\(command) \(flag.0)")
      }
    }
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "COMMANDS"] {
      #expect(plain.contains("\n.SH \(section)\n"), "\(section)")
    }
    for word in ["130, 143", "NO_COLOR"] { #expect(plain.contains(word), "\(word)") }
  }

  @Test func `roff reads no text of the manual as a request`() async throws {
    let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".br", ".nf", ".fi"]
    let requests = try await BuiltCommand.run("manual").output.lines.filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
    #expect(requests.count > 100)
    for line in requests {
      #expect(known.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `each shell has a completion script`(shell: String) async throws {
    let script = try await BuiltCommand.run("--generate-completion-script", shell)
    #expect(script.code == 0)
    for word in ["junit-dialect", "surefire", "rerun-failed"] { #expect(script.output.contains(word), "\(word)") }
  }
}
