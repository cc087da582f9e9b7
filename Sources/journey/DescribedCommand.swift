/// The program as ArgumentParser describes it for tools, format 0: `journey --experimental-dump-help` prints it.
struct DescribedTool: Decodable {
  var command: DescribedCommand
}

/// A command with its flags and subcommands.
struct DescribedCommand: Decodable {
  /// An option, flag or positional argument.
  struct Argument: Decodable {
    /// A spelling of it, without dashes.
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var shouldDisplay: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var discussion: String?
    var defaultValue: String?
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool
  var arguments: [Argument]?
  var subcommands: [DescribedCommand]?
}
