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
  ///
  /// Who interrupts it ends the process, but not before the terminal shows again what is typed.
  package static func hiddenLine() -> String? {
    var usual = termios()
    guard isTerminal, tcgetattr(STDIN_FILENO, &usual) == 0 else { return readLine() }
    let interruption = withUnsafeBytes(of: usual.c_cc) { $0[Int(VINTR)] }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
    // Without signals the character that interrupts is one that ends a line.
    withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = interruption }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return readLine() }
    let typed = bytes(until: [lineFeed, interruption])
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
    // To the process, as the thread that reads may hear no signals.
    if typed?.last == interruption { kill(getpid(), SIGINT) }
    guard let typed, typed.last != interruption else { return nil }
    return String(decoding: typed.last == lineFeed ? typed.dropLast() : typed[...], as: UTF8.self)
  }

  private static let lineFeed: UInt8 = 0x0A

  /// What comes until one of these, which is the last; `nil` if nothing comes at all.
  private static func bytes(until ends: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1 {
      bytes.append(byte)
      if ends.contains(byte) { break }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
