import Synchronization
import SystemCalls

/// The two streams of the process; results go to standard output, everything else to standard error.
enum Console {
  /// Writes a result. That it could not be written is reported at the end; a reader that went away is not a failure.
  static func output(_ text: String) {
    do throws(SystemError) { try OpenFile.standardOutput.write(Array(text.utf8)[...]) } catch {
      guard !error.isMissingReader else { return }
      unwritten.withLock { $0 = $0 ?? error }
    }
  }

  /// Why a result did not reach standard output; `nil` if all of them did.
  static var failure: SystemError? { unwritten.withLock { $0 } }

  /// A lock, because results come from several tasks.
  private static let unwritten = Mutex<SystemError?>(nil)

  static func error(_ text: String) { OpenFile.standardError.say(text) }

  /// Whether standard error is a terminal.
  static var isTerminal: Bool { Machine.hasTerminal }

  /// Whether standard output is a terminal, and no file or other command.
  static var isOutputTerminal: Bool { Machine.outputIsTerminal }

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
