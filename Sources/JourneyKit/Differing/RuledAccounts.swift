import Diagnostics
import JourneyMock
import LocatedYAML
import TenantDecisions

/// The accounts of two mocks with rules, as far as the rules do not say what becomes of them.
struct RuledAccounts {
  /// Those that the second mock does not have.
  let gone: [String]
  /// Those that are in another state, such as locked, of which only the flow knows what it does; with the facts of each version in words.
  let others: [(name: String, before: String, now: String)]

  init(_ before: MockTenant, _ now: MockTenant) {
    let (old, new) = (before.definition.accounts, now.definition.accounts)
    let names = Set(new.map(\.name.value))
    // An import makes its accounts up, one for each group that rules name.
    let isImported = before.ruleSet?.assumed != nil || now.ruleSet?.assumed != nil
    gone = isImported ? [] : old.map(\.name.value).filter { !names.contains($0) }
    let known = (before.ruleSet?.factsOfPeople ?? []).union(now.ruleSet?.factsOfPeople ?? [])
    let facts = Set((before.definition.facts + now.definition.facts).map(\.name.value)).subtracting(known)
    others = new.compactMap { account in
      guard let own = old.first(where: { $0.name.value == account.name.value }) else { return nil }
      let (was, isNow) = (Self.values(own, facts), Self.values(account, facts))
      let differing = Set(was.keys).union(isNow.keys).filter { was[$0] != isNow[$0] }.sorted()
      guard !differing.isEmpty else { return nil }
      let text = { (values: [String: String]) in differing.map { "\($0) \(values[$0] ?? "not set")" }.joined(separator: ", ") }
      return (account.name.value, text(was), text(isNow))
    }
  }

  private static func values(_ account: AccountDefinition, _ facts: Set<String>) -> [String: String] {
    Dictionary(account.members.filter { facts.contains("account.\($0.key.value)") }.map { ($0.key.value, $0.value.line) }) { first, _ in
      first
    }
  }
}
