internal import LocatedYAML

/// A journey that a person walked, as a scenario that is written step by step.
package struct Recording: Sendable, Hashable {
  /// A name and its template, in the order written.
  package struct Variable: Sendable, Hashable {
    package var name: String
    package var template: String

    package init(_ name: String, _ template: String) {
      self.name = name
      self.template = template
    }
  }

  package var title: String
  /// What a reader should know, without `#`; a line each.
  package var comments: [String] = []
  /// `nil` for the default one of the place where the file lies.
  package var tenant: String?
  package var account: String?
  package var app: String?
  package var tags = ["recorded"]
  /// The keys of `start`.
  package var start: [Variable] = []
  package var vars: [Variable] = []
  /// The keys of another scenario, as they are written there, in place of the keys of this one; a line each. `nil` for none.
  package var head: [String]?
  /// The steps of that scenario that lead to where this one begins, as they are written there; a line each.
  package var leading: [String] = []
  /// How far its steps are indented.
  package var indent = 2
  package var steps: [RecordedStep] = []

  package init(title: String) { self.title = title }

  /// The scenario as a document of a YAML file, with a line feed at its end.
  package var text: String {
    var lines = comments.map { "# \($0)" }
    lines.append("journey: \(YAMLText.scalar(AnswerOrigin.literal(title)))")
    if let head { lines += Self.head(head, adding: vars) } else { lines += keys }
    lines += ["", "steps:"] + leading
    if steps.isEmpty, leading.isEmpty { lines.append("  []") }
    let margin = String(repeating: " ", count: indent)
    for (index, step) in steps.enumerated() {
      if index > 0 || !leading.isEmpty { lines.append("") }
      lines += step.lines.map { margin + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var keys: [String] {
    var lines: [String] = []
    if let tenant { lines.append("tenant: \(YAMLText.scalar(tenant))") }
    if let account { lines.append("account: \(YAMLText.scalar(account))") }
    if let app { lines.append("app: \(YAMLText.scalar(app))") }
    if !tags.isEmpty { lines.append("tags: [\(tags.map { YAMLText.scalar($0, isInBrackets: true) }.joined(separator: ", "))]") }
    return lines + Self.map("start", start) + Self.map("vars", vars)
  }

  /// The keys of another scenario with variables added to its own.
  private static func head(_ head: [String], adding vars: [Variable]) -> [String] {
    guard !vars.isEmpty else { return head }
    var lines = head
    guard let index = head.firstIndex(where: { $0.hasPrefix("vars:") }) else { return lines + map("vars", vars) }
    if let brace = lines[index].lastIndex(of: "}"), lines[index].contains("{") {
      let members = vars.map { ", \(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.template, isInBrackets: true))" }
      lines[index].insert(contentsOf: members.joined(), at: brace)
    } else {
      lines.insert(contentsOf: map("vars", vars).dropFirst(), at: index + 1)
    }
    return lines
  }

  private static func map(_ key: String, _ members: [Variable]) -> [String] {
    guard !members.isEmpty else { return [] }
    return ["\(key):"] + members.map { "  \(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.template))" }
  }

  /// A name that no variable has: the wish, else the wish with a number.
  package func free(_ wish: String) -> String {
    let taken = Set(vars.map(\.name) + steps.flatMap(\.captured))
    guard taken.contains(wish) else { return wish }
    var number = 2
    while taken.contains("\(wish)\(number)") { number += 1 }
    return "\(wish)\(number)"
  }
}
