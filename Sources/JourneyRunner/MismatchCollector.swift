internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel

/// Matches one thing after the other and keeps the mismatches; texts are made only for those.
struct MismatchCollector {
  private(set) var mismatches: [Mismatch] = []

  var isEmpty: Bool { mismatches.isEmpty }

  mutating func add(_ mismatch: Mismatch) { mismatches.append(mismatch) }
  mutating func add(_ others: [Mismatch]) { mismatches += others }

  /// Adds a mismatch for each difference; `subject` names what was looked at.
  mutating func match(
    _ value: MatchSubject, _ matcher: Matcher, _ kind: Mismatch.Kind, _ subject: @autoclosure () -> Mismatch.Subject,
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
  init(_ kind: Kind, _ difference: Difference, of subject: Subject) {
    self.init(
      kind, subject: difference.path.isEmpty ? subject : subject.part(difference.path), expected: difference.expected,
      actual: difference.actual, details: difference.details, place: Excerpt(difference.range))
  }

  /// A matcher whose result is neither yes nor no.
  init(_ failure: MatchFailure, _ kind: Kind, of subject: Subject) {
    switch failure {
    case .binding(let failure): self.init(failure, of: subject)
    case .undecidable(let difference): self.init(kind, difference, of: subject)
    }
  }

  /// A template that could not be bound.
  init(_ failure: BindingFailure, of subject: Subject) {
    self.init(.binding, subject: subject, expected: "a value", actual: failure.message, place: Excerpt(failure.range))
  }
}

/// Lists and names as in messages.
enum Wording {
  /// `'a', 'b' or 'c'`.
  static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first.map { "'\($0)'" } ?? "nothing" }
    return names.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
  }

  /// The maximum number of names worth reading.
  static let maxNames = 60

  /// `'a', 'b', 'c'`, or `none`; of very many the first, and the number of the others.
  static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let more = names.count > maxNames ? ", … (\(names.count - maxNames) more)" : ""
    return names.prefix(maxNames).map { "'\($0)'" }.joined(separator: ", ") + more
  }

  static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    ClosestMatch.suggestion(for: name, in: candidates)
  }
}
