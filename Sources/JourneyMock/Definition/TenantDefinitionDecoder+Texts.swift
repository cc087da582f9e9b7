package import Diagnostics
package import LocatedYAML

extension TenantDefinitionDecoder {
  /// Every other member is a language.
  mutating func messages(_ node: YAMLNode) -> [MessageDefinition] {
    guard let mapping = mapping(node, "messages") else { return [] }
    var messages: [MessageDefinition] = []
    let known = ["on", "level"] + keys.message
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, "a message") else { continue }
      let widget = keys["on"].flatMap { text($0, "a widget") }
      let level = keys["level"].flatMap { text($0, "a level") }?.value ?? "error"
      var wording = LocalText(texts: [], range: entry.key.range)
      for member in keys.entries where !known.contains(member.name) {
        if let scalar = scalar(member.value, "a text") { wording.texts.append((member.key, scalar)) }
      }
      messages.append(
        MessageDefinition(
          name: entry.key, widget: widget, level: level, text: wording,
          own: keys.entries.filter { self.keys.message.contains($0.name) }))
    }
    return messages
  }

  mutating func mails(_ node: YAMLNode, isSMS: Bool) -> [MailDefinition] {
    let what = isSMS ? "a text message" : "a mail"
    guard let mapping = mapping(node, isSMS ? "sms" : "mails") else { return [] }
    var mails: [MailDefinition] = []
    for entry in mapping.entries {
      guard let keys = self.mapping(entry.value, what) else { continue }
      checkKeys(keys, among: isSMS ? ["to", "text", "link", "life"] : ["to", "subject", "text", "link", "life"], of: what)
      guard let to = keys["to"].flatMap({ scalar($0, "'to'") }), let text = keys["text"].flatMap({ localText($0) }) else {
        report(.missingKey, "\(what) needs 'to' and 'text'", entry.key.range)
        continue
      }
      mails.append(
        MailDefinition(
          name: entry.key, isSMS: isSMS, recipient: to, subject: keys["subject"].flatMap { localText($0) }, text: text,
          link: keys["link"].flatMap { self.text($0, "a state") }, life: keys["life"].flatMap { scalar($0, "'life'") }))
    }
    return mails
  }

  mutating func localText(_ node: YAMLNode) -> LocalText? {
    LocalText.decode(node, diagnostics: &diagnostics)
  }
}

extension LocalText {
  /// One text for all languages, or a map of them.
  package static func decode(_ node: YAMLNode, diagnostics: inout [Diagnostic]) -> LocalText? {
    switch node {
    case .scalar(let scalar) where scalar.kind != .nothing: return LocalText(texts: [(nil, scalar)], range: scalar.range)
    case .mapping(let mapping):
      var text = LocalText(texts: [], range: mapping.range)
      for entry in mapping.entries {
        guard case .scalar(let scalar) = entry.value, scalar.kind != .nothing else {
          diagnostics.append(Diagnostic(.wrongType, "expected a text", at: entry.value.range))
          continue
        }
        text.texts.append((entry.key, scalar))
      }
      return text
    case .scalar, .sequence:
      diagnostics.append(Diagnostic(.wrongType, "expected a text, or a text for each language", at: node.range))
      return nil
    }
  }
}
