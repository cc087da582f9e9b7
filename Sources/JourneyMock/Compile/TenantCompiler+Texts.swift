import Diagnostics
import JourneyLanguage
import JourneyModel
package import LocatedYAML

extension TenantCompiler {
  mutating func compileTexts() {
    for message in definition.messages {
      let texts = self.texts(message.text)
      tables.messages.append(
        MessageRule(name: message.name.value, widget: message.widget?.value, level: message.level, texts: texts))
    }
    for mail in definition.mails { tables.mails.append(self.mail(mail)) }
  }

  /// Keys of another dialect than the tenant's say nothing here.
  mutating func checkKeys() {
    let keys = speech.keys
    for client in definition.clients { check(client.own, among: keys.client, of: "clients") }
    for message in definition.messages { check(message.own, among: keys.message, of: "messages") }
    for screen in definition.screens { check(screen.own, among: keys.screen, of: "screens") }
  }

  private mutating func check(_ entries: [YAMLMapping.Entry], among known: [String], of what: String) {
    for entry in entries where !known.contains(entry.name) {
      report(.unknownKey, "\(what) of \(speech.dialect) have no '\(entry.name)'", entry.key.range)
    }
  }

  private mutating func mail(_ mail: MailDefinition) -> MailRule {
    let fallback = AccountAttribute.email.slot
    var recipient = fallback
    if let slot = names.attribute(mail.recipient.text) {
      recipient = slot
    } else if !mayBeSet(mail.recipient.text) {
      let name = Located(mail.recipient.text, at: mail.recipient.range)
      reportUnknown(.unknownName, name, "text", names.kept.filter { names.facts[$0] == nil })
    }
    let texts = self.texts(mail.text)
    let destination = mail.link.flatMap { self.state(named: $0) }
    if mail.link == nil, texts.contains(where: { $0.has(.link) }) {
      report(.missingKey, "'\(mail.name.value)' has a ${link} and needs 'link', the state it leads to", mail.name.range)
    }
    var subjects = definition.languageNames.map { _ in TextTemplate("") }
    if let subject = mail.subject { subjects = self.texts(subject) }
    let life = mail.life.map { self.duration($0) }
    return MailRule(
      name: mail.name.value, channel: mail.isSMS ? .sms : .mail, recipient: recipient,
      subjects: subjects, texts: texts, linkState: destination, life: life)
  }

  /// The text in each of the tenant's languages, in their order.
  package mutating func texts(_ text: LocalText) -> [TextTemplate] {
    let isStandard = !isOwn(text.range)
    var byLanguage: [String: TextTemplate] = [:]
    var common: TextTemplate?
    for entry in text.texts {
      let template = self.template(entry.text)
      guard let language = entry.language else {
        common = template
        continue
      }
      byLanguage[language.value] = template
      if !isStandard || isOwn(language.range), !definition.languageNames.contains(language.value) {
        reportUnknown(.unknownKey, language, "language", definition.languageNames)
      }
    }
    guard common == nil || byLanguage.isEmpty else { return definition.languageNames.map { byLanguage[$0] ?? TextTemplate("") } }
    return definition.languageNames.map { language in
      if let template = byLanguage[language] ?? common { return template }
      if !isStandard { report(.missingLanguage, "text in '\(language)' is missing", text.range) }
      return byLanguage["en"] ?? TextTemplate("")
    }
  }

  /// A text whose holes are looked up.
  package mutating func template(_ scalar: YAMLScalar) -> TextTemplate {
    let parsed = Template.parse(scalar, diagnostics: &diagnostics)
    var parts: [TextTemplate.Part] = []
    for part in parsed.parts {
      switch part {
      case .literal(let text): parts.append(.literal(text))
      case .expression(.literal(let text)): parts.append(.literal(text))
      case .expression(.call(let function, _, let range)):
        report(.unknownFunction, "'\(function.rawValue)' is not a function of a mock; write a name", range)
      case .expression(.reference(let reference)):
        if let hole = hole(reference.spelling) {
          parts.append(.hole(hole))
        } else if !mayBeSet(reference.spelling) {
          let known = names.kept.filter { names.facts[$0] == nil } + ["code", "link"]
          reportUnknown(.unboundVariable, Located(reference.spelling, at: reference.range), "text", known)
        }
      }
    }
    return TextTemplate(parts: parts)
  }

  /// Whether the graph might set this text of a session: `true` if the graph is missing.
  private func mayBeSet(_ name: String) -> Bool {
    definition.states.isEmpty && (name.hasPrefix("session.") || name.hasPrefix("masked.session."))
  }

  private func hole(_ name: String) -> TextTemplate.Hole? {
    if name == "code" { return .code }
    if name == "link" { return .link }
    if let slot = names.attribute(name) { return .attribute(slot) }
    guard let (head, rest) = Names.split(name) else { return nil }
    if head == "masked" { return names.attribute(rest).map { .masked($0) } }
    if let (_, claim) = Names.split(rest), head == "account", rest.hasPrefix("claims.") { return .claim(claim) }
    return nil
  }
}

extension TenantDefinition {
  /// The tenant's languages; English where it names none.
  package var languageNames: [String] { languages.isEmpty ? ["en"] : languages.map(\.value) }
}
