import Diagnostics
import JourneyLanguage

/// What a promise may name on a tenant, as far as its files and the walks of a log have it.
struct PromiseNames: Sendable {
  var screens: Set<String> = []
  var accounts: Set<String> = []

  /// What a promise names and nothing there has; `nil` if it is all there.
  func problem(of promise: Promise, _ rule: WalkedRule) -> String? {
    let missing = rule.screens.first { id in !screens.contains { JourneyEvent.isPart(id, of: $0) } }
    if let missing { return Self.sentence("screen", missing, among: screens) }
    guard case .accounts(let names) = promise.who, let account = names.first(where: { !accounts.contains($0.value) }) else { return nil }
    return Self.sentence("account", account.value, among: accounts)
  }

  private static func sentence(_ kind: String, _ name: String, among known: Set<String>) -> String {
    let nearest = ClosestMatch.of(name, in: known.sorted()).map { ": did you mean '\($0)'?" }
    return "neither its files nor a walk of the log has a \(kind) '\(name)'\(nearest ?? "")"
  }
}
