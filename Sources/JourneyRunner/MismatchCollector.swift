internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Matches one thing after the other and keeps what did not hold; texts are made only of what did not.
struct MismatchCollector {
  private(set) var mismatches: [Mismatch] = []

  var isEmpty: Bool { mismatches.isEmpty }

  mutating func add(_ mismatch: Mismatch) { mismatches.append(mismatch) }
  mutating func add(_ others: [Mismatch]) { mismatches += others }

  /// Adds a mismatch for each difference; `subject` names what was looked at.
  mutating func match(
    _ value: MatchSubject, _ matcher: Matcher, _ kind: Mismatch.Kind, _ subject: @autoclosure () -> String,
    in bindings: inout Bindings
  ) {
    do throws(BindingFailure) {
      let differences = try matcher.differences(from: value, in: &bindings)
      if differences.isEmpty { return }
      let name = subject()
      for difference in differences { mismatches.append(Mismatch(kind, difference, of: name)) }
    } catch {
      mismatches.append(Mismatch(error, of: subject()))
    }
  }

}

extension Mismatch {
  init(_ kind: Kind, _ difference: Difference, of subject: String) {
    self.init(
      kind, subject: difference.path.isEmpty ? subject : "\(difference.path) of \(subject)", expected: difference.expected,
      actual: difference.actual, details: difference.details, place: Excerpt(difference.range))
  }

  /// A matcher that gave neither a yes nor a no.
  init(_ failure: MatchFailure, _ kind: Kind, of subject: String) {
    switch failure {
    case .binding(let failure): self.init(failure, of: subject)
    case .undecidable(let difference): self.init(kind, difference, of: subject)
    }
  }

  /// A template that could not be bound.
  init(_ failure: BindingFailure, of subject: String) {
    self.init(.binding, subject: subject, expected: "a value", actual: failure.message, place: Excerpt(failure.range))
  }
}

/// Lists and names as they stand in messages.
enum Wording {
  /// `'a', 'b' or 'c'`.
  static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first.map { "'\($0)'" } ?? "nothing" }
    return names.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
  }

  /// At most so many names are worth reading.
  static let mostNames = 60

  /// `'a', 'b', 'c'`, or `none`; of very many the first, and how many more there are.
  static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let more = names.count > mostNames ? ", … (\(names.count - mostNames) more)" : ""
    return names.prefix(mostNames).map { "'\($0)'" }.joined(separator: ", ") + more
  }

  static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    ClosestMatch.of(name, in: candidates).map { "did you mean '\($0)'?" }
  }
}
