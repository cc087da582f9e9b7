package import Encodings
package import JourneyMock
package import JourneyModel

/// What a page is filled with in addition to its rules.
package struct HostedMoment {
  package var session: Session
  package var world: WorldState
  /// What was typed on the same screen just now, by form.
  package var typed: (form: String, answer: JSONValue)?
  /// What messages have in addition to their texts, by their places.
  private let messages: [HostedMessageRule]
  /// Whether pages name the person that they are about.
  let tellsPerson: Bool

  package init(
    session: Session, world: WorldState, typed: (form: String, answer: JSONValue)? = nil, messages: [HostedMessageRule] = [],
    tellsPerson: Bool = false
  ) {
    self.session = session
    self.world = world
    self.typed = typed
    self.messages = messages
    self.tellsPerson = tellsPerson
  }

  /// What a message has in addition to its text.
  func rule(of said: SaidMessage) -> HostedMessageRule {
    messages.indices.contains(said.message) ? messages[said.message] : HostedMessageRule()
  }

  /// The filled text in the session's language; `nil` where there is none.
  package func text(_ texts: [TextTemplate]) -> String? {
    guard !texts.isEmpty else { return nil }
    return world.text(texts[min(session.language, texts.count - 1)], in: session)
  }
}

extension HostedScreenRule {
  /// The screen as the session sees it now.
  package func screen(_ moment: HostedMoment, says: [SaidMessage]) -> Screen {
    let truth = moment.world.truth(in: moment.session)
    let forms = forms.filter { truth.holds($0.condition) }.map { $0.form(moment, truth, on: id) }
    let ways = says.flatMap { Self.ways(of: $0, moment) }
    return Screen(
      id: ScreenID(id), forms: forms + ways, messages: says.map { message($0, shown: forms, moment) }, facts: facts(moment),
      layout: layout)
  }

  private func facts(_ moment: HostedMoment) -> [Fact] {
    let told = facts.compactMap { rule in
      moment.text(rule.texts).flatMap { $0.isEmpty ? nil : Fact(rule.name, .text($0), isVolatile: rule.isSecret, isSecret: rule.isSecret) }
    }
    // A person who unlocks an account has proven nothing yet.
    guard moment.tellsPerson, let account = moment.session.account, !moment.world.fact("session.purpose", is: "unlock", in: moment.session)
    else { return told }
    let person = moment.world.accounts[account]
    return told + ((person[.username] ?? person[.email]).map { [Fact("user.identifier", .text($0))] } ?? [])
  }

  /// The links of a message, which are pressed as forms are.
  private static func ways(of said: SaidMessage, _ moment: HostedMoment) -> [Form] {
    let text = moment.text(moment.world.tenant.graph.tables.messages[said.message].texts) ?? ""
    return moment.rule(of: said).links.map { link in
      Form(id: FormID(link.id), kind: .navigation(link.url), label: RichText(link.label ?? text))
    }
  }

  /// On its widget if the screen shows it, else on the page.
  private func message(_ said: SaidMessage, shown forms: [Form], _ moment: HostedMoment) -> Message {
    let rule = moment.world.tenant.graph.tables.messages[said.message]
    var message = Message(
      level: MessageLevel(word: rule.level), text: RichText(moment.text(rule.texts) ?? ""), key: moment.rule(of: said).key)
    guard let widget = (said.widget ?? rule.widget).map({ WidgetID($0) }) else { return message }
    let candidates = forms.filter { $0.widget(widget) != nil }
    if let form = candidates.first(where: { $0.id.rawValue == said.form }) ?? candidates.first {
      message.scope = .widget(form.id, widget)
    }
    return message
  }
}

extension HostedFormRule {
  fileprivate func form(_ moment: HostedMoment, _ truth: GraphTruth, on screen: String) -> Form {
    if isProvider {
      let label = moment.text(provider).map(SignInPageWords.button(ofProvider:)) ?? widgets.lazy.compactMap { moment.text($0.label) }.first
      return Form(id: FormID(id), kind: .navigation(HostedPath.path(ofForm: id, onScreen: screen)), label: RichText(label ?? id))
    }
    let typed = moment.typed.flatMap { $0.form == id ? $0.answer : nil }
    let widgets = widgets.filter { truth.holds($0.condition) }.map { $0.widget(moment, truth, typed: typed) }
    // A form that has no button of its own is still to be sent.
    let isPressable = widgets.contains { $0.kind.isControl }
    return Form(id: FormID(id), aliases: aliases, label: isPressable ? nil : RichText(SignInPageWords.button(ofForm: id)), widgets: widgets)
  }
}

