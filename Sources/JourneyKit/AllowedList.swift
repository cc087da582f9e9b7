import Diagnostics
import JourneyInsight
import JourneyScenario
import LocatedYAML

/// A file of what is allowed: a map from ids to the reasons why, and of changes to the texts that were agreed to.
struct AllowedList: Sendable {
  private(set) var reasons: [(id: Located<String>, reason: String)] = []
  /// The new texts that entries agreed to, by id.
  private var texts: [String: [String]] = [:]
  private let holdsTexts: Bool
  /// What is allowed, and which reason is asked for, in messages.
  private let words: (things: String, reason: String)

  /// What an entry of a list of allowed changes has to say.
  static let reasonToCome = "the reason why it is allowed"

  /// Nothing is allowed.
  init() { (words, holdsTexts) = (("", ""), false) }

  /// The list of a file; everything wrong with it is reported.
  ///
  /// - Parameter holdsTexts: whether an entry may be `{now: TEXT, reason: WHY}`.
  init(
    _ path: String, of things: String, reason: String, holdsTexts: Bool = false, in files: ProjectFiles, diagnostics: inout [Diagnostic]
  ) {
    words = (things, reason)
    self.holdsTexts = holdsTexts
    guard let name = files.name(ofArgument: path) else {
      diagnostics.append(Diagnostic(.unreadableFile, "'\(path)' cannot be read: it is outside the project", at: nil))
      return
    }
    let bytes: [UInt8]
    do throws(ScenarioFileError) { bytes = try files.bytes(of: name) } catch {
      diagnostics.append(Diagnostic(.unreadableFile, "'\(name)' cannot be read: \(error.reason)", at: nil))
      return
    }
    let (_, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &diagnostics)
    for document in documents { read(document, &diagnostics) }
  }

  private mutating func read(_ document: YAMLNode, _ diagnostics: inout [Diagnostic]) {
    guard case .mapping(let mapping) = document else {
      diagnostics.append(Diagnostic(.wrongType, "allowed \(words.things) are a map of ids and reasons", at: document.range))
      return
    }
    for entry in mapping.entries {
      if holdsTexts, case .mapping(let parts) = entry.value {
        readParts(parts, of: entry.key, &diagnostics)
        continue
      }
      guard case .scalar(let reason) = entry.value, reason.kind == .text, !reason.text.isEmpty else {
        diagnostics.append(Diagnostic(.wrongType, "expected \(words.reason)", at: entry.value.range))
        continue
      }
      reasons.append((entry.key, reason.text))
    }
  }

  /// Reads `{now: TEXT, reason: WHY}`; `now` may be a list, of texts in several languages.
  private mutating func readParts(_ parts: YAMLMapping, of id: Located<String>, _ diagnostics: inout [Diagnostic]) {
    for entry in parts.entries where entry.name != "now" && entry.name != "reason" {
      diagnostics.append(Diagnostic(.unknownKey, "unknown key '\(entry.name)': expected now, reason", at: entry.key.range))
    }
    let (now, reason) = (parts.entries.first { $0.name == "now" }?.value, parts.entries.first { $0.name == "reason" }?.value)
    guard case .scalar(let why)? = reason, !why.text.isEmpty else {
      diagnostics.append(Diagnostic(.missingKey, "expected 'reason', \(words.reason)", at: reason?.range ?? id.range))
      return
    }
    guard let now, let texts = Self.texts(now) else {
      diagnostics.append(
        Diagnostic(.missingKey, "expected 'now', the text that you allow, or a list of texts", at: now?.range ?? id.range))
      return
    }
    self.texts[id.value] = texts
    reasons.append((id, why.text))
  }

  /// `nil` for anything but a text or a list of texts.
  private static func texts(_ node: YAMLNode) -> [String]? {
    let items: [YAMLNode] = if case .sequence(let list) = node { list.items } else { [node] }
    let texts = items.compactMap { item -> String? in
      if case .scalar(let scalar) = item { scalar.text } else { nil }
    }
    return texts.count == items.count && !texts.isEmpty ? texts : nil
  }
}

extension AllowedList {
  /// The changes of a list, with the texts that were agreed to.
  private var changes: [AllowedChange] {
    reasons.map { AllowedChange(id: $0.id.value, texts: texts[$0.id.value] ?? [], reason: $0.reason) }
  }

  /// Marks what is allowed; an entry that allows a text and does not say which is reported with the texts that came.
  func apply(to difference: inout RunDifference, diagnostics: inout [Diagnostic]) {
    for entry in difference.allow(changes) {
      let texts = entry.found.map { "\"\($0)\"" }.joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .missingKey, "the change '\(entry.id)' has a new text; write the text that you allow under 'now'",
          at: reasons.first { $0.id.value == entry.id }?.id.range,
          suggestion: "write {now: \(entry.found.count == 1 ? texts : "[\(texts)]"), reason: …}"))
    }
  }
}
