import Encodings
public import JourneyModel
import ModelCoding

/// The last net under the type `Secret`: replaces learned secrets in finished bytes by `***`, however they are escaped or encoded.
///
/// A text of less than 6 bytes is not searched for, and one of less than 12 only if it is a separate word: a short one is
/// part of other texts by chance.
public struct Redactor: Sendable {
  /// Values of the event log that hold it together; they are names that the project gave.
  private static let structure: Set<[UInt8]> = Set(
    ["v", "kind", "scenario", "step", "screen", "id", "type", "outcome", "verdict", "purpose", "ceremony", "reason", "level"].map {
      Array($0.utf8)
    })

  private var search = SecretSearch()

  public init() {}

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { search.isEmpty }

  /// Looks for this secret from now on, in all its spellings.
  ///
  /// - Parameter isOfLiveTenant: whether a server may scatter its signs over a page on purpose; a mock shows what its file says.
  public mutating func learn(_ secret: Secret, isOfLiveTenant: Bool = true) {
    guard secret.isSearchedFor else { return }
    search.learn(secret.unsafeText, isScattered: isOfLiveTenant || secret.source == .caller)
  }

  /// Looks for a secret also by its pieces, in any case and however it is grouped: one of the caller, and where the tenant is live one that
  /// a file of the project has.
  public mutating func learnClosely(_ secret: Secret, isOfLiveTenant: Bool) {
    let isOfFile = [.project, .account].contains(secret.source) && secret.isSearchedFor
    if secret.source == .caller || isOfLiveTenant && isOfFile {
      search.learnClosely(secret.unsafeText)
    } else {
      learn(secret, isOfLiveTenant: isOfLiveTenant)
    }
  }

  /// Whether this very secret is looked for.
  public func knows(_ secret: Secret) -> Bool { search.knows(secret.unsafeText) }

  /// Whether the bytes contain a secret.
  public func findsSecret(in bytes: ArraySlice<UInt8>) -> Bool { search.isFound(in: bytes) }

  /// Whether a secret is in the bytes, also one whose signs are scattered over tags or over strings of a script.
  func findsSecret(inMarkup bytes: [UInt8]) -> Bool { findsSecret(in: bytes[...]) || search.isFoundScattered(in: bytes) }

  /// The stretches that secrets take in the bytes, in order.
  func ranges(in bytes: ArraySlice<UInt8>) -> [Range<Int>] { search.ranges(in: bytes) }

  /// The text with `***` for every secret.
  public func redacted(_ text: String) -> String { search.masked(text) }

  /// The bytes with `***` for every secret.
  public func redacted(_ bytes: [UInt8]) -> [UInt8] { search.masked(bytes[...]) ?? bytes }

  /// The body of a response with `***` for every secret, also of one whose signs are scattered over tags or over strings of a script.
  func redactedBody(_ bytes: [UInt8]) -> [UInt8] {
    let body = redacted(bytes)
    return search.maskedScattered(body) ?? body
  }

  /// The text with `***` for every secret, also for one whose signs a server put anything between.
  func redactedFully(_ text: String) -> String {
    let redacted = redacted(text)
    return search.maskedScattered(Array(redacted.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? redacted
  }

  /// The texts with `***` for those that hold a secret together, as where a page has a sign of it in each of its headers.
  func redactedTogether(_ texts: [String]) -> [String] {
    guard search.looksForScattered else { return texts }
    var texts = texts
    for place in search.textsTogether(texts.map { Array($0.utf8)[...] }) { texts[place] = "***" }
    return texts
  }

  /// The screen with `***` for every secret, also for one that several of its texts hold together; `nil` if it has none.
  ///
  /// - Parameter text: the screen as JSON.
  func masked(_ screen: Screen, text: [UInt8]) -> Screen? { screen.masked(by: search, text: text) }

  /// The stretches that secrets take across the tags of a page of our own, in order.
  func rangesAcrossTags(in bytes: [UInt8]) -> [Range<Int>] { search.rangesAcrossTags(in: bytes) }

  /// The lines of an event log with `***` for every secret in its values; what holds the log together stays.
  public func redactedLog(_ bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    Self.eachValue(in: bytes) { text in
      result += bytes[copied..<text.lowerBound]
      _ = append(bytes[text], to: &result)
      copied = text.upperBound
      return true
    }
    result += bytes[copied...]
    return result
  }

  /// Whether a value in the lines of an event log contains a secret; numbers and what holds the log together do not count.
  public func findsSecret(inLog bytes: [UInt8]) -> Bool {
    var isFound = false
    Self.eachValue(in: bytes) { text in
      isFound = findsSecret(inMarkup: Array(bytes[text]))
      return !isFound
    }
    return isFound
  }

  /// The insides of the strings that are values and hold no log together, in order, as long as the body says to go on.
  private static func eachValue(in bytes: [UInt8], _ body: (Range<Int>) -> Bool) {
    var name: ArraySlice<UInt8> = []
    JSONStrings.each(in: bytes) { text, isName in
      if !isName, !structure.contains(Array(name)), !body(text) { return false }
      name = isName ? bytes[text] : []
      return true
    }
  }

  /// Appends the bytes, redacted; says whether there was anything to redact.
  private func append(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8]) -> Bool {
    let masked = search.masked(bytes)
    guard let whole = search.maskedScattered(masked ?? Array(bytes)) ?? masked else {
      result += bytes
      return false
    }
    result += whole
    return true
  }
}
