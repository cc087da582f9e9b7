import SystemCalls

/// The two streams of the process.
enum StandardStream {
  static func output(_ text: String) { OpenFile.standardOutput.say(text) }
  static func error(_ text: String) { OpenFile.standardError.say(text) }
}
