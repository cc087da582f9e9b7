public import Diagnostics
import Encodings

/// The result of every mutant.
public struct MutationReport: Sendable {
  /// In the order of the tenants and their files.
  public let results: [MutantResult]
  /// What is wrong with the list of allowed mutants, once it is known who noticed what.
  public let diagnostics: [Diagnostic]

  /// Those that were not noticed and are not allowed.
  public var missed: [MutantResult] { results.filter(\.isMissed) }

  /// E.g. `312 mutants: 301 noticed, 6 not noticed, 5 refused by the tenant's checks`.
  public var summary: String {
    let counts: [(Int, String)] = [
      (count { if case .noticed = $0.outcome { true } else { false } }, "noticed"),
      (count { if case .survived = $0.outcome { $0.isMissed } else { false } }, "not noticed"),
      (count { if case .notWalked = $0.outcome { $0.isMissed } else { false } }, "not exercised by any scenario"),
      (count { $0.allowed != nil && $0.isUnnoticed }, "allowed"),
      (count { if case .refused = $0.outcome { true } else { false } }, "refused by the tenant's checks"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    return "\(results.count) mutant\(results.count == 1 ? "" : "s")\(words.isEmpty ? "" : ": \(words)")"
  }

  private func count(_ isCounted: (MutantResult) -> Bool) -> Int { results.count(where: isCounted) }

  /// The mutant as a person reads it: what is changed and where, and which cases exercised it.
  public static func text(of result: MutantResult, usesColour: Bool) -> String {
    let renderer = DiagnosticRenderer(usesColour: usesColour)
    var text = renderer.render(result.word, result.sentence, at: result.place, tag: result.id)
    switch result.outcome {
    case .noticed(let scenario): text += "        by \(scenario)\n"
    case .survived(let scenarios): text += "        tested by \(list(scenarios))\n"
    case .refused(let message): text += "        \(message)\n"
    case .notWalked: break
    }
    if let reason = result.allowed { text += "        allowed: \(reason)\n" }
    return text
  }

  private static func list(_ scenarios: [String]) -> String {
    let shown = scenarios.prefix(3).joined(separator: ", ")
    return scenarios.count > 3 ? "\(shown) and \(scenarios.count - 3) more" : shown
  }

  /// The mutant as one JSON object.
  public static func json(of result: MutantResult) -> String {
    var members: [JSONValue.Member] = [
      .init("id", .string(result.id)), .init("operator", .string(result.operation)), .init("outcome", .string(result.name)),
      .init("sentence", .string(result.sentence)), .init("file", .string(result.place.file.name)),
      .init("line", .integer(result.place.start.line)), .init("column", .integer(result.place.start.column)),
    ]
    switch result.outcome {
    case .noticed(let scenario): members.append(.init("by", .string(scenario)))
    case .survived(let scenarios): members.append(.init("walked_by", .array(scenarios.map(JSONValue.string))))
    case .refused(let message): members.append(.init("message", .string(message)))
    case .notWalked: break
    }
    if let reason = result.allowed { members.append(.init("allowed", .string(reason))) }
    return JSONWriter.text(of: .object(members))
  }
}

extension MutantResult {
  /// The outcome's word in JSON.
  var name: String {
    switch outcome {
    case .noticed: "noticed"
    case .survived: "not-noticed"
    case .notWalked: "not-walked"
    case .refused: "refused"
    }
  }

  /// The outcome's words for people.
  fileprivate var word: String {
    switch outcome {
    case .noticed: "noticed"
    case .survived: allowed == nil ? "not noticed" : "allowed"
    case .notWalked: allowed == nil ? "not exercised by any scenario" : "allowed"
    case .refused: "refused"
    }
  }
}
