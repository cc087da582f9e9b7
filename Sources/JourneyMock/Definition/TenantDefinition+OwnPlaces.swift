import Diagnostics

extension TenantDefinition {
  /// The same diagnostic at the place of this file that it is about, where it was found in a file that this one extends.
  ///
  /// The extended file may be right on its own, and is not what the person works on; its place becomes a note. A standard has no other users
  /// in the project: what is wrong there stays there.
  func placed(_ diagnostic: Diagnostic, extending files: [SourceFile]) -> Diagnostic {
    guard let base, [".yaml", ".yml"].contains(where: base.value.hasSuffix), let range = diagnostic.range, files.contains(range.file) else {
      return diagnostic
    }
    var placed = diagnostic
    let changed = ownPlace(named: diagnostic.message, besides: files)
    placed.range = changed ?? base.range
    let told = changed == nil ? "in what '\(name.value)' extends" : "'\(name.value)' extends this, which needs it"
    placed.notes.insert(Diagnostic.Note(told, at: range), at: 0)
    return placed
  }

  /// Where this file itself says something of a name that a message quotes: first of what it calls so, then of any of that name.
  private func ownPlace(named message: String, besides files: [SourceFile]) -> SourceRange? {
    let parts = ownParts.filter { !files.contains($0.name.range.file) }
    return (parts.first { message.contains("\($0.what) '\($0.name.value)'") } ?? parts.first { message.contains("'\($0.name.value)'") })?
      .name
      .range
  }

  private var ownParts: [(what: String, name: Located<String>)] {
    var parts: [(String, Located<String>)] = screens.map { ("screen", $0.id) } + states.map { ("state", $0.id) }
    parts += messages.map { ("message", $0.name) } + mails.map { ($0.isSMS ? "sms" : "mail", $0.name) }
    parts += counters.map { ("counter", $0.name) } + timers.map { ("timer", $0.name) }
    parts += facts.map { ("fact", $0.name) }
    for rule in policy {
      parts.append(("policy", rule.name))
      parts.append(("policy", Located("policy.\(rule.name.value)", at: rule.name.range)))
    }
    return parts + changedElements.map { ($0.what, $0.name) }
  }
}
