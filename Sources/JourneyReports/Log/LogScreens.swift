import Diagnostics
import Encodings
import JourneyModel

/// The places of the bodies of a log's screens, and the few that were used last.
struct LogScreens: Sendable {
  private static let rememberedScreens = 64

  private let source: any LogSource
  private var spans: [Key: LogSpan] = [:]
  private var recent: [Key: Screen] = [:]

  /// Half of a digest, which distinguishes screens as well and takes a quarter of the memory.
  private struct Key: Hashable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    init(_ digest: String) {
      let digits = digest.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      for digit in digits.prefix(16) { high = high << 4 | Self.nibble(digit) }
      for digit in digits.dropFirst(16).prefix(16) { low = low << 4 | Self.nibble(digit) }
    }

    private static func nibble(_ digit: UInt8) -> UInt64 {
      UInt64(digit >= UInt8(ascii: "a") ? digit &- UInt8(ascii: "a") &+ 10 : digit &- UInt8(ascii: "0")) & 15
    }
  }

  init(_ source: any LogSource) { self.source = source }

  /// Takes note of a line that holds a screen's body.
  mutating func note(_ line: LogLines.Line) {
    guard var cursor = JSONMemberCursor(line.bytes), let value = cursor.value(of: "screen"), let digest = cursor.text(value) else { return }
    spans[Key(digest)] = line.span
  }

  /// The screen with this digest.
  ///
  /// Throws where the log does not hold it.
  mutating func screen(_ digest: String) throws(EventLogError) -> Screen {
    let key = Key(digest)
    if let screen = recent[key] { return screen }
    let screen = try read(digest)
    if recent.count >= Self.rememberedScreens { recent.removeAll(keepingCapacity: true) }
    recent[key] = screen
    return screen
  }

  /// The screen with this digest, read again.
  func read(_ digest: String) throws(EventLogError) -> Screen {
    guard let span = spans[Key(digest)] else {
      throw EventLogError(message: "no line contains the screen '\(HarmlessText.line(digest, limit: 80))'")
    }
    return try LogLine(source, span).reading { line throws(LogLine.Problem) in try line.model("body", as: Screen.self) }
  }
}
