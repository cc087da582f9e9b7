import Diagnostics
import JourneyLanguage
import LocatedYAML
import TenantDecisions

/// YAML nodes to a tenant's definition; every error is collected, none stops it.
struct TenantDefinitionDecoder {
  /// The keys that some dialect has; whether it is the tenant's own is known only once everything that it extends is read.
  let keys: SpeechKeys
  var diagnostics: [Diagnostic] = []
  /// Reads a file that `include` names; `nil` if it could not be read, which is reported.
  let include: (YAMLScalar, inout [Diagnostic]) -> YAMLNode?

  /// The tenant of a document; `nil` if it is not a map or has no name.
  mutating func tenant(_ node: YAMLNode) -> TenantDefinition? {
    guard let written = mapping(node, "a tenant") else { return nil }
    let (entries, strays) = written.withContent(repeated: []) { name in
      TenantPart(rawValue: name) != nil || ClosestMatch.of(name, in: TenantPart.names) != nil
    }
    let mapping = YAMLMapping(entries: entries, range: written.range)
    diagnostics += strays.map { $0.content.diagnostic(beside: $0.key) }
    let paths = mapping.entries.filter { Self.isPath($0.name) }
    for path in paths {
      report(
        .unknownKey, "'\(path.name)' is the path of a change, and no key of a tenant", path.key.range,
        suggestion: "write it below 'changes:'")
    }
    checkKeys(mapping, among: TenantPart.allCases.map(\.rawValue) + paths.map(\.name), of: "a tenant")
    guard let nameNode = mapping["tenant"] else {
      report(.missingKey, "a tenant needs 'tenant', its name", mapping.range)
      return nil
    }
    guard let name = text(nameNode, "the tenant's name") else { return nil }
    var tenant = TenantDefinition(name: name)
    tenant.damaged.formUnion(strays.compactMap { TenantPart(rawValue: $0.key) })
    for entry in mapping.entries {
      guard let part = TenantPart(rawValue: entry.name) else {
        if let meant = ClosestMatch.of(entry.name, in: TenantPart.names).flatMap(TenantPart.init) { tenant.damaged.insert(meant) }
        continue
      }
      let known = diagnostics.count
      decode(part, entry, into: &tenant)
      if diagnostics.count > known { tenant.damaged.insert(part) }
    }
    return tenant
  }

  /// Whether a key is written as `accounts.jane.phone`, which leads to something inside of a part.
  private static func isPath(_ key: String) -> Bool {
    guard let dot = key.firstIndex(of: ".") else { return false }
    return TenantPart(rawValue: String(key[..<dot])) != nil
  }

  private mutating func decode(_ part: TenantPart, _ entry: YAMLMapping.Entry, into tenant: inout TenantDefinition) {
    guard !entry.value.isNothing else { return reportEmpty("'\(entry.name)'", entry.key.range) }
    decode(part, entry.value, into: &tenant)
    if TenantPart.wholes.contains(part) { tenant.settings[part] = entry.value }
    if tenant.written[part] == nil { tenant.written[part] = entry.value }
  }

  mutating func decode(_ key: TenantPart, _ node: YAMLNode, into tenant: inout TenantDefinition) {
    switch key {
    case .tenant: break
    case .extends: tenant.base = text(node, "what it extends")
    case .speaks: tenant.speaks = speaks(node)
    case .issuer: tenant.issuer = text(node, "the issuer")
    case .languages: tenant.languages = texts(node, "a language")
    case .clients: tenant.clients = clients(node)
    case .answers: tenant.answers = answerStyle(node)
    case .tokens: tenant.tokens = tokenLives(node)
    case .limits: tenant.limits = limits(node)
    case .faults:
      tenant.weaknessPlaces = weaknesses(node)
      tenant.weaknesses = Set(tenant.weaknessPlaces.keys)
    case .policy: policy(node, prefix: "", into: &tenant.policy)
    case .facts: tenant.facts = facts(node)
    case .attributes: tenant.attributes = texts(node, "an attribute")
    case .secrets: tenant.secrets = texts(node, "an attribute")
    case .accounts: tenant.accounts = accounts(node)
    case .counters: tenant.counters = counters(node)
    case .timers: tenant.timers = timers(node)
    case .messages: tenant.messages = messages(node)
    case .mails: tenant.mails += mails(node, isSMS: false)
    case .sms: tenant.mails += mails(node, isSMS: true)
    case .branding: tenant.branding = mapping(node, "branding")
    case .screens: screens(node, into: &tenant)
    case .start: tenant.start = text(node, "a state")
    case .everywhere: tenant.everywhere = forms(node)
    case .rules: rules(node, into: &tenant.rules)
    case .situations: tenant.rules.situations = situations(node)
    case .impossible: tenant.rules.impossible = impossible(node)
    case .apps: tenant.rules.apps = ruledApps(node)
    case .open: tenant.rules.open = meanings(node, "an open flag")
    case .assumed: tenant.rules.assumed = assumed(node)
    case .factNames: tenant.rules.names = factNames(node)
    case .lacking: tenant.rules.lacking = text(node, "'lacking'").flatMap { word($0, LackingProof.self, "word for 'lacking'") }
    case .authenticators: tenant.rules.authenticators = authenticators(node)
    case .changes: tenant.changes = mapping(node, "'changes'")?.entries ?? []
    case .flow:
      tenant.hasFlow = true
      tenant.states = states(node)
    }
  }
}

