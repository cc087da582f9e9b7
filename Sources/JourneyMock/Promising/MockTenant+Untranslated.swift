import Diagnostics

extension MockTenant {
  /// Labels, texts, messages and mails that do not exist in each of its languages, and how many were looked at.
  ///
  /// A text that is the same in two languages counts as not translated, unless it is excepted.
  func untranslated(except exceptions: Set<String>) -> (texts: [Untranslated], count: Int) {
    let languages = definition.languageNames
    var finder = UntranslatedFinder(languages: languages, exceptions: exceptions)
    for message in definition.messages {
      finder.look(at: message.text, of: "message '\(message.name.value)'")
    }
    for mail in definition.mails {
      finder.look(at: mail.text, of: "message '\(mail.name.value)'")
      if let subject = mail.subject { finder.look(at: subject, of: "the subject of '\(mail.name.value)'") }
    }
    for screen in definition.screens {
      for form in screen.forms { for widget in form.widgets { finder.look(at: widget, on: screen.id.value) } }
    }
    return (finder.found, finder.count)
  }
}
