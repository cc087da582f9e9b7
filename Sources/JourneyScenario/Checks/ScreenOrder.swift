internal import Diagnostics
internal import JourneyModel

/// Follows the screens that a scenario names through a mock's flow, and finds those that no way leads to.
///
/// Only what is sure is said: after a step that may lead anywhere, nothing is known.
struct ScreenOrder {
  private let inventory: TenantInventory
  private let matching: IDMatching
  /// The screens of which one was shown last; `nil` if it may be any.
  private var last: Set<String>?
  private(set) var diagnostics: [Diagnostic] = []

  init(_ inventory: TenantInventory, matching: IDMatching) {
    self.inventory = inventory
    self.matching = matching
  }

  mutating func follow(_ steps: [Step]) {
    for step in steps { follow(step) }
  }

  private mutating func follow(_ step: Step) {
    switch step.kind {
    case .screen(let screen): follow(screen, maySkip: step.maySkip)
    case .use(let use) where step.when.isEmpty: follow(use.steps)
    // They look and do not move.
    case .check, .message: break
    // Whatever else is done may lead anywhere.
    default: last = nil
    }
  }

  private mutating func follow(_ screen: ExpectedScreen, maySkip: Bool) {
    guard case .ids(let ids) = screen.id else { return last = nil }
    let shown = Set(ids.flatMap { inventory.screens(writtenAs: $0.value, matching) })
    // A screen that there is not is another check's matter.
    guard !shown.isEmpty else { return last = nil }
    guard !maySkip else { return last = last?.union(shown) }
    if let last, let id = ids.first { check(shown, after: last, at: id) }
    last = shown
  }

  private mutating func check(_ shown: Set<String>, after last: Set<String>, at id: Located<String>) {
    guard last.allSatisfy({ inventory.following[$0]?.isDisjoint(with: shown) ?? false }) else { return }
    let possible = last.reduce(into: Set<String>()) { $0.formUnion(inventory.following[$1] ?? []) }
    let before = last.sorted().map { "'\($0)'" }.joined(separator: " or ")
    diagnostics.append(
      Diagnostic(
        .unreachableStep,
        "no way through the tenant's flow leads from \(before) to '\(id.value)'; from there it goes to \(NameAdvice.list(possible.sorted()))",
        at: id.range, severity: .warning))
  }
}

extension TenantInventory {
  /// The mock's screens that a scenario means by what is written.
  func screens(writtenAs written: String, _ matching: IDMatching) -> [String] {
    switch matching {
    case .exact: screens[written] == nil ? [] : [written]
    case .exactOrPrefixAtSlash: screens.keys.filter { $0 == written || $0.hasPrefix(written + "/") }.sorted()
    }
  }
}
