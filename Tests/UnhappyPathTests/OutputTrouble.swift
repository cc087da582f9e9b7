import JourneyTestSupport

/// What is wrong with the standard output that a command is started with.
enum OutputTrouble: Sendable {
  case none
  /// There is none.
  case closed
  /// Neither is there a standard error.
  case allClosed
  /// It has no reader.
  case unread
  /// It works, but no file can be written, as if every disk were full.
  case noRoom

  /// What a shell does before it becomes the command.
  private var preparation: String {
    switch self {
    case .none: #"exec "$@""#
    case .noRoom: #"trap '' XFSZ; ulimit -f 0; exec "$@""#
    case .closed: #"exec "$@" >&-"#
    case .allClosed: #"exec "$@" >&- 2>&-"#
    // A pipe that was opened while it had a reader, and has none any more.
    case .unread: #"mkfifo unread && exec 3<>unread 4>unread 3<&- && rm unread && exec "$@" >&4 4>&-"#
    }
  }

  /// The outputs of a run.
  struct Outcome: Sendable {
    /// `nil` if a signal ended it.
    var code: Int32?
    var output: String
    var error: String
    var usage: ChildProcess.Usage
  }

  /// Runs the built command to its end.
  func run(_ arguments: [String], environment: [String: String], in folder: String) async throws -> Outcome {
    var child = try start(arguments, environment: environment, in: folder)
    let (ending, usage) = await child.endCounted()
    let code: Int32? = if case .exited(let code) = ending { code } else { nil }
    return Outcome(code: code, output: child.output.text, error: child.error.text, usage: usage)
  }

  /// Starts the built command.
  func start(_ arguments: [String], environment: [String: String], in folder: String) throws -> ChildProcess {
    let words = ["-c", preparation, "sh", BuiltCommand.path] + arguments
    let path = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    return try ChildProcess("/bin/sh", words, environment: environment.merging(path) { own, _ in own }, folder: folder)
  }
}
