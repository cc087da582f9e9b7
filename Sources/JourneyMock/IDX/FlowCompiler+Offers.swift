import Diagnostics
import Encodings
import LocatedYAML

extension FlowCompiler {
  /// What a message offers to press, as the body has it (sheet section 2.5).
  mutating func offers(of message: MessageDefinition) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let links = message.links, let list = self.links(links) { members.append(.init("links", list)) }
    if let device = message.device, let remediation = deviceRemediation(device) { members.append(.init("deviceRemediation", remediation)) }
    return members
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

  /// The texts of a map of these keys, in the order written; `nil` where it is none or the one that it needs is missing.
  private mutating func texts(
    of node: YAMLNode, keys: [String], needing needed: String, _ what: String
  ) -> [(key: Located<String>, text: String)]? {
    guard case .mapping(let mapping) = node, mapping[needed] != nil else {
      report(.wrongType, "\(what) is a map of \(keys.joined(separator: ", ")), of which '\(needed)' is needed", node.range)
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
