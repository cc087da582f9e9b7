internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

/// Takes codes and links from a message; what it takes is secret.
struct MailReader {
  let message: InboxMessage

  private static let codeLength = 6
  private static let linkExample = "{link: {contains: /confirm/}}"

  /// What was found by name; a capture that finds nothing, or several things, is a mismatch.
  func read(_ captures: [Capture], in bindings: inout Bindings) -> (values: [(name: String, value: Value)], mismatches: [Mismatch]) {
    var values: [(name: String, value: Value)] = []
    var mismatches: [Mismatch] = []
    for capture in captures {
      do throws(CaptureFailure) {
        let text = try text(of: capture.source, in: &bindings)
        values.append((capture.name.value, .secret(Secret(text, name: capture.name.value, source: .walk))))
      } catch {
        mismatches.append(Mismatch(error, of: capture))
      }
    }
    return (values, mismatches)
  }

  private func text(of source: Capture.Source, in bindings: inout Bindings) throws(CaptureFailure) -> String {
    switch source {
    case .code(nil): return try only(codes, "a code of \(Self.codeLength) digits", "codes", example: #"{code: 'Code: (\d+)'}"#)
    case .code(let pattern?):
      guard let text = try Value.firstMatch(of: pattern, in: bindings.hidingCallers(in: message.text)) else {
        throw CaptureFailure("a text that matches '\(pattern)'", found: "none in the message")
      }
      return text
    case .link(nil): return try only(message.links, "a link", "links", example: Self.linkExample)
    case .link(let matcher?):
      return try only(try links(that: matcher, in: &bindings), "a matching link", "matching links", example: Self.linkExample)
    case .widget, .message, .json, .header, .url, .fact:
      throw CaptureFailure("a code or a link", found: "something that only a screen or a response has")
    }
  }

  private func only(_ found: [String], _ one: String, _ several: String, example: String) throws(CaptureFailure) -> String {
    guard let first = found.first else { throw CaptureFailure("\(one) in the message", found: "none") }
    let others = Set(found)
    guard others.count == 1 else {
      throw CaptureFailure("\(one), and only one", found: "\(others.count) \(several); say which, e.g. '\(example)'")
    }
    return first
  }

  private func links(that matcher: Matcher, in bindings: inout Bindings) throws(CaptureFailure) -> [String] {
    var fitting: [String] = []
    do throws(MatchFailure) {
      for link in message.links where try matcher.holds(for: MatchSubject(.text(link)), in: &bindings) { fitting.append(link) }
    } catch {
      throw CaptureFailure("a matching link", found: error.reason)
    }
    return fitting
  }

  /// The codes that people read; without any, those of links, since a token may hold six digits by chance.
  private var codes: [String] {
    let read = Self.codes(in: message.links.reduce(message.text) { $0.replacing($1, with: " ") })
    return read.isEmpty ? Self.codes(in: message.text) : read
  }

  /// Runs of exactly as many digits as a code has.
  private static func codes(in text: String) -> [String] {
    text.utf8.split { !(0x30...0x39).contains($0) }.filter { $0.count == codeLength }.map { String(decoding: $0, as: UTF8.self) }
  }
}
