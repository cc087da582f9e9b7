import FoundationEssentials

/// The two streams of the process.
enum StandardStream {
  static func output(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
  static func error(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
