import Encodings
import JourneyClient
import JourneyModel

/// A form of a page with a person's answers in it, as it is sent: what must not be seen is still a secret.
struct FilledForm {
  /// Why a form cannot be sent with these answers.
  struct Trouble: Error {
    var sentence: String
  }

  /// Of what a script sends, it has the page's own address: the real one is not known.
  let sent: PageSubmission
  /// Where it may be sent.
  let destinations: [WebURL]
  /// What is pressed; `nil` for the return key.
  let button: PageField?
  /// The names of fields that a person does not see, which hold tokens under any name.
  private let hiddenNames: Set<String>
  /// Those among the answers.
  let secrets: [Secret]
  /// Whether a password or passcode was typed.
  let hasCredential: Bool
  /// What is put into the form's fields.
  let answers: [PageAnswer]
  /// What is sent in addition to them.
  let extra: [QueryItem]

  /// Fills in the answers of a submission.
  ///
  /// - Parameters:
  ///   - form: the form as the screen has it.
  ///   - submission: its answers; where it is forced, what the form does not ask for is sent as well.
  ///   - runsScripts: whether a real browser fills it in and presses its button.
  ///   - hasScripts: whether its page has scripts.
  init(_ pageForm: PageForm, form: Form, submission: Submission, runsScripts: Bool, hasScripts: Bool) throws(Trouble) {
    var answers: [PageAnswer] = []
    var extra: [QueryItem] = []
    var secrets: [Secret] = []
    var isCredential = false
    for answer in submission.answers {
      let widget = form.widget(answer.widget)
      let hides = widget.map(Self.hidesValue) ?? false
      isCredential = isCredential || hides
      if let secret = Self.secret(in: answer, hides: hides) { secrets.append(secret) }
      if submission.isForced, pageForm.field(answer.widget) == nil {
        extra += try Self.texts(of: answer.value, for: answer.widget, widget).map { QueryItem(answer.widget.text, $0) }
        continue
      }
      answers.append(PageAnswer(answer.widget, try Self.content(answer, widget), isForced: submission.isForced))
    }
    if submission.submitter == nil, !submission.isForced, let choice = Self.undecided(pageForm, form) { throw Trouble(sentence: choice) }
    let implied = submission.isForced ? pageForm.defaultSubmitter : Self.implied(pageForm, form)
    let button = submission.submitter.flatMap(pageForm.field) ?? implied
    self.button = button
    if !runsScripts, let obstacle = Self.obstacle(pageForm, button, answers, form) { throw Trouble(sentence: obstacle) }
    if !runsScripts, hasScripts, let obstacle = Self.twin(pageForm, button, form) { throw Trouble(sentence: obstacle) }
    do throws(PageFormError) {
      let isScripts = !pageForm.isWritten || button?.first.kind == .button
      sent =
        isScripts
        ? try pageForm.scriptedSubmission(answers: answers, adding: extra)
        : try pageForm.submission(
          answers: answers, pressing: submission.submitter, adding: extra, waitsForButton: runsScripts)
      // The script may also submit the form around it, and a frame's script has what is typed there.
      destinations =
        [sent.url] + (isScripts ? [pageForm.address(of: pageForm.action)].compactMap(\.self) : []) + Self.frames(answers, pageForm)
    } catch {
      throw Trouble(sentence: error.description)
    }
    self.secrets = secrets
    hiddenNames = Set(pageForm.controls.filter { $0.kind == .hidden }.map(\.name))
    hasCredential = isCredential
    (self.answers, self.extra) = (answers, extra)
  }

  /// The entry list, secrets among it.
  var body: Exchange.Body {
    guard sent.method == "POST" else { return .none }
    let answered = Dictionary(secrets.map { (LineBreaks.withCRLF($0.unsafeText), $0) }) { first, _ in first }
    return .form(
      sent.entries.map { entry in
        if let secret = answered[entry.value] { return Value.Member(entry.name, .secret(secret.map { _ in entry.value })) }
        let isHidden = hiddenNames.contains(entry.name) && !PublicText.isPublic(entry.value, named: entry.name)
        return Value.Member(
          entry.name, isHidden ? .secret(Secret(entry.value, name: entry.name, source: .server)) : .text(entry.value))
      })
  }

  /// The body as it is sent; `nil` for a form that is not posted.
  var encodedBody: EncodedBody? {
    sent.contentType.map { EncodedBody(contentType: $0, bytes: sent.body, secrets: secrets) }
  }

  private static func frames(_ answers: [PageAnswer], _ pageForm: PageForm) -> [WebURL] {
    answers.compactMap { answer in
      guard let address = pageForm.field(answer.field)?.first.frame else { return nil }
      do { return try WebURL(address) } catch { return nil }
    }
  }

  /// What a person presses who presses nothing in particular: the button that submits, else the only one to be seen.
  private static func implied(_ pageForm: PageForm, _ form: Form) -> PageField? {
    if let usual = pageForm.defaultSubmitter, pageForm.isShown(usual, in: form) { return usual }
    let buttons = pageForm.fields.filter { $0.first.kind == .button && pageForm.isShown($0, in: form) }
    return buttons.count == 1 ? buttons[0] : pageForm.defaultSubmitter
  }

