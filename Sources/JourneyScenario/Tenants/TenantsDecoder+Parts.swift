internal import Diagnostics
internal import Encodings
internal import JourneyLanguage
internal import LocatedYAML

/// The parts of a tenant.
extension TenantsDecoder {
  /// The names that values here may use: everything else is bound only in a walk.
  private static let known: Set<String> = ["env", "secret"]

  mutating func text(_ node: YAMLNode, key: String, wanted: String = "a text") -> Template? {
    guard let template = template(node, key: key, wanted: wanted) else { return nil }
    diagnostics += NameCheck.unknownNames(in: template.references, known: Self.known)
    return template
  }

  mutating func texts(_ node: YAMLNode, key: String, wanted: String) -> [Template] {
    list(node) { $0.text($1, key: key, wanted: wanted) }
  }

  mutating func checked(_ members: [TemplateValue.Member]) -> [TemplateValue.Member] {
    for member in members { diagnostics += NameCheck.unknownNames(in: member.value.references, known: Self.known) }
    return members
  }

  /// A web address, looked at where it has no variables.
  ///
  /// - Parameter mayBeEmpty: whether an empty text says that there is none.
  mutating func address(_ node: YAMLNode, key: String, mayBeEmpty: Bool = false) -> Template? {
    guard let template = text(node, key: key, wanted: "an address such as https://acme.test") else { return nil }
    guard let constant = template.constant, !(mayBeEmpty && constant.isEmpty) else { return template }
    do throws(WebURLError) {
      let url = try WebURL(constant)
      if url.scheme != "https", url.scheme != "http" {
        report(.badValue, "'\(key)' takes an address that begins with https://, found '\(constant)'", at: template.range)
      } else if key == "issuer", constant.contains(where: { "?#".contains($0) }) {
        // RFC 8414 section 2.
        report(.badValue, "an issuer has no '?' and no '#', found '\(constant)'", at: template.range)
      }
    } catch {
      report(.badValue, "'\(key)' takes an address such as https://acme.test, found '\(constant)'", at: template.range)
    }
    return template
  }

  mutating func mock(_ node: YAMLNode) -> TenantEntry.Installation? {
    guard case .mapping(let mapping) = node else {
      guard let scalar = node.scalar, scalar.kind != .nothing else {
        reportType("mock", "a file's path or {at: URL}", node)
        return nil
      }
      if scalar.text.utf8.starts(with: "http://".utf8) || scalar.text.utf8.starts(with: "https://".utf8) {
        report(.badValue, "'mock' takes a file's path, found an address", at: scalar.range, suggestion: "write '{at: \"\(scalar.text)\"}'")
        return nil
      }
      return name(node, key: "mock", wanted: "a file's path or {at: URL}").map { .mock($0) }
    }
    var address: Template?
    entries(mapping, MockKey.self, in: "in 'mock'") { decoder, key, entry in
      switch key {
      case .at: address = decoder.address(entry.value, key: "at")
      }
    }
    return address.map { .mockAt($0) }
  }

  mutating func client(_ node: YAMLNode) -> TenantEntry.Client {
    var client = TenantEntry.Client()
    guard let mapping = map(node, key: "client") else { return client }
    entries(mapping, ClientKey.self, in: "in 'client'") { decoder, key, entry in
      switch key {
      case .id: client.id = decoder.text(entry.value, key: "id")
      case .secret: client.secret = decoder.text(entry.value, key: "secret")
      case .redirectURI: client.redirectURI = decoder.text(entry.value, key: "redirect_uri", wanted: "an address")
      case .scopes: client.scopes = decoder.texts(entry.value, key: "scopes", wanted: "a scope or a list of scopes")
      case .logoutURI: client.logoutURI = decoder.text(entry.value, key: "logout_uri", wanted: "an address")
      case .entryURL: client.entryURL = decoder.address(entry.value, key: "entry_url")
      }
    }
    return client
  }

