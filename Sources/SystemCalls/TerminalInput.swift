#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input where a person types.
package enum TerminalInput {
  /// Whether it is a terminal, which shows what is typed.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The next line, with nothing of it shown; `nil` at the end of the input.
  package static func hiddenLine() -> String? {
    var usual = termios()
    guard isTerminal, tcgetattr(STDIN_FILENO, &usual) == 0 else { return readLine() }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return readLine() }
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
    return readLine()
  }
}
