package import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

extension TenantsFile {
  /// Reads a file as it lies on disk.
  ///
  /// - Parameter dialects: the names that `dialect` may be.
  package static func read(_ bytes: [UInt8], named name: String, dialects: [String]) -> (file: TenantsFile, diagnostics: [Diagnostic]) {
    var decoder = TenantsDecoder(dialects: dialects)
    let (file, documents) = YAMLParser.documents(inBytes: bytes, named: name, diagnostics: &decoder.diagnostics)
    let tenants = decoder.file(documents, file)
    return (tenants, decoder.diagnostics.inOrder(of: file))
  }
}

/// Reads the tree of tenants.yaml, and collects everything that is wrong with it.
struct TenantsDecoder: NodeDecoder {
  var diagnostics: [Diagnostic] = []
  /// Tenants in which something required is present but wrong, so that it is not reported as missing.
  private var tenantsWithMistakes: Set<String> = []
  private var hasReportedLine = false
  private let dialects: [String]

  init(dialects: [String]) { self.dialects = dialects }

  mutating func file(_ documents: [YAMLNode], _ file: SourceFile) -> TenantsFile {
    var result = TenantsFile(file: file, defaultTenant: nil, tenants: [], allowance: .init())
    for document in documents.dropFirst() {
      report(.wrongType, "a tenants file is one map, found several documents", at: document.range)
    }
    guard let document = documents.first else {
      if diagnostics.isEmpty { report(.missingKey, "a tenants file needs 'tenants'", at: file.start) }
      return result
    }
    guard case .mapping(let mapping) = document else {
      report(.wrongType, "a tenants file is a map with 'tenants', found \(document.kindName)", at: document.range)
      return result
    }
    for entry in withContent(mapping, among: TenantsFileKey.names) {
      switch TenantsFileKey(rawValue: entry.key.value) {
      case .default: result.defaultTenant = name(entry.value, key: "default", wanted: "a tenant's name")
      case .tenants: result.tenants = tenants(entry.value)
      case .allow: result.allowance = allowance(entry.value)
      case nil: reportUnknown(entry.key, TenantsFileKey.self, in: "in a tenants file")
      }
    }
    if mapping[TenantsFileKey.tenants.rawValue] == nil {
      report(.missingKey, "a tenants file needs 'tenants'", at: mapping.entries.first?.key.range ?? mapping.range)
    }
    checkDefault(result)
    return result
  }

  private mutating func checkDefault(_ file: TenantsFile) {
    guard let name = file.defaultTenant, file[name.value] == nil, !file.tenants.isEmpty else { return }
    report(.unknownTenant, "no tenant '\(name.value)' in this file", at: name.range, suggestion: nearest(name.value, file.tenants))
  }

  private func nearest(_ name: String, _ tenants: [TenantEntry]) -> String? {
    ClosestMatch.suggestion(for: name, in: tenants.map(\.name.value))
  }

  private mutating func allowance(_ node: YAMLNode) -> TenantsFile.Allowance {
    var allowance = TenantsFile.Allowance()
    guard let mapping = map(node, key: "allow") else { return allowance }
    entries(mapping, AllowKey.self, in: "in 'allow'") { decoder, key, entry in
      switch key {
      case .commands: allowance.commands = decoder.flag(entry.value, key: "commands")
      case .hosts: allowance.hosts = decoder.names(entry.value, key: "hosts", wanted: "a host or a list of hosts")
      case .probes: allowance.probes = decoder.flag(entry.value, key: "probes")
      }
    }
    return allowance
  }
}

