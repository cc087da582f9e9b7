import Encodings
import JourneyModel
public import JourneyRunner
import ModelCoding

/// Turns events into the lines of an event log, version 1; `EventLog.md` in the documentation describes them.
///
/// A screen's body is written once per digest, on a separate line before the first event that names it. The owner of
/// the writer takes the bytes now and then and puts them where the log is kept.
public struct EventLogWriter: Sendable {
  /// What the member `v` of every line says. Removing or retyping a kind or member raises it; adding does not.
  public static let version = 1

  private var writer = JSONStreamWriter(reservingBytes: 64 * 1024)
  /// Screens by their JSON text, so that a screen that was seen costs no digest.
  private var digests: [ScreenText: String] = [:]
  /// Of the screen that is being written.
  private var screenText = ScreenText()
  /// Beyond this many screens texts are forgotten, so that memory stays flat; a body may then be written again.
  private static let rememberedScreens = 4096

  public init() {}

  /// How many bytes wait to be taken.
  public var pendingBytes: Int { writer.bytes.count }

  /// Whether a text is in what was not taken yet.
  package func holds(_ text: String) -> Bool { writer.bytes.contains(bytes: text) }

  /// Hands over what was written since the last time: whole lines.
  public mutating func take() -> [UInt8] { writer.take() }

  /// Writes the event's line.
  public mutating func append(_ event: RunEvent) {
    if case .screenShown(let screen) = event.kind { screenText.take(screen) }
    write(event)
  }

  /// Writes the line of an event without what the redactor knows, and gives the event back as the log now has it.
  public mutating func append(_ event: RunEvent, through redactor: Redactor) -> SearchedEvent {
    guard case .screenShown(let screen) = event.kind else {
      let searched = SearchedEvent(event, by: redactor)
      write(searched.event)
      return searched
    }
    // The text that is searched is the one that is written.
    screenText.take(screen)
    guard let masked = redactor.masked(screen, text: screenText.bytes) else {
      write(event)
      return SearchedEvent(ofLog: event)
    }
    var event = event
    event.kind = .screenShown(masked)
    append(event)
    return SearchedEvent(ofLog: event)
  }

  /// A screen's text has to be taken before.
  private mutating func write(_ event: RunEvent) {
    var screenDigest: String?
    if case .screenShown = event.kind { screenDigest = digest() }
    writer.object { line in
      line.member("v", Self.version)
      line.member("seq", event.sequence)
      line.name("t")
      line.value(appending: { LogTime.append(event.time, to: &$0) })
      if let scenario = event.scenario { line.member("scenario", scenario) }
      if let attempt = event.attempt { line.member("attempt", attempt) }
      if let step = event.step { line.member("step", step) }
      line.member("kind", event.kind.logName.rawValue)
      event.kind.appendMembers(to: &line, screenDigest: screenDigest)
    }
    writer.endLine()
  }

  /// The digest of the screen whose text was taken; its body is written first where it has not been.
  private mutating func digest() -> String {
    if let known = digests[screenText] { return known }
    if digests.count >= Self.rememberedScreens { digests.removeAll(keepingCapacity: true) }
    let digest = ScreenDigest(ofJSON: screenText.bytes).text
    digests[screenText] = digest
    let body = screenText.bytes
    writer.object { line in
      line.member("v", Self.version)
      line.member("kind", LogName.screen.rawValue)
      line.member("screen", digest)
      line.name("body")
      line.value(appending: { $0.append(contentsOf: body) })
    }
    writer.endLine()
    return digest
  }
}

/// A screen's JSON text as a key: hashed as a block, where an array hashes byte by byte.
private struct ScreenText: Sendable, Hashable {
  private(set) var bytes: [UInt8] = []

  mutating func take(_ screen: Screen) {
    bytes.removeAll(keepingCapacity: true)
    screen.appendJSON(to: &bytes)
  }

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
