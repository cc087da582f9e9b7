import Diagnostics
import JourneyLanguage
import LocatedYAML

extension TenantDefinitionDecoder {
  private enum ClientKey: String, CaseIterable {
    case secret
    case redirectURIs = "redirect_uris"
    case logoutURIs = "logout_uris"
    case entryURL = "entry_url"
    case scopes
    case refresh
    case linksSignIn = "links_sign_in"
    case backchannelLogoutURI = "backchannel_logout_uri"
    case frontchannelLogoutURI = "frontchannel_logout_uri"
    case rules, administrators, others
  }

  mutating func clients(_ node: YAMLNode) -> [ClientDefinition] {
    guard let mapping = mapping(node, "clients") else { return [] }
    var clients: [ClientDefinition] = []
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, "a client") else { continue }
      checkKeys(keys, among: ClientKey.allCases.map(\.rawValue) + self.keys.client, of: "a client")
      var client = ClientDefinition(
        id: entry.name, redirectURIs: [], logoutURIs: [], entryURL: nil, scopes: ["openid"], alwaysRefreshes: false)
      for member in keys.entries {
        if TenantDefinition.isHidden(ofApps: member.name) {
          diagnostics += [HiddenSecret.problem(with: member.value, of: member.name)].compactMap(\.self)
        }
        switch ClientKey(rawValue: member.name) {
        case .secret: client.secret = clientSecret(member.value)
        case .redirectURIs: client.redirectURIs = texts(member.value, "an address").map(\.value)
        case .logoutURIs: client.logoutURIs = texts(member.value, "an address").map(\.value)
        case .entryURL: client.entryURL = text(member.value, "an address")?.value
        case .scopes: client.scopes = texts(member.value, "a scope").map(\.value)
        case .refresh: client.alwaysRefreshes = flag(member.value, "'refresh'") ?? false
        case .backchannelLogoutURI: client.backchannelLogoutURI = text(member.value, "an address")
        case .frontchannelLogoutURI: client.frontchannelLogoutURI = text(member.value, "an address")?.value
        case .linksSignIn: client.linksSignIn = flag(member.value, "'links_sign_in'") ?? false
        case .rules: client.rules = text(member.value, "a list of rules")
        case .administrators: client.isForAdministrators = flag(member.value, "'administrators'") ?? false
        case .others: client.standsForOthers = flag(member.value, "'others'") ?? false
        case nil: if self.keys.client.contains(member.name) { client.own.append(member) }
        }
      }
      if client.redirectURIs.isEmpty {
        report(.missingKey, "client '\(entry.name)' needs 'redirect_uris', at least one", entry.key.range)
      }
      clients.append(client)
    }
    return clients
  }

  /// A mock's secrets are written down, as its people's passwords are: a run needs nothing but the file.
  private mutating func clientSecret(_ node: YAMLNode) -> String? {
    guard let secret = text(node, "a secret") else { return nil }
    if secret.value.isEmpty {
      report(.emptyValue, "the client's secret is empty", secret.range, suggestion: "leave it out for a public client")
    }
    if secret.value.contains("${") {
      report(.badValue, "a mock's secret is written as it is, found '\(secret.value)'", secret.range)
    }
    return secret.value.isEmpty ? nil : secret.value
  }

  private enum AnswerKey: String, CaseIterable {
    case address, refused
    case messagesOnly = "messages_only"
    case strayForm = "stray_form"
    case errorBodies = "error_bodies"
  }

  mutating func answerStyle(_ node: YAMLNode) -> AnswerStyle? {
    guard let mapping = mapping(node, "answers") else { return nil }
    checkKeys(mapping, AnswerKey.self, of: "answers")
    var style = AnswerStyle()
    for entry in mapping.entries {
      switch AnswerKey(rawValue: entry.name) {
      case .address:
        if let text = text(entry.value, "a shape"), let shape = word(text, AnswerStyle.Shape.self, "shape") { style.shape = shape }
      case .refused: style.refusalStatus = status(entry.value, among: [200, 400]) ?? style.refusalStatus
      case .messagesOnly: style.sendsMessagesOnly = flag(entry.value, "'messages_only'") ?? style.sendsMessagesOnly
      case .strayForm: style.strayFormStatus = status(entry.value, among: [400, 403]) ?? style.strayFormStatus
      case .errorBodies: style.explainsRefusals = flag(entry.value, "'error_bodies'") ?? false
      case nil: break
      }
    }
    return style
  }

  private mutating func status(_ node: YAMLNode, among known: [Int]) -> Int? {
    guard let scalar = scalar(node, "a status") else { return nil }
    if let status = Int(scalar.text), known.contains(status) { return status }
    report(.badValue, "'\(scalar.text)' is not \(known.map(String.init).joined(separator: " or "))", scalar.range)
    return nil
  }

  /// A list that names nothing has no effect, and does not make the tenant silent.
  mutating func speaks(_ node: YAMLNode) -> [Located<String>] {
    if case .sequence(let sequence) = node, sequence.items.isEmpty {
      report(.emptyValue, "'speaks' names no dialect", node.range, suggestion: "leave it out for the dialect that the tenant extends")
    }
    return texts(node, "a dialect")
  }

  mutating func weaknesses(_ node: YAMLNode) -> [Weakness: SourceRange] {
    var weaknesses: [Weakness: SourceRange] = [:]
    for name in texts(node, "a fault") {
      if let weakness = word(name, Weakness.self, "fault") { weaknesses[weakness] = name.range }
    }
    return weaknesses
  }

  private enum TokenKey: String, CaseIterable {
    case code, access, id, refresh, session, algorithm
    case signOn = "sign_on"
    case keptSignOn = "kept_sign_on"
  }

  mutating func tokenLives(_ node: YAMLNode) -> TokenLives? {
    guard let mapping = mapping(node, "tokens") else { return nil }
    checkKeys(mapping, TokenKey.self, of: "tokens")
    var lives = TokenLives()
    for entry in mapping.entries {
      guard let key = TokenKey(rawValue: entry.name) else { continue }
      if key == .algorithm {
        if let text = text(entry.value, "'algorithm'") { lives.algorithm = word(text, SigningAlgorithm.self, "algorithm") }
        continue
      }
      guard let life = DurationText.decode(entry.value, diagnostics: &diagnostics) else { continue }
      switch key {
      case .algorithm: break
      case .code: lives.code = life
      case .access: lives.access = life
      case .id: lives.id = life
      case .refresh: lives.refresh = life
      case .session: lives.session = life
      case .signOn: lives.signOn = life
      case .keptSignOn: lives.keptSignOn = life
      }
    }
    return lives
  }

  /// Nested maps become names joined with dots; what is not a number, duration or flag is a condition.
  mutating func policy(_ node: YAMLNode, prefix: String, into policies: inout [PolicyDefinition]) {
    guard let mapping = mapping(node, "policy") else { return }
    for entry in mapping.entries {
      let name = entry.key.map { prefix + $0 }
      guard case .scalar = entry.value else {
        policy(entry.value, prefix: name.value + ".", into: &policies)
        continue
      }
      guard let scalar = scalar(entry.value, "a policy") else { continue }
      guard !policies.contains(where: { $0.name.value == name.value }) else {
        report(.duplicateKey, "the policy '\(name.value)' is defined twice", name.range)
        continue
      }
      policies.append(PolicyDefinition(name: name, value: policyValue(scalar)))
    }
  }

  private mutating func policyValue(_ scalar: YAMLScalar) -> PolicyDefinition.Value {
    if case .boolean(let flag) = scalar.kind { return .flag(flag) }
    // As people say it of a policy; conditions do not have these words.
    if scalar.style == .plain, ["on", "off"].contains(scalar.text) { return .flag(scalar.text == "on") }
    if let number = Int(scalar.text) { return .number(number) }
    do throws(DurationText.Failure) {
      return .duration(try DurationText.parse(scalar.text))
    } catch {
      guard let first = scalar.text.utf8.first, 0x30...0x39 ~= first else { return .guarded(scalar) }
      if let suggestion = error.suggestion {
        diagnostics.append(Diagnostic(.badDuration, error.message, at: scalar.range, suggestion: suggestion))
      } else {
        let digits = scalar.text.prefix(while: \.isNumber)
        report(.badValue, "'\(scalar.text)' is neither a number nor a time", scalar.range, suggestion: "a number is written '\(digits)'")
      }
      return .unreadable
    }
  }
}
