import Diagnostics
import JourneyMock
import LocatedYAML

extension MutantMaker {
  /// Messages with other words, mails without their code or link, and states that have lost a message.
  mutating func mutateTexts() {
    for (index, message) in definition.messages.enumerated() {
      guard let touched = touch.message(message) else { continue }
      let name = message.name
      let sentence = "the message '\(name.value)' has another text"
      add("message.\(name.value)", .changeMessage, at: name.range, sentence, touching: touched) {
        $0.messages[index].text = message.text.mapped { _ in "Something else is said now." }
      }
    }
    for (index, mail) in definition.mails.enumerated() { mutateMail(index, mail) }
    for (index, state) in definition.states.enumerated() {
      let touched = touch.screen(state.screen?.value ?? state.id.value)
      for (position, said) in state.says.enumerated() {
        add(state.id.value, .dropSay, said.value, at: said.range, "the message '\(said.value)' is not shown any more", touching: touched) {
          $0.states[index].says.remove(at: position)
        }
      }
    }
  }

  private mutating func mutateMail(_ index: Int, _ mail: MailDefinition) {
    let name = mail.name.value
    let touched = touch.doing { $0.sends(name) }
    for (hole, word) in [("${code}", "code"), ("${link}", "link")] {
      guard mail.text.texts.contains(where: { $0.text.text.contains(hole) }) else { continue }
      add("mail.\(name)", .emptyMail, word, at: mail.name.range, "the message '\(name)' no longer contains its \(word)", touching: touched)
      {
        $0.mails[index].text = mail.text.mapped { $0.replacing(hole, with: "") }
        if word == "link" { $0.mails[index].link = nil }
      }
    }
  }
}

extension LocalText {
  /// The same languages, each with another text.
  fileprivate func mapped(_ change: (String) -> String) -> LocalText {
    LocalText(texts: texts.map { ($0.language, $0.text.saying(change($0.text.text))) }, range: range)
  }
}
