import Encodings
import JourneyClient
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// The screen's own messages and those of fields, each once; those within options belong to their choices.
  func messages(of forms: [Form], _ wires: [FormID: IDXForm]) -> [Message] {
    var seen = Set<Message>()
    var messages = response.messages.map { message($0, scope: .page) }
    for form in forms {
      for field in wires[form.id]?.fields.outsideOptions ?? [] { messages += self.messages(on: field, form: form.id) }
    }
    return messages.filter { seen.insert($0).inserted }
  }

  func messages(on field: IDXField, form: FormID) -> [Message] {
    field.messages.map { message($0, scope: .widget(form, field.id)) }
  }

  private func message(_ wire: IDXMessage, scope: Message.Scope) -> Message {
    let level = MessageLevel(word: wire.level?.lowercased() ?? "unknown")
    let links = wire.links.compactMap { link -> MessageLink? in
      guard let form = offers[IDXOffer(wire, link)] else { return nil }
      let extras = link.extras.map { Value.Member($0.name, Value($0.value)) }
      return MessageLink(form: form.id, label: link.label, url: link.url, extras: extras)
    }
    return Message(
      level: level, text: RichText(wire.text), key: wire.key, scope: scope, links: links,
      extras: wire.extras.map { Value.Member($0.name, Value($0.value)) })
  }
}

/// A link as one message offers it; where a body repeats a message, its links are the same ones.
struct IDXOffer: Hashable {
  let text: String
  let key: String?
  let link: IDXLink

  init(_ message: IDXMessage, _ link: IDXLink) {
    text = message.text
    key = message.key
    self.link = link
  }

  /// What the messages of a body offer, each a form that leaves for the address, in the order of the messages.
  ///
  /// A link is called by its own text, else by its message's, and by the message's key; a button by what it does as well.
  static func forms(_ messages: [IDXMessage]) -> [(offer: IDXOffer, form: Form)] {
    var seen = Set<IDXOffer>()
    var taken = Set<FormID>()
    var forms: [(offer: IDXOffer, form: Form)] = []
    for message in messages {
      for link in message.links {
        let offer = IDXOffer(message, link)
        guard forms.count < ResponseLimits.idx.forms, seen.insert(offer).inserted else { continue }
        let form = offer.form(&taken)
        forms.append((offer, form))
      }
    }
    return forms
  }

  private func form(_ taken: inout Set<FormID>) -> Form {
    let base = link.action.map { "device-remediation/\($0)" }
    var number = 1
    var id = FormID(base ?? "link/1")
    while !taken.insert(id).inserted {
      number += 1
      id = FormID(base.map { "\($0)#\(number)" } ?? "link/\(number)")
    }
    var form = Form(id: id, kind: link.url.map { .navigation($0) } ?? .action, label: link.label.map { RichText($0) })
    let names = [link.action, link.label == nil ? text : nil, key]
    for case let name? in names where !name.isEmpty && !form.aliases.contains(FormID(name)) { form.aliases.append(FormID(name)) }
    return form
  }
}

extension [IDXField] {
  /// The fields that can have their own message, nested forms taken apart, options unchanged.
  fileprivate var outsideOptions: [IDXField] {
    flatMap { field in
      if case .form(let inner) = field.content { return [field] + inner.outsideOptions }
      return [field]
    }
  }
}
