import Diagnostics
import Encodings
public import JourneyRunner

/// A case as it would be walked.
public struct ListedCase: Sendable, Identifiable, CustomStringConvertible {
  /// Stable from run to run.
  public let id: String
  public let facts: PlannedScenario

  /// The name, as tests show an argument.
  public var description: String { facts.name }

  /// One line for people: place, name, tags, and why it is skipped.
  public var line: String {
    var line = "\(facts.file):\(facts.line)  \(facts.name)"
    if !facts.tags.isEmpty { line += "  [\(facts.tags.joined(separator: ", "))]" }
    if let reason = facts.skipped { line += "  (skipped: \(reason))" }
    return HarmlessText.line(line)
  }

  /// One JSON object.
  public var json: String {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)), .init("name", .string(facts.name)), .init("file", .string(facts.file)),
      .init("line", .integer(facts.line)), .init("tags", .array(facts.tags.map(JSONValue.string))),
      .init("tenant", .string(facts.tenant)), .init("dialect", .string(facts.dialect)),
    ]
    let optional: [(String, String?)] = [
      ("app", facts.app), ("description", facts.description), ("owner", facts.owner), ("ticket", facts.ticket),
      ("known_issue", facts.knownIssue), ("skipped", facts.skipped),
    ]
    for (name, value) in optional {
      if let value { members.append(.init(name, .string(value))) }
    }
    return JSONWriter.text(of: .object(members))
  }
}