  /// Why plain HTTP cannot send the form: what is pressed or filled in is a script's.
  private static func obstacle(_ pageForm: PageForm, _ button: PageField?, _ answers: [PageAnswer], _ form: Form) -> String? {
    let fields = answers.compactMap { pageForm.field($0.field) }.filter(\.first.isScripted)
    let pressed = [button].compactMap(\.self).filter { $0.first.kind == .button }
    guard !pageForm.isWritten || !pressed.isEmpty || !fields.isEmpty else { return nil }
    let names = (pressed + fields).map { "'\(form.widget($0.id)?.label?.visible ?? $0.id.text)'" }.joined(separator: " and ")
    return "this page needs 'engine: browser': only a script \(names.isEmpty ? "sends what is filled in" : "answers to \(names)")"
  }

  /// Why plain HTTP cannot press the button: it sends what another one sends, so that the page's script distinguishes 'No' from 'Yes'.
  private static func twin(_ pageForm: PageForm, _ button: PageField?, _ form: Form) -> String? {
    func isPlain(_ control: PageControl) -> Bool {
      control.kind == .submitter(isImage: false) && control.name.isEmpty && control.overrides == PageControl.Overrides()
    }
    guard let button, let usual = pageForm.defaultSubmitter, usual.id != button.id, pageForm.isShown(usual, in: form),
      isPlain(usual.first), isPlain(button.first),
      let pressed = form.widget(button.id)?.label?.visible, let other = form.widget(usual.id)?.label?.visible, pressed != other
    else { return nil }
    return "this page needs 'engine: browser': '\(pressed)' sends what '\(other)' sends, and only a script distinguishes them"
  }

  /// What is wrong with pressing no button in particular: several are there, and each sends something else.
  private static func undecided(_ pageForm: PageForm, _ form: Form) -> String? {
    let submitters = pageForm.fields.filter { $0.first.isSubmitter && pageForm.isShown($0, in: form) && !$0.first.isDisabled }
    let scripted = pageForm.fields.filter { $0.first.kind == .button && pageForm.isShown($0, in: form) }
    let buttons = submitters.isEmpty && pageForm.defaultSubmitter == nil ? scripted : submitters
    let tells = buttons.contains {
      !$0.first.name.isEmpty || $0.first.overrides != PageControl.Overrides() || $0.first.kind == .button
    }
    guard buttons.count > 1, tells else { return nil }
    let names = buttons.compactMap { field in form.widget(field.id)?.label?.visible ?? field.id.text }.map { "'\($0)'" }
    return "it has \(buttons.count) buttons, and what is sent depends on which is pressed; 'press' one of \(names.joined(separator: ", "))"
  }

  private static func hidesValue(_ widget: Widget) -> Bool {
    guard case .entry(let entry) = widget.kind else { return false }
    return entry.purpose == .password || entry.purpose == .passcode
  }

  /// The answer as a secret, where it is one or its field hides what is typed.
  private static func secret(in answer: Answer, hides: Bool) -> Secret? {
    switch answer.value {
    case .secret(let secret): secret
    case .text(let text), .number(let text): hides ? Secret(text, name: answer.widget.text, source: .project) : nil
    case .bool, .list, .choice, .credential, .nothing: nil
    }
  }

  private static func content(_ answer: Answer, _ widget: Widget?) throws(Trouble) -> PageAnswer.Content {
    switch (answer.value, widget?.kind) {
    case (.bool(let flag), .choice?): return .chosen([flag ? "true" : "false"])
    case (.bool(let flag), _): return .isOn(flag)
    case (_, .choice?): return .chosen(try texts(of: answer.value, for: answer.widget, widget))
    case (.nothing, .toggle?): return .isOn(false)
    case (_, _): return .text(try texts(of: answer.value, for: answer.widget, widget).joined(separator: " "))
    }
  }

  /// An answer as the texts that a form sends for it; none for what is left empty.
  private static func texts(of value: AnswerValue, for id: WidgetID, _ widget: Widget?) throws(Trouble) -> [String] {
    switch value {
    case .text(let text), .number(let text): return [try choice(text, of: widget)]
    case .secret(let secret): return [secret.unsafeText]
    case .bool(let flag): return [flag ? "true" : "false"]
    case .list(let values): return try values.map { value throws(Trouble) in try choice(try text(of: value, for: id), of: widget) }
    case .nothing: return []
    case .choice: throw Trouble(sentence: "choices of widget '\(id)' have no facts to be selected by")
    case .credential: throw Trouble(sentence: "widget '\(id)' takes no passkey without scripts")
    }
  }

  private static func text(of value: Value, for id: WidgetID) throws(Trouble) -> String {
    switch value {
    case .text(let text), .number(let text): return text
    case .bool(let flag): return flag ? "true" : "false"
    case .secret(let secret): return secret.unsafeText
    case .null, .list, .map: throw Trouble(sentence: "widget '\(id)' takes texts, not \(value.kindName)")
    }
  }

  /// The value of the choice that was written by its value or by its label.
  private static func choice(_ written: String, of widget: Widget?) throws(Trouble) -> String {
    guard case .choice(let list)? = widget?.kind, !list.choices.contains(where: { $0.value.text == written }) else { return written }
    let named = list.choices.filter { $0.label?.visible == written }
    return named.count == 1 ? named[0].value.text ?? written : written
  }
}

extension PageForm {
  func isShown(_ field: PageField, in form: Form) -> Bool { form.widget(field.id)?.isVisible == true }
}
