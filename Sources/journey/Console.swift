import SystemCalls

/// The two streams of the process; results go to standard output, everything else to standard error.
enum Console {
  static func output(_ text: String) { OpenFile.standardOutput.say(text) }
  static func error(_ text: String) { OpenFile.standardError.say(text) }

  /// Whether standard error is a terminal.
  static var isTerminal: Bool { Machine.hasTerminal }

  /// Whether what a person types is seen without being printed.
  static var echoesInput: Bool { TerminalInput.isTerminal }

  /// What is typed next, with nothing of it shown.
  static func hiddenLine() -> String? { TerminalInput.hiddenLine() }

  /// The columns in COLUMNS, else those of the terminal; 80 if unknown.
  static var width: Int {
    if let told = ProcessEnvironment.variables["COLUMNS"].flatMap({ Int($0) }), told > 0 { return told }
    return Machine.terminalColumns ?? 80
  }
}
