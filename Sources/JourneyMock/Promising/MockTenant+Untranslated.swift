import Diagnostics

extension MockTenant {
  /// The tenant's own labels, texts, messages and mails that do not exist in each of its languages.
  ///
  /// A text that reads alike in two languages is taken for one that was not translated, unless it is excepted.
  func untranslated(except exceptions: Set<String>) -> [Untranslated] {
    let languages = definition.languageNames
    guard languages.count > 1 else { return [] }
    var finder = UntranslatedFinder(languages: languages, exceptions: exceptions)
    for message in definition.messages where !inherited.contains(message.text.range.file) {
      finder.look(at: message.text, of: "message '\(message.name.value)'")
    }
    for mail in definition.mails where !inherited.contains(mail.text.range.file) {
      finder.look(at: mail.text, of: "message '\(mail.name.value)'")
      if let subject = mail.subject { finder.look(at: subject, of: "the subject of '\(mail.name.value)'") }
    }
    for screen in definition.screens where !inherited.contains(screen.id.range.file) {
      for form in screen.forms { for widget in form.widgets { finder.look(at: widget, on: screen.id.value) } }
    }
    return finder.found
  }
}
