internal import Encodings
internal import JourneyModel

/// The argument of `now`: a moment some time from now, and how it is written.
struct MomentRequest {
  struct Failure: Error {
    let message: String
  }

  private let offset: Duration
  /// `nil` for a date and time such as `2026-11-21T06:47:00Z`.
  private let pattern: DatePattern?

  /// Up to two texts: an offset, which begins with `+` or `-`, and a date pattern; a single one may be either.
  init(_ texts: [String]) throws(Failure) {
    var texts = texts[...]
    if let first = texts.first, texts.count == 2 || first.hasPrefix("+") || first.hasPrefix("-") {
      offset = try Self.offset(first)
      texts = texts.dropFirst()
    } else {
      offset = .zero
    }
    pattern = if let text = texts.first { try Self.pattern(text) } else { nil }
  }

  /// What is wrong with these texts, if anything.
  static func mistake(in texts: [String]) -> String? {
    do throws(Failure) {
      _ = try MomentRequest(texts)
      return nil
    } catch {
      return error.message
    }
  }

  func text(at now: Instant) -> String {
    let moment = now + offset
    guard let pattern else { return DateText.rfc3339(secondsSinceEpoch: moment.seconds) }
    return pattern.text(millisecondsSinceEpoch: moment.milliseconds)
  }

  private static func offset(_ text: String) throws(Failure) -> Duration {
    guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      throw Failure(message: "'\(text)' is not an offset; write '+1d' or '-30m'")
    }
    do throws(DurationText.Failure) {
      let span = try DurationText.parse(String(Substring(text.utf8.dropFirst())))
      return sign == UInt8(ascii: "-") ? .zero - span : span
    } catch {
      throw Failure(message: error.message)
    }
  }

  private static func pattern(_ text: String) throws(Failure) -> DatePattern {
    do throws(DatePatternError) {
      return try DatePattern(text)
    } catch {
      throw Failure(message: error.description)
    }
  }
}
