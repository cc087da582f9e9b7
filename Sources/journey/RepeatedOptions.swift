/// Options that are given twice and take one value, of which the last alone would count.
enum RepeatedOptions {
  /// Those of the commands that walk or report; others may be given several times, or are flags.
  private static let single: Set<String> = [
    "--junit", "--junit-dialect", "--html", "--attach", "--json", "--tap", "--markdown", "--log", "--from", "--label", "--tag", "--name",
    "--shard", "--rerun-failed", "--app", "--secrets", "--policy", "--jobs", "--seed", "--retries", "--timeout", "--max-wait",
    "--max-failures", "--format",
  ]
  private static let commands: Set<String> = ["run", "check", "list", "report", "merge"]

  /// What is wrong; `nil` if nothing is.
  static func refusal(in arguments: [String]) -> String? {
    guard let command = arguments.first, commands.contains(command) else { return nil }
    var seen: Set<String> = []
    for argument in arguments.dropFirst() {
      if argument == "--" { return nil }
      let name = argument.split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
      guard single.contains(name), !seen.insert(name).inserted else { continue }
      return "\(name) is given twice but takes one value."
    }
    return nil
  }
}