extension TenantDefinitionDecoder {
  mutating func report(_ id: DiagnosticID, _ message: String, _ range: SourceRange, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(id, message, at: range, suggestion: suggestion))
  }

  /// Reports a key that needs something below it.
  mutating func reportEmpty(_ what: String, _ range: SourceRange) {
    report(.emptyValue, "\(what) is empty", range, suggestion: "its contents go below it, indented by two more spaces")
  }

  /// The map below a key; what is none, or empty, is reported.
  mutating func mapping(below entry: YAMLMapping.Entry, _ what: String) -> YAMLMapping? {
    guard entry.value.isNothing else { return mapping(entry.value, what) }
    reportEmpty("\(what) '\(entry.name)'", entry.key.range)
    return nil
  }

  mutating func mapping(_ node: YAMLNode, _ what: String) -> YAMLMapping? {
    guard case .mapping(let mapping) = node else {
      report(.wrongType, "\(what) is a map of keys, found \(Self.kind(of: node))", node.range)
      return nil
    }
    return mapping
  }

  mutating func scalar(_ node: YAMLNode, _ what: String) -> YAMLScalar? {
    guard case .scalar(let scalar) = node else {
      report(.wrongType, "\(what) is a text, found \(Self.kind(of: node))", node.range)
      return nil
    }
    guard scalar.kind != .nothing else {
      report(.emptyValue, "the value is empty", scalar.range)
      return nil
    }
    return scalar
  }

  mutating func text(_ node: YAMLNode, _ what: String) -> Located<String>? {
    scalar(node, what).map { Located($0.text, at: $0.range) }
  }

  /// A list of texts, or a single one.
  mutating func texts(_ node: YAMLNode, _ what: String) -> [Located<String>] {
    guard case .sequence(let sequence) = node else { return text(node, what).map { [$0] } ?? [] }
    var texts: [Located<String>] = []
    for item in sequence.items {
      if let text = text(item, what) { texts.append(text) }
    }
    return texts
  }

  mutating func flag(_ node: YAMLNode, _ what: String) -> Bool? {
    guard let scalar = scalar(node, what) else { return nil }
    guard case .boolean(let flag) = scalar.kind else {
      report(.wrongType, "\(what) is true or false, found '\(scalar.text)'", scalar.range)
      return nil
    }
    return flag
  }

  /// Reports every key that is not among these.
  mutating func checkKeys<Key: RawRepresentable & CaseIterable>(
    _ mapping: YAMLMapping, _ keys: Key.Type, of what: String
  ) where Key.RawValue == String {
    checkKeys(mapping, among: keys.allCases.map(\.rawValue), of: what)
  }

  mutating func checkKeys(_ mapping: YAMLMapping, among known: [String], of what: String) {
    for entry in mapping.entries where !known.contains(entry.name) {
      let nearest = ClosestMatch.of(entry.name, in: known)
      let possible = nearest == nil ? "; expected one of \(known.joined(separator: ", "))" : ""
      report(
        .unknownKey, "unknown key '\(entry.name)' in \(what)\(possible)", entry.key.range,
        suggestion: nearest.map { "did you mean '\($0)'?" })
    }
  }

  /// The word's case, or `nil` after a report.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ text: Located<String>, _ words: Word.Type, _ what: String
  ) -> Word? where Word.RawValue == String {
    if let word = Word(rawValue: text.value) { return word }
    let known = words.allCases.map(\.rawValue)
    report(
      .badValue, "unknown \(what) '\(text.value)'; expected one of \(known.joined(separator: ", "))", text.range,
      suggestion: ClosestMatch.of(text.value, in: known).map { "did you mean '\($0)'?" })
    return nil
  }

  static func kind(of node: YAMLNode) -> String {
    switch node {
    case .scalar(let scalar): scalar.kind == .nothing ? "nothing" : "'\(scalar.text)'"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
