import Diagnostics
import Encodings
import JourneyModel
import LocatedYAML

/// The tenant's people: what a world begins with, and what scenarios may name of them.
struct AccountCompiler {
  let names: Names
  let tables: TenantGraph.Tables
  let tenant: String
  /// Whether its accounts may have facts that only rules read.
  let hasRules: Bool
  var diagnostics: [Diagnostic] = []

  init(names: Names, tables: TenantGraph.Tables, tenant: String, hasRules: Bool) {
    self.names = names
    self.tables = tables
    self.tenant = tenant
    self.hasRules = hasRules
  }

  /// The accounts as a world begins with them; two that sign in by the same text are reported, as the second could never.
  mutating func accounts(_ definitions: [AccountDefinition]) -> [AccountState] {
    var owners: [String: (name: String, range: SourceRange)] = [:]
    for definition in definitions {
      for member in definition.members where Self.identifying.contains(member.name) {
        guard case .scalar(let scalar) = member.value, !scalar.text.isEmpty else { continue }
        guard let owner = owners[scalar.text.lowercased()] else {
          owners[scalar.text.lowercased()] = (definition.name.value, scalar.range)
          continue
        }
        guard owner.name != definition.name.value else { continue }
        diagnostics.append(
          Diagnostic(
            .badValue, "'\(member.name)' is also that of the account '\(owner.name)', so '\(definition.name.value)' could never sign in",
            at: scalar.range, notes: [Diagnostic.Note("the first one", at: owner.range)]))
      }
    }
    return definitions.map { account($0) }
  }

  /// By what people sign in.
  private static let identifying: Set<String> = [AccountAttribute.email.name, AccountAttribute.username.name]

  /// An account as a world begins with it.
  mutating func account(_ definition: AccountDefinition) -> AccountState {
    var account = AccountState(name: definition.name.value, scope: ScopeState(.account, in: tables), claims: claims(definition))
    account[.sub] = Self.subject(of: definition.name.value, tenant: tenant)
    for member in definition.members { set(member, on: &account) }
    return account
  }

  private mutating func set(_ member: YAMLMapping.Entry, on account: inout AccountState) {
    let name = "account.\(member.name)"
    if let hidden = HiddenSecret.problem(with: member.value, of: member.name) {
      diagnostics.append(hidden)
    } else if let fact = names.facts[name] {
      account.scope.facts[fact.slot.index] = value(of: fact, member.value)
    } else if let slot = names.attribute(name) {
      guard case .scalar(let scalar) = member.value, scalar.kind != .nothing else {
        report(.wrongType, "'\(member.name)' is a text", member.value.range)
        return
      }
      if scalar.text.isEmpty {
        report(.emptyValue, "'\(member.name)' is empty", scalar.range, suggestion: "leave the line out")
      } else if let problem = AccountAttribute.problem(with: scalar.text, as: member.name) {
        report(.badValue, "'\(member.name)' \(problem)", scalar.range)
      }
      account.scope.attributes[slot.index] = scalar.text
    } else if hasRules, RuleFacts.ofPeople.contains(name) {
      // The rules' own compiler reads it.
      return
    } else {
      let known = names.kept.compactMap { $0.hasPrefix("account.") ? String($0.dropFirst("account.".count)) : nil } + ["claims"]
      let nearest = ClosestMatch.of(member.name, in: known)
      let possible = nearest == nil ? "; expected one of \(known.sorted().joined(separator: ", "))" : ""
      report(
        .unknownKey, "unknown key '\(member.name)' in an account\(possible)", member.key.range,
        suggestion: nearest.map { "did you mean '\($0)'?" })
    }
  }

  private mutating func value(of fact: FactRule, _ node: YAMLNode) -> UInt64 {
    var value: UInt64 = 0
    let items: [YAMLNode] = if case .sequence(let sequence) = node { sequence.items } else { [node] }
    for item in items {
      guard case .scalar(let scalar) = item else {
        report(.wrongType, "'\(fact.name)' takes words", item.range)
        continue
      }
      switch fact.kind {
      case .flag: value = scalar.kind == .boolean(true) ? 1 : 0
      case .word(let words): value = UInt64(place(of: scalar, in: words, fact))
      case .set(let words): value |= 1 << UInt64(place(of: scalar, in: words, fact))
      }
    }
    return value
  }

  private mutating func place(of scalar: YAMLScalar, in words: [String], _ fact: FactRule) -> Int {
    if let place = words.firstIndex(of: scalar.text) { return place }
    report(
      .badValue, "'\(scalar.text)' is not a word of '\(fact.name)'; there are \(words.joined(separator: ", "))", scalar.range,
      suggestion: ClosestMatch.of(scalar.text, in: words).map { "did you mean '\($0)'?" })
    return 0
  }

  private mutating func claims(_ definition: AccountDefinition) -> [Value.Member] {
    guard let claims = definition.claims else { return [] }
    for entry in claims.entries where IssuerClaims.names.contains(entry.name) {
      report(.badValue, "the issuer writes the claim '\(entry.name)': no person has one of their own", entry.key.range)
    }
    return claims.entries.map { Value.Member($0.name, Self.value($0.value)) }
  }

  private mutating func report(_ id: DiagnosticID, _ message: String, _ range: SourceRange, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(id, message, at: range, suggestion: suggestion))
  }

  /// The same in every run, and unlike any other account's.
  static func subject(of account: String, tenant: String) -> String {
    let digits = Array(Hex.encode(Array(Digests.sha256("\(tenant)/\(account)").prefix(16))).utf8)
    let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  static func value(_ node: YAMLNode) -> Value {
    switch node {
    case .sequence(let sequence): .list(sequence.items.map(value))
    case .mapping(let mapping): .map(mapping.entries.map { Value.Member($0.name, value($0.value)) })
    case .scalar(let scalar):
      switch scalar.kind {
      case .nothing, .null: .null
      case .boolean(let flag): .bool(flag)
      case .number: .number(scalar.text)
      case .text: .text(scalar.text)
      }
    }
  }
}

extension AccountState {
  /// What scenarios may name: the account's texts and claims; password and secrets print as `***`.
  func value(in tables: TenantGraph.Tables) -> Value {
    var members: [Value.Member] = []
    for (index, attribute) in (tables.attributes[.account] ?? []).enumerated() {
      guard let text = scope.attributes[index] else { continue }
      let isSecret = tables.secrets.contains(attribute)
      let label = "account.\(attribute)"
      members.append(Value.Member(attribute, isSecret ? .secret(Secret(text, name: label, source: .account)) : .text(text)))
    }
    if !claims.isEmpty { members.append(Value.Member("claims", .map(claims))) }
    return .map(members)
  }
}