/// Tenants, one after the other, then what each takes from another.
extension TenantsDecoder {
  private mutating func tenants(_ node: YAMLNode) -> [TenantEntry] {
    guard let mapping = map(node, key: "tenants", wanted: "a map of tenants by name") else { return [] }
    var written: [TenantEntry] = []
    for entry in withContent(mapping, isOwn: { TenantKey(rawValue: $0) == nil }) {
      guard entry.value.mapping != nil else {
        reportType(entry.key.value, "a map", entry.value)
        continue
      }
      written.append(tenant(entry))
    }
    var tenants: [TenantEntry] = []
    let named = Dictionary(written.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in written {
      var isWhole = true
      let tenant = inherited(entry, named, path: [entry.name.value], &isWhole)
      if isWhole { checkCompleteness(tenant) }
      tenants.append(tenant)
    }
    return tenants
  }

  /// How many tenants may take from each other in a line; no project needs as many.
  private static let longestLine = 32

  /// The tenant with what it takes from others; a circle is reported where it closes, and a line that is too long where it is, once.
  private mutating func inherited(
    _ tenant: TenantEntry, _ all: [String: TenantEntry], path: [String], _ isWhole: inout Bool
  ) -> TenantEntry {
    if tenantsWithMistakes.contains(tenant.name.value) { isWhole = false }
    guard let like = tenant.like else { return tenant }
    guard !path.contains(like.value) else {
      isWhole = false
      if path.first == like.value, path.min() == like.value {
        let circle = (path + [like.value]).map { "'\($0)'" }.joined(separator: " → ")
        report(.tenantCycle, "circular 'like': \(circle)", at: like.range)
      }
      return tenant
    }
    guard path.count <= Self.longestLine else {
      isWhole = false
      if !hasReportedLine {
        hasReportedLine = true
        report(.tenantCycle, "the chain of 'like' has more than \(Self.longestLine) tenants", at: like.range)
      }
      return tenant
    }
    guard let other = all[like.value] else {
      isWhole = false
      if path.count == 1 {
        report(
          .unknownTenant, "no tenant '\(like.value)' in this file", at: like.range,
          suggestion: nearest(like.value, all.values.sorted { $0.name.value < $1.name.value }))
      }
      return tenant
    }
    var result = tenant
    result.inherit(inherited(other, all, path: path + [like.value], &isWhole))
    return result
  }

  private mutating func checkCompleteness(_ tenant: TenantEntry) {
    let (name, place) = (tenant.name.value, tenant.name.range)
    if tenant.dialect == nil {
      report(.missingKey, "tenant '\(name)' needs 'dialect'", at: place, suggestion: "one of \(dialects.joined(separator: ", "))")
    }
    switch tenant.installation {
    case nil: report(.missingKey, "tenant '\(name)' needs 'mock', 'issuer' or 'site'", at: place)
    case .mock, .site: break
    case .live, .mockAt:
      if tenant.client.id == nil { report(.missingKey, "tenant '\(name)' needs 'client' with 'id'", at: place) }
      if tenant.client.redirectURI == nil { report(.missingKey, "tenant '\(name)' needs 'client' with 'redirect_uri'", at: place) }
    }
  }

  /// The entries, where content that is not indented is reported and taken for its key's.
  private mutating func withContent(_ mapping: YAMLMapping, isOwn: (String) -> Bool) -> [YAMLMapping.Entry] {
    let (entries, strays) = mapping.withContent(repeated: mapping.repeatedKeys(in: diagnostics), isOwn: isOwn)
    for (key, content) in strays { reportStray(content, beside: key) }
    return entries
  }

  private mutating func withContent(_ mapping: YAMLMapping, among names: [String]) -> [YAMLMapping.Entry] {
    withContent(mapping) { names.contains($0) || ClosestMatch.of($0, in: names) != nil }
  }

  private mutating func tenant(_ entry: YAMLMapping.Entry) -> TenantEntry {
    var tenant = TenantEntry(name: entry.key)
    guard case .mapping(let mapping) = entry.value else { return tenant }
    var fingerprint = Fingerprint()
    fingerprint.combine(entry.value)
    tenant.fingerprint = fingerprint.value
    for entry in withContent(mapping, among: TenantKey.names) {
      guard let key = TenantKey(rawValue: entry.key.value) else {
        reportUnknownKey(entry.key, of: tenant)
        continue
      }
      let before = diagnostics.count
      if entry.value.isNothing {
        reportEmpty(key.rawValue, at: entry.key.range)
      } else {
        take(key, entry, &tenant)
      }
      if Self.needed.contains(key), diagnostics.count > before { tenantsWithMistakes.insert(tenant.name.value) }
    }
    checkPlaces(mapping)
    return tenant
  }

  /// A tenant is in one place.
  private mutating func checkPlaces(_ mapping: YAMLMapping) {
    let places = ["site", "mock", "issuer"].compactMap { name in mapping.entries.first { $0.key.value == name } }
    guard let first = places.first, places.count > 1 else { return }
    let names = places.map { "'\($0.key.value)'" }.joined(separator: " and ")
    report(.clashingKeys, "a tenant is a mock, a live one or a site, found \(names)", at: first.key.range)
  }

  /// What a tenant cannot do without, or what replaces it.
  private static let needed: Set<TenantKey> = [.dialect, .mock, .issuer, .site, .client, .like]

  private mutating func reportUnknownKey(_ key: Located<String>, of tenant: TenantEntry) {
    if ClientKey(rawValue: key.value) != nil {
      tenantsWithMistakes.insert(tenant.name.value)
      return report(.misplacedKey, "'\(key.value)' belongs in 'client'", at: key.range, suggestion: "write 'client: {\(key.value): …}'")
    }
    reportUnknown(key, TenantKey.self, in: "in tenant '\(tenant.name.value)'")
  }

  private mutating func take(_ key: TenantKey, _ entry: YAMLMapping.Entry, _ tenant: inout TenantEntry) {
    let node = entry.value
    switch key {
    case .like: tenant.like = name(node, key: "like", wanted: "a tenant's name")
    case .dialect: tenant.dialect = dialect(node)
    case .mock: tenant.installation = mock(node)
    case .issuer: tenant.installation = address(node, key: "issuer").map { .live($0) }
    case .site: tenant.installation = address(node, key: "site").map { .site($0) }
    case .client: tenant.client = client(node)
    case .accounts: tenant.accounts = accounts(node)
    case .given: tenant.given = GivenSituation.decode(node, diagnostics: &diagnostics)
    case .inbox: tenant.inbox = inbox(node)
    case .device: tenant.device = device(node)
    case .claimedLinks: tenant.claimedLinks = texts(node, key: "claimed_links", wanted: "a link or a list of links")
    case .rate: tenant.rate = rate(node)
    case .requestTimeout: tenant.requestTimeout = duration(node, key: "request_timeout")
    case .tls: tenant.tls = tls(node)
    case .proxy: tenant.proxy = address(node, key: "proxy", mayBeEmpty: true)
    case .headers: tenant.headers = checked(headers(node))
    case .pages: tenant.pages = pages(node)
    case .engine: tenant.engine = word(node, key: "engine", PageEngineKind.self).map { Located($0, at: node.range) }
    case .checks: tenant.checks = checks(node)
    }
  }

  private mutating func dialect(_ node: YAMLNode) -> Located<String>? {
    guard let name = name(node, key: "dialect") else { return nil }
    guard dialects.isEmpty || dialects.contains(name.value) else {
      diagnostics.append(.unknown(.unknownDialect, "unknown dialect '\(name.value)'", name, among: dialects))
      return name
    }
    return name
  }
}
