import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyScenario

/// Names that every output has as they are: ids of cases, which are made of paths, titles and labels of rows, names of accounts and apps, tags,
/// steps and snapshots, and the label of a run. A secret in one of them, in any case and with other signs between its letters and digits, cannot be
/// hidden, so that such a run is refused.
struct SecretsInNames {
  /// A shorter text occurs in names by chance.
  private static let shortest = 6

  private struct Searched {
    let name: String
    let folded: [UInt8]
  }

  private var secrets: [Searched] = []
  private var redactor = Redactor()
  private var seen: Set<[UInt8]> = []
  /// Names of steps that have none: the cases of one scenario share them.
  private var harmless: Set<String> = []
  /// The ids of the cases that have one in a name, which no output may show.
  private(set) var cases: Set<String> = []

  /// Words are left out: of those it is warned, as no output hides them.
  init(_ secrets: [Secret]) {
    for secret in secrets where !GuessableSecrets.isWords(secret.unsafeText) {
      redactor.learnClosely(secret, isOfLiveTenant: true)
      let folded = Self.folded(secret.unsafeText)
      if folded.count >= Self.shortest { self.secrets.append(Searched(name: secret.name, folded: folded)) }
    }
  }

  /// What is wrong with the names of a case; each name is reported once.
  ///
  /// - Parameter place: that of its scenario.
  mutating func problems(with planned: PlannedCase, at place: SourceRange?) -> [Diagnostic] {
    guard !secrets.isEmpty else { return [] }
    let file = planned.facts.file
    if let secret = found(in: file) {
      cases.insert(planned.id)
      // A place would show the path once more.
      return report("the path '\(redactor.redacted(file))'", file, secret, at: nil, "give the file or its folder another name")
    }
    if let secret = found(in: planned.id) {
      cases.insert(planned.id)
      let parts = "its title, its 'id' or the label of its row is a part of the id"
      return report("the id of a scenario", planned.id, secret, at: place, parts)
    }
    let apps = planned.facts.app.map { [$0] } ?? []
    let kinds = [("the name of an account", planned.tenant.accounts), ("the name of an app", apps), ("a tag", planned.facts.tags)]
    for (kind, names) in kinds {
      for name in names {
        if let secret = found(in: name) {
          cases.insert(planned.id)
          return report(kind, name, secret, at: place, nil)
        }
      }
    }
    return problems(withStepsOf: planned)
  }

  private mutating func problems(withStepsOf planned: PlannedCase) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for instruction in [planned.before, planned.main, planned.after].flatMap(\.instructions) {
      for (kind, name, place) in instruction.names where !harmless.contains(name) {
        guard let secret = found(in: name) else {
          harmless.insert(name)
          continue
        }
        cases.insert(planned.id)
        problems += report(kind, name, secret, at: place, nil)
      }
    }
    return problems
  }

  /// What is wrong with the caller's name for the run.
  mutating func problems(withLabel label: String, _ spelling: SettingSpelling) -> [Diagnostic] {
    found(in: label).map { report(spelling[.label], label, $0, at: nil, nil) } ?? []
  }

  private mutating func report(
    _ what: String, _ name: String, _ secret: String, at place: SourceRange?, _ suggestion: String?
  ) -> [Diagnostic] {
    guard seen.insert(Self.folded(name)).inserted else { return [] }
    let message = "\(what) contains the \(secret), and is in every output"
    return [Diagnostic(.secretInName, message, at: place, suggestion: suggestion)]
  }

  /// The name of the secret that is in a text.
  private func found(in text: String) -> String? {
    guard !secrets.isEmpty else { return nil }
    let folded = Self.folded(text)
    return secrets.first { secret in
      guard folded.count >= secret.folded.count else { return false }
      return (0...(folded.count - secret.folded.count)).contains { folded[$0...].starts(with: secret.folded) }
    }.map { "secret '\($0.name.hasPrefix("secret.") ? $0.name.dropFirst(7) : $0.name[...])'" }
  }

  /// The letters and digits of a text, in lower case, as ids have them, without their marks: file names may have those apart.
  private static func folded(_ text: String) -> [UInt8] {
    Slug.of(text.withoutMarks).utf8.filter { $0 != 0x2D }
  }
}

extension Instruction {
  /// The names in it that outputs have, each with its kind and its place.
  fileprivate var names: [(kind: String, name: String, place: SourceRange)] {
    switch self {
    case .step(let step), .comeBack(let step):
      var names = [("the name of a step", step.id, step.range)]
      if case .screen(let screen) = step.kind, case .named(let name)? = screen.snapshot {
        names.append(("the name of a snapshot", name, step.range))
      }
      return names
    case .unless(_, _, let step), .choose(_, _, let step), .enter(_, let step): return [("the name of a step", step.id, step.range)]
    case .jump, .leave, .beginLoop, .loop, .endLoop: return []
    }
  }
}

extension PlannedCase {
  /// Passwords and the like of its row and its variables that are in its title, by the names of their columns.
  var titledSecrets: [Secret] {
    (variables.row + variables.vars).compactMap { member in
      guard SecretKey.isSecret(member.name.value.lowercased(), isOfTenants: false),
        case .constant(let value, _) = member.value, let text = value.text, facts.name.contains(text)
      else { return nil }
      return Secret(text, name: member.name.value, source: .account)
    }
  }
}
