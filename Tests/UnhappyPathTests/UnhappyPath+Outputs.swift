extension UnhappyPath {
  /// All cases run, but not every output can be written.
  static let unwritable: [UnhappyPath] = [
    written("report in a folder that is a file", ["--markdown", "acme.yaml/report.md"]),
    written("report with the path of a folder", ["--tap", "journeys"]),
    written("disk full while a report is written", ["--json", "/dev/full"]),
    written("disk full while the log is written", ["--log", "/dev/full"]),
    written("standard output closed", output: .closed),
    written("standard output and standard error closed", output: .allClosed),
    written("standard output without a reader", output: .unread),
  ]

  private static func written(_ name: String, _ flags: [String] = [], output: OutputTrouble = .none) -> UnhappyPath {
    UnhappyPath(name: name, verdict: .passed, place: .tenant { _, _ in nil }, flags: flags, output: output)
  }
}
