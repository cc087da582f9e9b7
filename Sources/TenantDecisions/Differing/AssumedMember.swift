/// A member of an object of the source of which an import only assumes what it does, or a whole object that an import does not read.
package struct AssumedMember: Sendable, Hashable {
  /// What another version has of it.
  package enum Difference: Sendable, Hashable {
    case changed, gone, new
  }

  /// The kind of the object, e.g. `enrolment policy`; empty for a key of another form.
  package var kind = ""
  /// The object's name; of a rule with its list in front, e.g. `Portal sign-on/Contractors out`.
  package var name = ""
  /// Without places in lists, e.g. `settings.authenticators.enroll.gracePeriod`; the whole key for one of another form.
  package var path: String
  package var difference = Difference.changed

  /// The path for all of an object that is not read.
  package static let whole = "as a whole"
  /// In place of a digest, where something is assumed because the member is not there.
  package static let absent = "not there"

  /// - Parameter key: as a tenant's file has it.
  package init(_ key: String) {
    let parts = key.split(separator: " '", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let end = parts[1].ranges(of: "': ").last else {
      path = key
      return
    }
    (kind, name, path) = (parts[0], String(parts[1][..<end.lowerBound]), String(parts[1][end.upperBound...]))
  }

  /// Stable, e.g. `enrolment policy/Contractors/settings.authenticators.enroll.gracePeriod`.
  package var id: String { [kind, name, path].filter { !$0.isEmpty }.joined(separator: "/") }

  /// Of which it is, e.g. `the enrolment policy 'Contractors'`.
  private var object: String { kind.isEmpty ? "the configuration" : "the \(kind) '\(name)'" }

  var sentence: String {
    let what =
      switch difference {
      case .changed: "has changed"
      case .gone: "is gone"
      case .new: "is new"
      }
    let unknown = "it is not known what a change does to people"
    guard path != Self.whole else { return "\(unknown): \(object) \(what), and the import does not read it" }
    let member = path.split(separator: ".").last.map(String.init) ?? path
    return "\(unknown): '\(member)' of \(object) \(what), and the import only assumes what it does"
  }

  var who: String {
    switch kind {
    case "": "everybody"
    case "app": "everybody who signs in to '\(name)'"
    case "authenticator", "authenticator method": "everybody who has \(object)"
    default: "the people of \(object)"
    }
  }

  var reason: String {
    let member = path == Self.whole ? "it" : "'\(path)'"
    return switch difference {
    case .changed: "\(member) has another value"
    case .gone: "only the first version has \(member)"
    case .new: "only the second version has \(member)"
    }
  }
}
