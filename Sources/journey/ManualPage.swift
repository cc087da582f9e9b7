import JourneyKit

/// A manual page in the macros of man(7), made of what the help pages are made of.
struct ManualPage {
  private(set) var text = ""

  /// What manual pages call the lists of the help pages.
  private static let sections = ["Exit codes": "EXIT STATUS", "Environment variables": "ENVIRONMENT"]

  init(of command: DescribedCommand) {
    let commands = (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    line(".TH JOURNEY 1 \"\" \"journey \(JourneyVersion.text)\" \"User Commands\"")
    section("NAME")
    line(Self.escaped("\(command.commandName) - \((command.abstract ?? "").lowercasedFirst.withoutFullStop)"))
    section("SYNOPSIS")
    for subcommand in commands {
      line(".B \(command.commandName) \(subcommand.commandName)")
      line(Self.synopsis(of: subcommand.arguments ?? []))
      line(".br")
    }
    section("DESCRIPTION")
    prose(command.discussion ?? "", heading: { ".SH \(Self.sections[$0] ?? $0.uppercased())" })
    section("COMMANDS")
    for subcommand in commands { describe(subcommand, of: command.commandName) }
    section("SEE ALSO")
    line(Self.escaped("The scenario language, live tenants, mock tenants and what a run may use are documented with the sources."))
  }

  private mutating func describe(_ command: DescribedCommand, of parent: String) {
    line(".SS \(parent) \(Self.escaped(command.commandName))")
    if let abstract = command.abstract { line(Self.escaped(abstract)) }
    prose(command.discussion ?? "", heading: { ".PP\n.B \($0):" })
    for argument in command.arguments ?? [] where argument.shouldDisplay && !argument.isUniversal {
      line(".TP")
      line(Self.label(of: argument))
      var meaning = argument.abstract ?? ""
      if let value = argument.defaultValue, argument.kind != "flag" { meaning += " Default: \(value)." }
      line(Self.escaped(meaning))
    }
  }

  /// Paragraphs; a line that ends in a colon and has an indented list below is a heading, the list is set unchanged.
  private mutating func prose(_ discussion: String, heading: (String) -> String) {
    var isList = false
    let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, written) in lines.enumerated() {
      let isIndented = written.hasPrefix("  ")
      if isList, !isIndented {
        line(".fi")
        isList = false
      }
      if written.isEmpty {
        let next = index + 1 < lines.count ? lines[index + 1] : ""
        if !next.hasSuffix(":") { line(".PP") }
      } else if isIndented {
        if !isList { line(".nf") }
        isList = true
        line(Self.escaped(written))
      } else if written.hasSuffix(":"), index + 1 < lines.count, lines[index + 1].hasPrefix("  ") {
        line(heading(Self.escaped(String(written.dropLast()))))
      } else {
        line(Self.escaped(written))
      }
    }
    if isList { line(".fi") }
  }

  private mutating func section(_ name: String) { line(".SH \(name)") }

  private mutating func line(_ written: String) { text += written + "\n" }

  private static func synopsis(of arguments: [DescribedCommand.Argument]) -> String {
    let positional = arguments.filter { $0.kind == "positional" && $0.shouldDisplay }.map { argument in
      "\\fI\(escaped(argument.valueName ?? ""))\\fR" + (argument.isRepeating ? " ..." : "")
    }
    return (["[\\fIoptions\\fR]"] + positional).joined(separator: " ")
  }

  private static func label(of argument: DescribedCommand.Argument) -> String {
    let names = (argument.names ?? []).map { "\\fB\(escaped($0.kind == "long" ? "--\($0.name)" : "-\($0.name)"))\\fR" }
    let value = argument.kind == "flag" ? "" : "\\fI\(escaped(argument.valueName ?? ""))\\fR"
    return [names.joined(separator: ", "), value].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Text of which roff reads nothing as a command: dashes are dashes, and no line begins with a dot or a quote.
  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}

extension DescribedCommand.Argument {
  /// Whether every command has it: `--help` and `--version`.
  fileprivate var isUniversal: Bool { (names ?? []).contains { $0.name == "help" || $0.name == "version" } }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
