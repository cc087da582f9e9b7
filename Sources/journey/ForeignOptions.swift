/// Options of other test runners, which people try first.
enum ForeignOptions {
  /// What is written here instead.
  private static let own = [
    "--grep": "--name REGEX", "-g": "--name REGEX", "-k": "--name REGEX", "--filter": "--name REGEX", "--list": "journey list",
    "--collect-only": "journey list", "--env": "--tenant NAME, or --var NAME=VALUE", "-j": "--jobs N", "--workers": "--jobs N",
    "--parallel": "--jobs N", "-x": "--fail-fast", "--bail": "--fail-fast", "--reporter": "--junit FILE", "--junitxml": "--junit FILE",
    "--report-junit": "--junit FILE", "--report-html": "--html FILE", "--last-failed": "--rerun-failed LOG",
  ]

  /// What to write instead; `nil` if every option is ours, or it is unknown.
  static func advice(in arguments: [String]) -> String? {
    guard arguments.first == "run" else { return nil }
    for argument in arguments.dropFirst() {
      if argument == "--" { return nil }
      let name = argument.split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
      if let own = own[name] { return "Unknown option '\(name)'; write '\(own)'." }
    }
    return nil
  }
}
