import Encodings
import JourneyModel

extension FlowMapping {
  /// The messages that this app shows, in the order sent.
  ///
  /// A message directly under a form's id is off the protocol; it becomes a message of the form, with a warning.
  mutating func messages(_ members: [JSONValue.Member], forms: [FlowForm]) -> [Message] {
    var messages: [Message] = []
    var seen: Set<Message> = []
    for member in members where !member.value.isNull {
      if member.name == "global" {
        append(member.value, scope: .page, to: &messages, &seen)
      } else if member.value.isMessage {
        warn("the message to form '\(member.name)' names no widget")
        append(member.value, scope: .form(FormID(member.name)), to: &messages, &seen)
      } else {
        for inner in member.value.objectValue ?? [] where !inner.value.isNull {
          append(inner.value, scope: .widget(FormID(member.name), WidgetID(inner.name)), to: &messages, &seen)
        }
      }
    }
    return shown(messages)
  }

  private mutating func append(_ json: JSONValue, scope: Message.Scope, to messages: inout [Message], _ seen: inout Set<Message>) {
    if let several = json.arrayValue {
      warn("a message is a list instead of one object")
      for one in several { append(one, scope: scope, to: &messages, &seen) }
      return
    }
    let text = text(of: json)
    let type = json["type"]?.stringValue
    if type == nil { warn("a message has no 'type'") }
    let message = Message(level: MessageLevel(word: type ?? "error"), text: RichText(text), scope: scope)
    if seen.insert(message).inserted { messages.append(message) }
  }

  /// The text of a message: anything in the place of its text, because an unreadable error is still an error.
  private mutating func text(of json: JSONValue) -> String {
    if let text = json["text"]?.stringValue ?? json.stringValue { return text }
    warn("a message has no 'text'")
    guard let other = json["text"] ?? json["message"], !other.isNull else { return "" }
    return other.stringValue ?? JSONWriter.text(of: other)
  }

  private func shown(_ messages: [Message]) -> [Message] {
    switch app.messages {
    case .all: return messages
    case .globalAlone:
      let global = messages.filter { $0.scope == .page }
      return global.isEmpty ? messages : global
    }
  }
}

extension JSONValue {
  /// Whether this is a message, or a list of them, and not a map of them: a widget may be called `text`, but its message is not a text.
  fileprivate var isMessage: Bool {
    stringValue != nil || arrayValue != nil || self["text"]?.stringValue != nil
  }
}
