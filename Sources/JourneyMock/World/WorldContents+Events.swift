import Encodings
import JourneyModel

extension WorldContents {
  /// Reports the last request, and the messages that came with it.
  mutating func tellLast(_ name: String = "request") {
    guard !listeners.isEmpty else {
      toldMessages = state.mailbox.added
      return
    }
    if name == "request", let entry = seen.entries.last {
      let state = state
      listeners.tell("request", id: String(entry.id)) { entry.described(SecretMask(state, showsAll: $0)) }
    }
    tellMessages()
  }

  /// Reports the messages that came since the last time.
  mutating func tellMessages() {
    let new = state.mailbox.messages.suffix(state.mailbox.added - toldMessages)
    toldMessages = state.mailbox.added
    guard !listeners.isEmpty else { return }
    for message in new {
      let summary = JSONValue.object(message.summary(of: state.tenant.name) + [.init("Text", .string(message.text))])
      listeners.tell("message", id: message.id) { _ in summary }
    }
  }
}
