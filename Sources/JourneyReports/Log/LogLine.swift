import Encodings
import JourneyModel
import JourneyRunner
import ModelCoding

/// One line's JSON, read member by member; the errors name the member.
struct LogLine {
  let json: JSONValue
  /// Where the line begins in its log.
  var offset = 0

  struct Problem: Error { var message: String }

  func text(_ name: String) throws(Problem) -> String {
    guard let text = json[name]?.stringValue else { throw missing(name) }
    return text
  }

  func text(ifPresent name: String) -> String? { json[name]?.stringValue }

  func integer(_ name: String) throws(Problem) -> Int {
    guard let number = json[name]?.wholeNumber else { throw missing(name) }
    guard Self.numbers.contains(number) else { throw Problem(message: "'\(name)' is \(number), which is impossible in a run") }
    return number
  }

  func texts(_ name: String) -> [String] { json[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  func duration(_ name: String) throws(Problem) -> Duration {
    guard case .number(let spelling)? = json[name] else { throw missing(name) }
    guard let duration = LogTime.duration(spelling) else {
      throw Problem(message: "'\(name)' is not a possible time of a run")
    }
    return duration
  }

  func object(_ name: String) throws(Problem) -> LogLine {
    guard let value = json[name], case .object = value else { throw missing(name) }
    return LogLine(json: value, offset: offset)
  }

  func objects(_ name: String) throws(Problem) -> [LogLine] {
    guard let elements = json[name]?.arrayValue else { throw missing(name) }
    return elements.map { LogLine(json: $0, offset: offset) }
  }

  func objects(ifPresent name: String) throws(Problem) -> [LogLine] { json[name] == nil ? [] : try objects(name) }

  func word<Word: RawRepresentable<String>>(_ name: String, as type: Word.Type) throws(Problem) -> Word {
    let text = try text(name)
    guard let word = Word(rawValue: text) else { throw Problem(message: "'\(text)' is not known as '\(name)'") }
    return word
  }

  func model<Model: ModelCodable>(_ name: String, as type: Model.Type) throws(Problem) -> Model {
    guard let value = json[name] else { throw missing(name) }
    do { return try Model(json: value) } catch { throw Problem(message: "'\(name)': \(error)") }
  }

  func place(_ name: String) throws(Problem) -> Excerpt {
    let object = try object(name)
    return Excerpt(
      file: try object.text("file"), line: try object.integer("line"), column: try object.integer("column"),
      length: try object.integer("length"), text: try object.text("text"))
  }

  func place(ifPresent name: String) throws(Problem) -> Excerpt? { json[name] == nil ? nil : try place(name) }

  private func missing(_ name: String) -> Problem { Problem(message: "'\(name)' is missing or of another type") }
}

extension LogLine {
  /// Up to the year 9999 in milliseconds; sums of them stay far from what an integer holds.
  private static let numbers = 0...253_402_300_799_999

  /// Deep enough for what an event wraps around a screen of any dialect.
  private static let depthLimit = 256

  /// Throws if the line is not JSON.
  init(_ line: LogLines.Line) throws(EventLogError) {
    do {
      self.init(json: try JSONReader.read(Array(line.bytes), depthLimit: Self.depthLimit, counts: .unlimited), offset: line.span.start)
    } catch {
      throw EventLogError(offset: line.span.start, message: "not JSON: \(error)")
    }
  }

  /// The line at a place in a log.
  init(_ source: any LogSource, _ span: LogSpan) throws(EventLogError) {
    let bytes = try source.bytes(in: span.range)
    try self.init(LogLines.Line(span: span, bytes: bytes[...], isWhole: true))
  }

  /// Reads something out of the line; an error then names its place.
  func reading<Result>(_ read: (LogLine) throws(Problem) -> Result) throws(EventLogError) -> Result {
    do throws(Problem) { return try read(self) } catch {
      throw EventLogError(offset: offset, message: error.message)
    }
  }
}

extension JSONValue {
  /// A whole number, also as other tools rewrite one: `7.0`, `1e3`.
  fileprivate var wholeNumber: Int? {
    if let number = intValue { return number }
    return doubleValue.flatMap { Int(exactly: $0) }
  }
}
