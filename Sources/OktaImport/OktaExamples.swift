import TenantImport

/// People made up for walking the mock: one in none of the groups, one in each group that rules read, and one for each user that a rule
/// names. What is said of everybody is worked out without them.
struct OktaExamples: Sendable {
  /// More are more than anyone walks.
  private static let most = 200

  let accounts: [ImportedTenant.Account]

  init(_ conditions: OktaConditions) {
    let groups = conditions.used["account.groups"] ?? []
    let named = conditions.people.values.sorted()
    var names = UniqueNames(reserved: ["anybody"])
    let slugs = names.names(of: (groups + named).map { ($0, Self.slug($0)) }, joined: { "\($0)-\($1)" })
    var accounts = [ImportedTenant.Account(name: "anybody")]
    for (slug, group) in zip(slugs, groups) { accounts.append(.init(name: slug, groups: [group])) }
    let word = OktaConditions.person.split(separator: ".").last.map(String.init) ?? ""
    for (slug, person) in zip(slugs.dropFirst(groups.count), named) { accounts.append(.init(name: slug, words: [word: person])) }
    self.accounts = Array(accounts.prefix(Self.most))
  }

  private static func slug(_ name: String) -> String {
    let slug = SourceText.slug(name, joinedBy: "-")
    return slug.isEmpty ? "group" : slug
  }
}
