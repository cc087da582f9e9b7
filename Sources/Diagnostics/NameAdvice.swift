/// What is said about a name that is not among those that are known: the nearest of them, else all of them.
///
/// Every message about an unknown name is worded here, so that all of them have the same form.
public struct NameAdvice: Sendable, Hashable {
  /// The nearest name, e.g. `did you mean 'username'?`; `nil` if none is near.
  public let suggestion: String?
  /// What goes after the message where no name is near, e.g. `; expected one of a, b`; empty if one is.
  public let expected: String

  /// - Parameters:
  ///   - names: those that are known, in the order in which they are listed.
  ///   - none: what to say instead of a list if there are none, e.g. `it has none`; `nil` to say nothing.
  public init(for name: String, among names: some Collection<String>, none: String? = nil) {
    suggestion = ClosestMatch.suggestion(for: name, in: names)
    expected = suggestion == nil ? Self.expected(names, none: none) : ""
  }

  /// More names than this hide what they tell.
  private static let maxNames = 40

  /// The end of a message that lists what was expected, e.g. `; expected one of a, b`.
  public static func expected(_ names: some Collection<String>, none: String? = nil) -> String {
    var known: Set<String> = []
    // Two forms of a screen may have fields of one name.
    let names = names.filter { known.insert($0).inserted }
    switch names.count {
    case 0: return none.map { "; \($0)" } ?? ""
    case 1: return "; expected \(list(names))"
    default: return "; expected one of \(list(names))"
    }
  }

  /// The names with commas between them; of very many the first.
  public static func list(_ names: some Collection<String>) -> String {
    names.prefix(maxNames).joined(separator: ", ") + (names.count > maxNames ? ", …" : "")
  }
}

extension ClosestMatch {
  /// `did you mean 'username'?` with the nearest name, or `nil` when none is near.
  public static func suggestion(for name: String, in candidates: some Sequence<String>) -> String? {
    of(name, in: candidates).map(suggestion)
  }

  /// `did you mean 'username'?`
  public static func suggestion(_ nearest: String) -> String { "did you mean '\(nearest)'?" }
}

extension Diagnostic {
  /// A name that is not among those that are known.
  ///
  /// - Parameters:
  ///   - message: what was found, without the names that were possible.
  ///   - none: what to say instead of a list if there are none.
  ///   - advice: what to write, if that is surer than the nearest name.
  public static func unknown(
    _ id: DiagnosticID, _ message: String, _ name: Located<String>, among names: some Collection<String>, none: String? = nil,
    severity: Severity = .error, advice: String? = nil, notes: [Note] = []
  ) -> Diagnostic {
    let known = NameAdvice(for: name.value, among: names, none: none)
    return Diagnostic(
      id, message + known.expected, at: name.range, severity: severity, suggestion: advice ?? known.suggestion, notes: notes)
  }
}