extension HostedWidgetRule {
  fileprivate func widget(_ moment: HostedMoment, _ truth: GraphTruth, typed: JSONValue?) -> Widget {
    var label = moment.text(label)
    if isMarkup { label = label.map(Self.visibleText) }
    let extras = render.map { [Value.Member("render", .text($0))] } ?? []
    return Widget(
      id: WidgetID(id), typeName: typeName, label: label.map { RichText($0) }, kind: kind(moment, truth, typed?.value(at: path)),
      extras: extras)
  }

  private func kind(_ moment: HostedMoment, _ truth: GraphTruth, _ typed: JSONValue?) -> WidgetKind {
    switch kind {
    case .output: .output(RichText(moment.text(value) ?? ""))
    case .entry(let purpose): .entry(entry(purpose, moment, typed))
    case .toggle: .toggle(Toggle(isOn: typed?.boolValue ?? isOn, isReadOnly: isReadOnly, isRequired: isRequired))
    case .choice(let takesSeveral): .choice(list(takesSeveral, moment, truth, typed))
    case .authenticator: .choice(list(false, moment, truth, nil))
    case .decision: .choice(list(false, moment, truth, typed?.boolValue.map { .string($0 ? "true" : "false") }))
    case .submitter: .submitter
    case .close: .close
    }
  }

  private func entry(_ purpose: Entry.Purpose, _ moment: HostedMoment, _ typed: JSONValue?) -> Entry {
    var entry = Entry(
      purpose: purpose, placeholder: moment.text(placeholder), isReadOnly: isReadOnly, isRequired: isRequired,
      autocomplete: autocomplete, inputMode: inputMode, validator: text.told)
    if !entry.hidesValue { entry.value = typed?.stringValue ?? moment.text(value) ?? hint(moment) }
    return entry
  }

  /// What the app knows of who is about to sign in, for the field that asks for it.
  private func hint(_ moment: HostedMoment) -> String? {
    guard autocomplete == "username" || id == "identifier", moment.session.account == nil else { return nil }
    return moment.world.text("login_hint", of: moment.session)
  }

  private func list(_ takesSeveral: Bool, _ moment: HostedMoment, _ truth: GraphTruth, _ typed: JSONValue?) -> ChoiceList {
    let choices = options.filter { truth.holds($0.condition) }.map { option in
      let value = moment.world.text(option.value, in: moment.session)
      return Choice(
        value: .text(value), label: RichText(moment.text(option.label) ?? value), group: moment.text(option.group), facts: option.facts)
    }
    let given = typed?.arrayValue?.compactMap(\.stringValue) ?? typed?.stringValue.map { [$0] }
    let before = takesSeveral ? selected : [moment.text(value) ?? ""].filter { !$0.isEmpty }
    return ChoiceList(
      choices: choices, takesSeveral: takesSeveral, selected: (given ?? before).map { .text($0) },
      placeholder: moment.text(placeholder), isReadOnly: isReadOnly, isRequired: isRequired)
  }

  /// The text between tags, which is all that a label shows.
  static func visibleText(_ markup: String) -> String {
    var text = ""
    var isTag = false
    for character in markup {
      switch character {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      default: if !isTag { text.append(character) }
      }
    }
    return text
  }
}

extension TextRules {
  /// The rules that HTML has words for.
  fileprivate var told: [Value.Member] {
    let numbers = [("minLength", minimum), ("maxLength", maximum), ("length", length)]
    let dates = [("notBefore", earliest), ("notAfter", latest)]
    return numbers.compactMap { name, number in number.map { Value.Member(name, .text(String($0))) } }
      + dates.compactMap { name, date in date.map { Value.Member(name, .text($0)) } }
  }
}
