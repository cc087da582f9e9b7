import Diagnostics
import Encodings
import JourneyMock
import LocatedYAML

extension TenantCompiler {
  /// What a message has in addition to its text.
  mutating func idxMessage(_ message: MessageDefinition) -> IDXMessageRule {
    var rule = IDXMessageRule()
    if let key = message.own("key") { rule.key = text(key)?.text }
    if let parameters = message.own("params") { rule.parameters = parameterList(parameters) }
    if let status = message.own("status") { rule.status = statusCode(status) }
    if let links = message.own("links"), let list = self.links(links) { rule.offers.append(.init("links", list)) }
    if let device = message.own("device"), let remediation = deviceRemediation(device) {
      rule.offers.append(.init("deviceRemediation", remediation))
    }
    return rule
  }

  /// What an app shows of its owner.
  mutating func idxClient(_ client: ClientDefinition) -> IDXClientRule {
    var rule = IDXClientRule()
    if let place = client.backchannelLogoutURI {
      report(
        .badValue, "an org posts no logouts to the servers of apps", place.range, suggestion: "write 'frontchannel_logout_uri'")
    }
    if let label = client.own("label") { rule.label = text(label)?.text }
    if let terms = client.own("terms_of_service") { rule.terms = text(terms)?.text }
    if let privacy = client.own("privacy_policy") { rule.privacy = text(privacy)?.text }
    return rule
  }

  /// What a key is filled with; a number stays one, since clients read the moment of a deadline as such.
  private mutating func parameterList(_ node: YAMLNode) -> [JSONValue] {
    let items: [YAMLNode] = if case .sequence(let sequence) = node { sequence.items } else { [node] }
    return items.compactMap { text($0) == nil ? nil : json($0) }
  }

  private mutating func statusCode(_ node: YAMLNode) -> Int? {
    guard let scalar = text(node) else { return nil }
    if let status = Int(scalar.text), 200...599 ~= status { return status }
    report(.badValue, "'\(scalar.text)' is not an HTTP status", scalar.range)
    return nil
  }

  /// A list of `{url, label}`; without a label the message's own text is the link.
  private mutating func links(_ node: YAMLNode) -> JSONValue? {
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "'links' is a list of {url, label}", node.range)
      return nil
    }
    return .array(sequence.items.compactMap { link($0).map { .object($0) } })
  }

  private mutating func link(_ node: YAMLNode) -> [JSONValue.Member]? {
    guard let texts = texts(of: node, keys: ["url", "label"], needing: "url", "a link") else { return nil }
    return texts.map { JSONValue.Member($0.key.value, .string($0.text)) }
  }

  /// A button that asks an app on the person's device, which no run has, and leads to `href` instead.
  private mutating func deviceRemediation(_ node: YAMLNode) -> JSONValue? {
    guard let texts = texts(of: node, keys: ["action", "platform", "href"], needing: "action", "'device'") else { return nil }
    var members = texts.filter { $0.key.value != "href" }.map { JSONValue.Member($0.key.value, .string($0.text)) }
    members += [.init("remediationType", "LOOPBACK"), .init("domain", "http://localhost"), .init("ports", ["2000"])]
    if let address = texts.first(where: { $0.key.value == "href" }) {
      members.append(.init("fallback", ["type": "APP_LINK", "href": .string(address.text)]))
    }
    return ["type": "object", "value": .object(members)]
  }

  /// The texts of a map of these keys, in the order written; `nil` if it is none or the one that it needs is missing.
  private mutating func texts(
    of node: YAMLNode, keys: [String], needing needed: String, _ what: String
  ) -> [(key: Located<String>, text: String)]? {
    guard case .mapping(let mapping) = node, mapping[needed] != nil else {
      report(.wrongType, "\(what) is a map of \(keys.joined(separator: ", ")); '\(needed)' is required", node.range)
      return nil
    }
    var texts: [(key: Located<String>, text: String)] = []
    for entry in mapping.entries {
      guard keys.contains(entry.name) else {
        reportUnknown(.unknownKey, entry.key, "key of \(what)", keys)
        continue
      }
      guard case .scalar(let scalar) = entry.value, scalar.kind != .nothing else {
        report(.wrongType, "'\(entry.name)' is a text", entry.value.range)
        continue
      }
      texts.append((entry.key, scalar.text))
    }
    return texts
  }
}