  mutating func accounts(_ node: YAMLNode) -> [TenantEntry.Account] {
    guard let mapping = map(node, key: "accounts", wanted: "a map of accounts by name") else { return [] }
    var accounts: [TenantEntry.Account] = []
    for entry in mapping.entries {
      let attributes = checked(members(entry.value, key: entry.key.value))
      accounts.append(TenantEntry.Account(name: entry.key, attributes: attributes))
    }
    return accounts
  }

  mutating func inbox(_ node: YAMLNode) -> TenantEntry.Inbox? {
    let wanted = "'mock', {mailpit: URL}, {maildir: path}, {http: {…}} or {command: […]}"
    guard case .mapping(let mapping) = node else {
      if node.scalar?.text == "mock" { return .mock }
      reportType("inbox", wanted, node)
      return nil
    }
    var inbox: TenantEntry.Inbox?
    for (index, entry) in mapping.entries.enumerated() {
      guard let key = InboxKey(rawValue: entry.key.value) else {
        reportUnknown(entry.key, InboxKey.self, in: "in 'inbox'")
        continue
      }
      if index > 0 {
        report(.clashingKeys, "an inbox is one of \(InboxKey.names.joined(separator: ", ")), found several", at: entry.key.range)
      }
      switch key {
      case .mailpit: inbox = address(entry.value, key: "mailpit").map { .mailpit($0) }
      case .maildir: inbox = name(entry.value, key: "maildir", wanted: "a folder's path").map { .maildir($0) }
      case .http: inbox = .http(checked(members(entry.value, key: "http")), entry.key.range)
      case .command: inbox = command(entry.value).map { .command($0, entry.key.range) }
      }
    }
    return inbox
  }

  mutating func device(_ node: YAMLNode) -> TenantEntry.Device? {
    guard case .mapping(let mapping) = node else {
      if let scalar = node.scalar, scalar.text == "manual" { return .manual(scalar.range) }
      if node.scalar?.text == "mock" { return .mock }
      reportType("device", "'mock', 'manual' or {command: […]}", node)
      return nil
    }
    var device: TenantEntry.Device?
    entries(mapping, DeviceKey.self, in: "in 'device'") { decoder, key, entry in
      switch key {
      case .command: device = decoder.command(entry.value).map { .command($0, entry.key.range) }
      }
    }
    return device
  }

  private mutating func command(_ node: YAMLNode) -> [Template]? {
    guard case .sequence(let sequence) = node, !sequence.items.isEmpty else {
      reportType("command", "a list: the command and its arguments", node)
      return nil
    }
    return texts(node, key: "command", wanted: "a list of texts")
  }

  /// So many in a second, a minute or an hour, e.g. `5/s`.
  mutating func rate(_ node: YAMLNode) -> TenantEntry.Rate? {
    guard let scalar = textScalar(node, key: "rate", wanted: "a rate such as 5/s") else { return nil }
    let parts = scalar.text.split(separator: "/", omittingEmptySubsequences: false)
    let spans: [Substring: Duration] = ["s": .seconds(1), "m": .seconds(60), "h": .seconds(3600)]
    guard parts.count == 2, let count = Int(parts[0]), 1...1_000_000 ~= count, let span = spans[parts[1]] else {
      let meant = Int(scalar.text).map { "write '\($0)/s'" }
      report(
        .badValue, "'rate' takes a number by second, minute or hour such as 5/s, found '\(scalar.text)'", at: scalar.range,
        suggestion: meant)
      return nil
    }
    return TenantEntry.Rate(count: count, span: span)
  }

  mutating func tls(_ node: YAMLNode) -> TenantEntry.TLS? {
    guard let mapping = map(node, key: "tls") else { return nil }
    var tls = TenantEntry.TLS()
    entries(mapping, TLSKey.self, in: "in 'tls'") { decoder, key, entry in
      switch key {
      case .ca: tls.authorities = decoder.name(entry.value, key: "ca", wanted: "a PEM file's path")
      case .verify: tls.verifies = decoder.flag(entry.value, key: "verify") ?? true
      }
    }
    return tls
  }
}
