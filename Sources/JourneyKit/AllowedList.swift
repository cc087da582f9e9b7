import Diagnostics
import JourneyScenario
import LocatedYAML

/// A file of what is allowed: a map from ids to the reasons why.
struct AllowedList: Sendable {
  private(set) var reasons: [(id: Located<String>, reason: String)] = []
  /// What is allowed, and which reason is asked for, in messages.
  private let words: (things: String, reason: String)

  /// What an entry of a list of allowed changes has to say.
  static let reasonToCome = "the reason why it is to come"

  /// Nothing is allowed.
  init() { words = ("", "") }

  /// The list of a file; everything wrong with it is reported.
  init(_ path: String, of things: String, reason: String, in files: ProjectFiles, diagnostics: inout [Diagnostic]) {
    words = (things, reason)
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
      guard case .scalar(let reason) = entry.value, reason.kind == .text, !reason.text.isEmpty else {
        diagnostics.append(Diagnostic(.wrongType, "expected \(words.reason)", at: entry.value.range))
        continue
      }
      reasons.append((entry.key, reason.text))
    }
  }
}
