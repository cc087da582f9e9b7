extension UnhappyPath {
  /// All is walked as it should be, and cannot be told to everybody.
  static let unwritable: [UnhappyPath] = [
    written("report in a place that is no folder", ["--markdown", "acme.yaml/report.md"]),
    written("report where a folder stands", ["--tap", "journeys"]),
    written("disk full while a report is written", ["--json", "/dev/full"]),
    written("disk full while the log is written", ["--log", "/dev/full"]),
    written("standard output closed", output: .closed),
    written("standard output and standard error closed", output: .allClosed),
    written("standard output that nobody reads", output: .unread),
  ]

  private static func written(_ name: String, _ flags: [String] = [], output: OutputTrouble = .none) -> UnhappyPath {
    UnhappyPath(name: name, verdict: .passed, place: .tenant { _, _ in nil }, flags: flags, output: output)
  }
}
