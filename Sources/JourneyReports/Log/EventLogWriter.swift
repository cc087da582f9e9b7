import Encodings
import JourneyModel
public import JourneyRunner
import ModelCoding

/// Turns events into the lines of an event log, version 1; `EventLog.md` in the documentation describes them.
///
/// A screen's body is written once per digest, on a line of its own before the first event that names it. Whoever owns
/// the writer takes the bytes now and then and puts them where the log is kept.
public struct EventLogWriter: Sendable {
  /// What the member `v` of every line says. Removing or retyping a kind or member raises it; adding does not.
  public static let version = 1

  private var writer = JSONStreamWriter(reservingBytes: 64 * 1024)
  /// Screens by their JSON text, so that a screen that was seen costs no digest.
  private var digests: [[UInt8]: String] = [:]
  private var scratch: [UInt8] = []
  /// Beyond this many screens texts are forgotten, so that memory stays flat; a body may then be written again.
  private static let rememberedScreens = 4096

  public init() {}

  /// How many bytes wait to be taken.
  public var pendingBytes: Int { writer.bytes.count }

  /// Hands over what was written since the last time: whole lines.
  public mutating func take() -> [UInt8] { writer.take() }

  /// Writes the event's line.
  public mutating func append(_ event: RunEvent) {
    write(event)
  }

  /// Writes the event's line without secrets, and gives the event back as the log now has it.
  ///
  /// Whoever shows events shows this one: what is cut, wrapped or drawn later was whole when secrets were looked for.
  public mutating func append(_ event: RunEvent, through redactor: Redactor) -> RunEvent {
    guard !redactor.isEmpty else {
      write(event)
      return event
    }
    let start = writer.bytes.count
    var event = event
    if case .screenShown(let screen) = event.kind { event.kind = .screenShown(redacted(screen, redactor)) }
    write(event)
    guard redactor.findsSecret(in: writer.bytes[start...]) else { return event }
    writer.replaceLines(from: start, with: redactor.redactedLog(Array(writer.bytes[start...])))
    return readBack(event, from: start)
  }

  /// The screen; where a secret stands in it, the screen that its redacted text holds.
  private mutating func redacted(_ screen: Screen, _ redactor: Redactor) -> Screen {
    scratch.removeAll(keepingCapacity: true)
    screen.appendJSON(to: &scratch)
    guard redactor.findsSecret(in: scratch[...]) else { return screen }
    do { return try Screen(json: JSONReader.read(redactor.redactedLog(scratch))) } catch {
      // A secret where the screen needs something else: nothing of it can be shown.
      return Screen(id: ScreenID("***"))
    }
  }

  /// The event as its redacted line tells it.
  private mutating func readBack(_ event: RunEvent, from start: Int) -> RunEvent {
    if case .screenShown = event.kind { return event }
    do {
      var reader = EventLogReader(LogBytes(Array(writer.bytes[start...])))
      if let read = try reader.next() { return read }
    } catch {
      // Told below: what cannot be read back must not be shown as it was.
    }
    var substitute = event
    substitute.kind = .warning("what happened here cannot be told: a secret stood in the middle of it")
    writer.replaceLines(from: start, with: [])
    write(substitute)
    return substitute
  }

  private mutating func write(_ event: RunEvent) {
    var screenDigest: String?
    if case .screenShown(let screen) = event.kind { screenDigest = digest(of: screen) }
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

  /// The digest of a screen, whose body is written first where it has not been.
  private mutating func digest(of screen: Screen) -> String {
    scratch.removeAll(keepingCapacity: true)
    screen.appendJSON(to: &scratch)
    if let known = digests[scratch] { return known }
    if digests.count >= Self.rememberedScreens { digests.removeAll(keepingCapacity: true) }
    let digest = ScreenDigest(ofJSON: scratch).text
    digests[scratch] = digest
    let body = scratch
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
